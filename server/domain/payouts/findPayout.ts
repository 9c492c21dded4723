import type { Payout, PayoutDetail } from '../../../contract/entities/payout.ts';
import type { Actor } from '../../../contract/permissions.ts';
import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import { fromCents, toCents } from '../../../contract/rules/money.ts';
import { differenceOf, type PaidContent, type PayoutShare, payoutPartsOf } from '../../../contract/rules/payouts/difference.ts';
import type { DueLine } from '../../../contract/rules/payouts/proposal.ts';
import { type Day, earlierDay } from '../../../contract/rules/time/period.ts';
import type { PaidLineRow } from '../../db/repositories/payouts/payoutLines.ts';
import type { PayoutRow } from '../../db/repositories/payouts/payouts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { readPaymentId } from '../payments/paymentIds.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { findPayee, payoutOf, readNextId, readyPayoutOf } from './payoutReading.ts';
import { readReadyPayout } from './readyPayout.ts';

const MAX_EARLIER = 12;
const MAX_LATE = 200;
type PayoutContext = Readonly<{ tx: Repositories; actor: Actor; config: CommissionsConfig; today: Day }>;
/** A payout to read; `row` is null for the amount that is ready but in no payment yet. */
type FoundPayout = Readonly<{
  payout: Payout;
  row: PayoutRow | null;
  userId: number;
  lines: readonly DueLine[];
  drawn: number;
  recovered: number;
}>;
type Content = PaidContent & Readonly<{ rows: ReadonlyMap<string, PaidLineRow> }>;

const readFound = async ({ tx }: PayoutContext, row: PayoutRow): Promise<FoundPayout> => ({
  payout: payoutOf(row),
  row,
  userId: row.user_id,
  lines: (await tx.payouts.lines(row.id)).map(({ kind, id, amount_cents }) => ({ kind, id, amount: amount_cents })),
  drawn: row.drawn_cents,
  recovered: row.recovered_cents,
});

const findReady = async ({ tx, actor, config, today }: PayoutContext, userId: number): Promise<FoundPayout> => {
  const payee = await findPayee(tx, actor, userId);
  const { amount, payDay, proposed, draw, heldBack } = await readReadyPayout(tx, userId, config, today);
  if (heldBack !== null) return { payout: readyPayoutOf(payee, 0, payDay), row: null, userId, lines: [], drawn: 0, recovered: 0 };
  const payout = readyPayoutOf(payee, amount, payDay);
  return { payout, row: null, userId, lines: proposed.lines, drawn: draw.drawn, recovered: draw.recovered };
};

const readRow = async ({ tx, actor }: PayoutContext, id: string): Promise<PayoutRow> => {
  const payment = readPaymentId(id);
  const row = payment?.type === 'commission_payment' ? await tx.payouts.byId(payment.id) : undefined;
  if (!row) throw notFoundProblem('payout');
  await findPayee(tx, actor, row.user_id);
  return row;
};

const nameOf = ({ kind, id }: Pick<DueLine, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Late commission, less the amounts of the payout itself if it is not stored yet or has a future day. */
const withoutPayoutLines = (lateRows: readonly PaidLineRow[], lines: readonly DueLine[]): PaidLineRow[] => {
  const own = new Map(lines.flatMap(({ kind, id, amount }) => (kind === 'record' ? [[id, amount] as const] : [])));
  return lateRows.map((line) => ({ ...line, amount: line.amount - (own.get(line.id) ?? 0) })).filter(({ amount }) => amount > 0);
};

/** The payout's lines with their facts; `since` is the day of the completed payout before it. */
const readContent = async ({ tx, config, today }: PayoutContext, foundPayout: FoundPayout, since: Day | null): Promise<Content> => {
  const { payout, userId, lines, drawn, recovered } = foundPayout;
  const days = { since, until: earlierDay(payout.payment_date, today), zone: config.timezone };
  const paid = await tx.payoutLines.factsOf(lines, days);
  // A reversal only reverses another payout, so nothing is missing from it.
  const missing = payout.reversal_of === null ? await tx.payoutLines.late(userId, days, MAX_LATE) : [];
  const lateRows = foundPayout.row === null || payout.payment_date > today ? withoutPayoutLines(missing, lines) : missing;
  const explained = paid.reduce((sum, { amount }) => sum + amount, 0) + drawn - recovered;
  const rows = new Map([...paid, ...lateRows].map((line) => [nameOf(line), line]));
  return { since, lines: paid, late: lateRows, drawn, recovered, other: toCents(payout.amount) - explained, rows };
};

const lineOf = ({ line, amount, isMissing }: PayoutShare, rows: Content['rows']): PayoutDetail['parts'][number]['lines'] => {
  const row = line === null ? undefined : rows.get(nameOf(line));
  if (!row) return [];
  const { kind, id, label, customer_name, day } = row;
  return [{ kind, id: String(id), label, customer_name, day, amount: fromCents(amount), missing: isMissing }];
};

const keyOf = (row: PayoutRow | null) => (row === null ? null : { paid_on: row.paid_on, id: row.id });

const readDayBefore = async ({ tx }: PayoutContext, { userId, row }: FoundPayout): Promise<Day | null> =>
  (await tx.payoutsPage.earlier(userId, keyOf(row), 1))[0]?.paid_on ?? null;

/** The chosen earlier payout of the same person, or else the previous one. @throws Problem 403, 404 */
const readBaseline = async (
  context: PayoutContext,
  { userId, row }: FoundPayout,
  earlier: readonly PayoutRow[],
  against: string | null,
) => {
  if (row !== null && row.reversal_of_id !== null) return null;
  if (against === null) return earlier[0] ?? null;
  const chosen = await readRow(context, against);
  if (chosen.user_id !== userId || chosen.reversal_of_id !== null) throw notFoundProblem('payout');
  return chosen;
};

const readPayout = async (context: PayoutContext, id: string, against: string | null): Promise<PayoutDetail> => {
  const next = readNextId(id);
  const foundPayout = next === null ? await readFound(context, await readRow(context, id)) : await findReady(context, next);
  const earlier = await context.tx.payoutsPage.earlier(foundPayout.userId, keyOf(foundPayout.row), MAX_EARLIER);
  const content = await readContent(context, foundPayout, earlier[0]?.paid_on ?? null);
  const row = await readBaseline(context, foundPayout, earlier, against);
  const baseline = row && (await readFound(context, row));
  const before = baseline && (await readContent(context, baseline, await readDayBefore(context, baseline)));
  const steps = before === null ? [] : differenceOf(before, content);
  return {
    ...foundPayout.payout,
    parts: payoutPartsOf(content).map(({ cause, amount, shares }) => ({
      cause,
      amount: fromCents(amount),
      lines: shares.flatMap((share) => lineOf(share, content.rows)),
    })),
    baseline: baseline?.payout ?? null,
    steps: steps.map((step) => ({
      ...step,
      amount: fromCents(step.amount),
      before: fromCents(step.before),
      after: fromCents(step.after),
    })),
    earlier: earlier.map(payoutOf),
  };
};

/**
 * decisions 2.29: a payout by cause, compared with the previous one or with `against`. `id`: `po-7`, or `next-12` for the amount
 * that is ready for a person. @throws Problem 403, 404
 */
export const findPayout = (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  id: string,
  against: string | null,
): Promise<PayoutDetail> =>
  store.snapshot(async (tx) => {
    const { config } = await currentConfig(tx);
    return readPayout({ tx, actor, config, today: todayIn(config.timezone, clock()) }, id, against);
  });
