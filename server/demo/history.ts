import type { AuditCause } from '../../contract/entities/audit.ts';
import type { Cents } from '../../contract/rules/money.ts';
import type { AuditWrite } from '../db/repositories/audit/audit.ts';
import { type AuditedAdjustment, adjustmentEntry } from '../domain/audit/adjustmentEntry.ts';
import { type DayNumber, hoursAfter, instantOn } from './calendar.ts';
import type { DemoAdjustment } from './money/adjustments.ts';
import type { DemoLedger } from './money/ledger.ts';
import { type Account, type DemoPayout, standingOn } from './money/payouts.ts';

/** A person's action and its time. */
export type HistoryRow = AuditWrite & Readonly<{ at: Date }>;
type AdjustmentRow = ReturnType<DemoLedger['adjustments']>[number];
type PayoutRow = ReturnType<DemoLedger['payouts']>['rows'][number];
type HistoryChange = Pick<AuditWrite, 'before' | 'after' | 'cause'>;

const historyRow = (occurredAt: string, actorId: number | null, action: string, entityId: number, change: HistoryChange): HistoryRow => ({
  at: new Date(occurredAt),
  actorId,
  action,
  entity: action.slice(0, action.indexOf('.')),
  entityId: String(entityId),
  ...change,
});

/** Created, decided by a second person if it is large, voided by its author. */
const adjustmentHistory = ({ sale, decidedOn }: DemoAdjustment, row: AdjustmentRow | undefined): HistoryRow[] => {
  if (!row) return [];
  const { id, amount_cents, reason, commission_id, user_id, effective_date, created_by, decided_by, decided_at } = row;
  const stateOf = (state: AdjustmentRow['state']): AuditedAdjustment => ({
    state,
    amount_cents,
    reason,
    invoice_number: sale.invoice_number,
    commission_id,
    user_id,
    effective_date,
    self_approved: false,
  });
  const createRow = (
    occurredAt: string,
    actorId: number | null,
    verb: Parameters<typeof adjustmentEntry>[0],
    after: AuditedAdjustment,
    before: AuditedAdjustment | null = null,
  ): HistoryRow => ({ ...adjustmentEntry(verb, id, { before, after, actorId }), at: new Date(occurredAt) });
  const decisionVerb = row.state === 'rejected' ? 'rejected' : 'approved';
  const firstState = stateOf(row.state === 'pending' || decidedOn !== null ? 'pending' : 'approved');
  const historyRows = [createRow(row.created_at, created_by, 'created', firstState)];
  if (decidedOn !== null && decided_at !== null)
    historyRows.push(createRow(decided_at, decided_by, decisionVerb, stateOf(decisionVerb), firstState));
  if (row.state === 'void') historyRows.push(createRow(row.updated_at, created_by, 'voided', stateOf('void'), stateOf(decisionVerb)));
  return historyRows;
};

/** Created by one finance user, approved by the other, then its outcome. */
const payoutHistory = (row: PayoutRow): HistoryRow[] => {
  const { id, state, amount_cents, paid_on, method, reference, created_by, approved_by, created_at, updated_at } = row;
  const valuesOf = (now: PayoutRow['state']) => ({
    state: now,
    amount_cents,
    paid_on,
    method,
    reference: now === 'pending' ? null : reference,
  });
  const cause = row.reversal_of_id === null ? {} : { cause: 'The bank sent the payout back' };
  const historyRows = [historyRow(created_at, created_by, 'payout.recorded', id, { after: valuesOf('pending'), ...cause })];
  if (state === 'pending') return historyRows;
  const approvedAt = hoursAfter(created_at, 1);
  historyRows.push(
    historyRow(approvedAt, approved_by, 'payout.approved', id, { before: valuesOf('pending'), after: valuesOf('processing') }),
  );
  if (state === 'processing') return historyRows;
  const change = { before: valuesOf('processing'), after: valuesOf(state) };
  historyRows.push(historyRow(updated_at, created_by, `payout.${state}`, id, change));
  return historyRows;
};

type HistoryMoment = Readonly<{ at: string; day: DayNumber; actorId: number | null; cause: AuditCause }>;

/** The times and causes of changes to a record's money; payouts have their own rows. */
const momentsOf = (
  { sale, creditedOn, payments, adjustments }: Account,
  adjusted: ReadonlyMap<DemoAdjustment, AdjustmentRow>,
  bookkeeper: number,
): HistoryMoment[] => {
  const { customer } = sale.booking;
  const moments: HistoryMoment[] = [];
  for (const [paymentIndex, { day, amount, state, method, reverses }] of payments.entries()) {
    // A credit memo has its original's payments; those before its own day are skipped.
    if (state !== 'completed' || day < sale.booking.day) continue;
    const kind = reverses === null ? 'payment' : 'payment_returned';
    const cause = { kind, customer: customer.name, amount_cents: reverses === null ? amount : -amount, method } as const;
    moments.push({ at: instantOn(day, sale.id + paymentIndex), day, actorId: bookkeeper, cause: cause });
  }
  if (creditedOn !== null) {
    const cause: AuditCause = { kind: 'invoice', number: sale.invoice_number, deed: 'credited' };
    moments.push({ at: instantOn(creditedOn, sale.id), day: creditedOn, actorId: bookkeeper, cause });
  }
  for (const adjustment of adjustments) {
    const row = adjusted.get(adjustment);
    if (!row || adjustment.state !== 'approved' || !adjustment.isOfRecord) continue;
    const subject = { kind: 'adjustment', id: row.id } as const;
    const cause: AuditCause =
      adjustment.decidedOn === null ? { ...subject, deed: 'created', reason: row.reason } : { ...subject, deed: 'approved' };
    moments.push({ at: row.decided_at ?? row.created_at, day: adjustment.decidedOn ?? adjustment.day, actorId: row.decided_by, cause });
  }
  return moments;
};

type PaidOut = Readonly<{ day: DayNumber; amount: Cents }>;
type Facts = Readonly<{
  accounts: readonly Account[];
  payouts: readonly DemoPayout[];
  adjustments: readonly DemoAdjustment[];
  recordIds: ReadonlyMap<Account, number>;
  payoutRows: readonly PayoutRow[];
  adjustmentRows: readonly AdjustmentRow[];
  bookkeeper: number;
  today: DayNumber;
}>;

/** Days of full history. Older records without special events are skipped, so that the demo company loads quickly. */
const FULL_HISTORY_DAYS = 200;

/** Changes of a record by payments and adjustments, as the engine would have logged them. */
const accountHistory = (account: Account, id: number, moments: readonly HistoryMoment[], payouts: readonly PaidOut[]): HistoryRow[] => {
  const valuesOf = (day: DayNumber, paid: number) => {
    const { adjustments, released, status } = standingOn(account, day, paid);
    const { parts, booking } = account.sale;
    return {
      amount_cents: parts.amount,
      net_cents: booking.net,
      adjustments_cents: adjustments,
      released_cents: released,
      paid_cents: paid,
      status,
    };
  };
  const days = new Map<DayNumber, HistoryMoment[]>();
  for (const historyMoment of moments) days.set(historyMoment.day, [...(days.get(historyMoment.day) ?? []), historyMoment]);
  return [...days].flatMap(([day, historyRows]) => {
    const lastMoment = historyRows.reduce((a, b) => (b.at > a.at ? b : a));
    const paid = payouts.reduce((sum, payout) => (payout.day < day ? sum + payout.amount : sum), 0);
    const [before, after] = [valuesOf(day - 1, paid), valuesOf(day, paid)];
    if (before.released_cents === after.released_cents && before.adjustments_cents === after.adjustments_cents) return [];
    const causes = historyRows.map((historyMoment) => historyMoment.cause);
    const [onlyCause, secondCause] = causes;
    const cause = onlyCause && !secondCause ? onlyCause : ({ kind: 'several', causes } as const);
    return [historyRow(lastMoment.at, lastMoment.actorId, 'commission.recomputed', id, { before, after, cause })];
  });
};

const hasHistory = ({ sale, payments, adjustments }: Account, today: DayNumber): boolean =>
  today - sale.booking.day <= FULL_HISTORY_DAYS || adjustments.length > 0 || payments.some(({ reverses }) => reverses !== null);

/** The audit rows for one seller's records, adjustments and payouts, as the product would have written them. */
export const historyOf = ({
  accounts,
  payouts,
  adjustments,
  recordIds,
  payoutRows,
  adjustmentRows,
  bookkeeper,
  today,
}: Facts): HistoryRow[] => {
  const rowOf = new Map(
    adjustments.flatMap((adjustment, index) => (adjustmentRows[index] ? [[adjustment, adjustmentRows[index]] as const] : [])),
  );
  const paid = new Map<Account, PaidOut[]>(accounts.map((account) => [account, []]));
  for (const { state, day, lines } of payouts)
    if (state === 'completed') for (const { account, amount } of lines) paid.get(account)?.push({ day, amount });
  return [
    ...accounts
      .filter((account) => hasHistory(account, today))
      .flatMap((account) =>
        accountHistory(account, recordIds.get(account) ?? 0, momentsOf(account, rowOf, bookkeeper), paid.get(account) ?? []),
      ),
    ...adjustments.flatMap((adjustment) => adjustmentHistory(adjustment, rowOf.get(adjustment))),
    ...payoutRows.flatMap(payoutHistory),
  ];
};
