import { fullName } from '../../../../contract/entities/user.ts';
import type { Wake, WakeFigure, WakeKind } from '../../../../contract/entities/wake.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { type Actor, can, reachOf } from '../../../../contract/permissions.ts';
import { fromCents, toCents } from '../../../../contract/rules/money.ts';
import { dayText } from '../../../../contract/rules/time/dayText.ts';
import { currentConfig } from '../../plans/config.ts';
import { todayIn } from '../../shared/clock.ts';
import { notFoundProblem } from '../../shared/problem.ts';
import type { Services } from '../../shared/services.ts';
import {
  type ChangedFigure,
  type WakeContext,
  type WakeSubjectFacts,
  wakeOfAdjustment,
  wakeOfPayment,
  wakeOfPayout,
} from './wakeOfFacts.ts';
import { wakeOfInvoice } from './wakeOfInvoice.ts';

const MAX_FIGURES = 200;
const t = messages.wake;

const figureOf = ({ owner, before, after, booking_date, label, ref, status }: ChangedFigure): WakeFigure => ({
  ref,
  label,
  user_id: String(owner.user_id),
  person: fullName(owner),
  booking_date,
  before: before === null ? null : fromCents(before),
  after: fromCents(after),
  status_before: status?.before ?? null,
  status_after: status?.after ?? null,
});

/** Totals of the figures per person. */
const peopleOf = (figures: readonly ChangedFigure[]): Wake['people'] => {
  const people = new Map<number, { person: string; figures: number; before: number; after: number }>();
  for (const { owner, before, after } of figures) {
    const sum = people.get(owner.user_id) ?? { person: fullName(owner), figures: 0, before: 0, after: 0 };
    people.set(owner.user_id, {
      ...sum,
      figures: sum.figures + 1,
      before: sum.before + (before ?? 0),
      after: sum.after + after,
    });
  }
  return [...people].map(([id, { before, after, ...person }]) => ({
    user_id: String(id),
    ...person,
    before: fromCents(before),
    after: fromCents(after),
  }));
};

const changeOf = ({ before, after }: ChangedFigure): number => Math.abs(after - (before ?? 0));

const wakeOf = (kind: WakeKind, id: number, { amount, ...subject }: WakeSubjectFacts, figures: readonly ChangedFigure[]): Wake => {
  const largest = figures.toSorted((a, b) => changeOf(b) - changeOf(a));
  const smallerFigures = largest.slice(MAX_FIGURES);
  return {
    ref: { kind, id: String(id) },
    ...subject,
    amount: amount === null ? null : fromCents(amount),
    people: peopleOf(figures),
    figures: largest.slice(0, MAX_FIGURES).map(figureOf),
    others: {
      count: smallerFigures.length,
      change: fromCents(smallerFigures.reduce((sum, { before, after }) => sum + after - (before ?? 0), 0)),
    },
  };
};

/** A configuration affects everyone's figures, so only users who see everyone's may read this. */
const wakeOfConfig = async ({ tx, actor, dayOf }: WakeContext, id: number): Promise<Wake> => {
  const version = reachOf(actor, 'commission:read') === 'all' ? await tx.config.version(id) : undefined;
  if (!version) throw notFoundProblem('version');
  const [rows, people] = await Promise.all([tx.wake.movedBy(id, MAX_FIGURES), tx.wake.peopleMovedBy(id)]);
  const { first_name, last_name } = version;
  const day = dayOf(version.created_at);
  const saved = fill(first_name === null ? t.saved : t.savedBy, {
    who: first_name === null ? '' : fullName({ first_name, last_name: last_name ?? '' }),
    day: dayText(day),
  });
  const subject: WakeSubjectFacts = {
    title: fill(t.config, { version: id }),
    date: day,
    amount: null,
    source: saved,
    note: null,
    measure: 'commission',
  };
  const figures = rows.map(
    (row): ChangedFigure => ({
      ref: { kind: 'record', id: String(row.id) },
      label: row.invoice_number === null ? t.gone : fill(t.record, { number: row.invoice_number }),
      owner: row,
      booking_date: row.booking_date,
      before: row.before_cents,
      after: row.after_cents,
      status: null,
    }),
  );
  const sums = people.map(({ before_cents, after_cents, ...person }) => ({
    user_id: String(person.user_id),
    person: fullName(person),
    figures: person.figures,
    before: fromCents(before_cents),
    after: fromCents(after_cents),
  }));
  const wake = wakeOf('config', id, subject, figures);
  const count = sums.reduce((sum, one) => sum + one.figures, 0) - figures.length;
  const totalChange = sums.reduce((sum, { before, after }) => sum + toCents(after) - toCents(before), 0);
  const listed = figures.reduce((sum, { before, after }) => sum + after - (before ?? 0), 0);
  return { ...wake, people: sums, others: { count, change: fromCents(totalChange - listed) } };
};

const finders = { invoice: wakeOfInvoice, payment: wakeOfPayment, adjustment: wakeOfAdjustment, payout: wakeOfPayout } as const;

/**
 * Every figure that a fact changed, before and after, limited to people the actor may see (decisions 2.04).
 * @throws Problem 404, also if it concerns nobody the actor may see
 */
export const wakeOfSubject = (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  kind: WakeKind,
  id: number | null,
): Promise<Wake> =>
  store.transaction(async (tx) => {
    if (id === null) throw notFoundProblem(kind);
    const current = await currentConfig(tx);
    const { timezone } = current.config;
    const dayOf = (at: string): string => todayIn(timezone, new Date(at));
    const canSee = (userId: number): boolean => can(actor, 'commission:read', { owner_id: String(userId) });
    const context: WakeContext = { tx, actor, current, today: todayIn(timezone, clock()), dayOf, sees: canSee };
    if (kind === 'config') return wakeOfConfig(context, id);
    const result = await finders[kind](context, id);
    if (!result) throw notFoundProblem(kind);
    return wakeOf(kind, id, result.subject, result.figures);
  });
