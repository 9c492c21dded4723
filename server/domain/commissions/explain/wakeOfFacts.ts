import { adjustmentKindLabels } from '../../../../contract/entities/adjustment.ts';
import type { CommissionStatus } from '../../../../contract/entities/commission.ts';
import { fullName } from '../../../../contract/entities/user.ts';
import type { Wake, WakeFigure } from '../../../../contract/entities/wake.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { type Actor, can } from '../../../../contract/permissions.ts';
import { adjustmentEffect, type FigureChange, payoutEffect, releaseEffect } from '../../../../contract/rules/commission/explain/wake.ts';
import type { Facts } from '../../../../contract/rules/commission/explain.ts';
import { paymentWait } from '../../../../contract/rules/commission/release.ts';
import { dayText } from '../../../../contract/rules/time/dayText.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { AdjustmentRow } from '../../../db/repositories/adjustments/adjustments.ts';
import type { RecordWithInvoice } from '../../../db/repositories/commissions/factsOfRecord.ts';
import type { RecordOwner } from '../../../db/repositories/commissions/invoices.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import { dollars } from '../../shared/moneyText.ts';
import { isEmptied } from '../recompute/index.ts';
import { factsOf } from './explain.ts';
import { manualSourceOf, sourceOf } from './sources.ts';

const t = messages.wake;

export type WakeContext = Readonly<{
  tx: Repositories;
  actor: Actor;
  current: VersionedConfig;
  today: Day;
  dayOf: (at: string) => Day;
  sees: (userId: number) => boolean;
}>;
type Owner = Readonly<{ user_id: number; first_name: string; last_name: string }>;
/** One figure before and after, in cents. */
export type ChangedFigure = Readonly<{
  ref: WakeFigure['ref'];
  label: string;
  owner: Owner;
  booking_date: Day;
  before: number | null;
  after: number;
  status: Readonly<{ before: CommissionStatus; after: CommissionStatus }> | null;
}>;
/** Description of the fact; `amount` in cents. */
export type WakeSubjectFacts = Pick<Wake, 'title' | 'date' | 'source' | 'note' | 'measure'> & Readonly<{ amount: number | null }>;
export type FoundWake = Readonly<{ subject: WakeSubjectFacts; figures: readonly ChangedFigure[] }>;

/** Payments are visible to users who may read them, and to the people they pay (decisions 3.08). */
const mayReadPayment = (actor: Actor, payees: readonly number[]): boolean =>
  can(actor, 'payment:read') || payees.some((id) => can(actor, 'payment:read', { owner_id: String(id) }));

const figureOf = (record: RecordWithInvoice, amounts: FigureChange): ChangedFigure => ({
  ref: { kind: 'record', id: String(record.id) },
  label: fill(t.record, { number: record.invoice_number }),
  owner: record,
  booking_date: record.booking_date,
  before: amounts.before.cents,
  after: amounts.after.cents,
  status: { before: amounts.before.status, after: amounts.after.status },
});

type FigureChanges = Readonly<{ figures: readonly ChangedFigure[]; on: Day | null; waitDays: number }>;

/** The records before and after the fact, on the day it takes effect. */
const measureChanges = async (
  { tx, today, current }: WakeContext,
  ids: readonly number[],
  day: Day,
  figureChangeOf: (facts: Facts, record: RecordWithInvoice) => FigureChange | null,
): Promise<FigureChanges> => {
  const figures: ChangedFigure[] = [];
  let effectiveDay: Day | null = null;
  let waitDays = 0;
  for (const id of ids) {
    const record = await tx.factsOfRecord.record(id);
    if (!record) continue;
    const asOf = day < record.booking_date ? record.booking_date : day > today ? today : day;
    const facts = await factsOf(tx, record, asOf, today, current.config.timezone);
    const amounts = figureChangeOf(facts, record);
    if (!amounts) continue;
    figures.push(figureOf(record, amounts));
    effectiveDay = amounts.on;
    waitDays = paymentWait(facts.plan.release);
  }
  return { figures, on: effectiveDay, waitDays };
};

const noteOf = (today: Day, { on, waitDays }: FigureChanges): string | null =>
  on !== null && on > today ? fill(t.notes.later, { day: dayText(on), days: waitDays }) : null;

/** The commission released by a customer payment. */
export const wakeOfPayment = async (context: WakeContext, id: number): Promise<FoundWake | null> => {
  const { tx, actor, dayOf, sees, today } = context;
  const row = await tx.wake.payment(id);
  // A payment also releases the credit memos of its invoice.
  const memos = row ? await tx.factsOfRecord.memos(row.invoice_id) : [];
  const owners: RecordOwner[] = [];
  for (const invoice of row ? [row.invoice_id, ...memos.map((memo) => memo.id)] : [])
    owners.push(...(await tx.invoices.recordsOf(invoice)));
  const payees = owners.map(({ user_id }) => user_id);
  if (!row || !mayReadPayment(actor, payees)) return null;
  const ids = owners.filter(({ user_id }) => sees(user_id)).map((owner) => owner.id);
  // An emptied record depends on no payment any more, although it did on the payment's day.
  const figures = await measureChanges(context, ids, row.on, (facts, record) =>
    isEmptied(record) ? null : releaseEffect(facts, String(id)),
  );
  const words = { amount: dollars(Math.abs(row.amount_cents)), number: row.invoice_number };
  return {
    subject: {
      title: fill(row.amount_cents < 0 ? t.returned : t.payment, words),
      date: row.on,
      amount: row.amount_cents,
      source: sourceOf(row, dayOf(row.created_at)),
      note: row.state === 'completed' ? noteOf(today, figures) : t.notes[row.state],
      measure: 'released',
    },
    figures: figures.figures,
  };
};

const adjustmentNote = { approved: null, pending: t.notes.waits, rejected: t.notes.rejected, void: t.notes.void } as const;

const titleOf = ({ amount_cents, invoice_number, kind, reason, ...person }: AdjustmentRow): string => {
  const words = { amount: dollars(amount_cents), reason };
  if (kind !== null) return fill(t.personAdjustment, { ...words, kind: adjustmentKindLabels[kind].label, person: fullName(person) });
  return invoice_number === '' ? fill(t.bonus, words) : fill(t.adjustment, { ...words, number: invoice_number });
};

/** The effect of an adjustment on its record, or its own amount if it has no record. */
export const wakeOfAdjustment = async (context: WakeContext, id: number): Promise<FoundWake | null> => {
  const { tx, dayOf, sees } = context;
  const row = await tx.adjustments.byId(id);
  if (!row || !sees(row.user_id)) return null;
  const subject: WakeSubjectFacts = {
    title: titleOf(row),
    date: row.effective_date,
    amount: row.amount_cents,
    source: manualSourceOf(fullName({ first_name: row.author_first_name, last_name: row.author_last_name }), dayOf(row.created_at)),
    note: adjustmentNote[row.state],
    measure: 'earned',
  };
  if (row.state !== 'approved') return { subject, figures: [] };
  if (row.commission_id !== null) {
    const day = dayOf(row.decided_at ?? row.created_at);
    const { figures } = await measureChanges(context, [row.commission_id], day, (facts) => adjustmentEffect(facts, String(id)));
    return { subject, figures };
  }
  const ownFigure: ChangedFigure = {
    ref: { kind: 'adjustment', id: String(id) },
    label: t.alone,
    owner: row,
    booking_date: row.effective_date,
    before: null,
    after: row.amount_cents,
    status: null,
  };
  return { subject, figures: [ownFigure] };
};

const payoutNote = { completed: null, processing: t.notes.pending, pending: t.notes.pending, failed: t.notes.failed } as const;

/** The amounts a payout paid, record by record. */
export const wakeOfPayout = async (context: WakeContext, id: number): Promise<FoundWake | null> => {
  const { tx, actor, dayOf } = context;
  const row = await tx.wake.payout(id);
  if (!row || !mayReadPayment(actor, [row.user_id])) return null;
  const { figures } = await measureChanges(context, row.records, row.paid_on, (facts) => payoutEffect(facts, String(id)));
  return {
    subject: {
      title: fill(t.payout, { amount: dollars(row.amount_cents), person: fullName(row) }),
      date: row.paid_on,
      amount: row.amount_cents,
      source: manualSourceOf(row.entered_by, dayOf(row.created_at)),
      note: payoutNote[row.state],
      measure: 'paid',
    },
    figures: row.state === 'completed' ? figures : [],
  };
};
