import type { Waterfall } from '../../../../contract/entities/explanation.ts';
import type { Scope } from '../../../../contract/entities/scope.ts';
import { messages } from '../../../../contract/messages.ts';
import type { Actor } from '../../../../contract/permissions.ts';
import { fromCents } from '../../../../contract/rules/money.ts';
import { addDays, type DateRange, type Day } from '../../../../contract/rules/time/period.ts';
import { type ChangeKind, type ChangePartRow, changeKinds } from '../../../db/repositories/commissions/earningsChanges.ts';
import { currentConfig } from '../../plans/config.ts';
import { startOfDay, todayIn } from '../../shared/clock.ts';
import { requireValidDays } from '../../shared/days.ts';
import type { Services } from '../../shared/services.ts';
import { ownersOf, readRange } from '../commissionQuestion.ts';

type ChangesQuery = Readonly<{ start_date?: string; end_date?: string; user_id?: string; scope?: Scope; since?: string }>;

/** Start of the list of changes: the end of the requested day, the newest statement, or the beginning of the range. */
type Baseline = Readonly<{ since: Day | null; at: string; lastDay: Day | null }>;

const baselineOf = async (store: Services['store'], range: DateRange, userId: number | null, since: Day | undefined): Promise<Baseline> => {
  const { config } = await currentConfig(store);
  const after = (day: Day): string => startOfDay(addDays(day, 1), config.timezone).toISOString();
  if (since !== undefined) return { since: since, at: after(since), lastDay: since };
  const lastStatement = userId === null ? null : await store.factsOfRecord.lastStatement(userId, range);
  if (lastStatement !== null) return { since: todayIn(config.timezone, new Date(lastStatement)), at: lastStatement, lastDay: null };
  const before = addDays(range.start_date, -1);
  return { since: null, at: after(before), lastDay: before };
};

/** Maximum number of parts listed per step; the rest are combined into one line. */
const MAX_PARTS = 20;

/** A waterfall step with its parts; no step if the sum is zero. */
const stepOf = (name: ChangeKind, rows: readonly ChangePartRow[]): (Waterfall['steps'][number] & { cents: number })[] => {
  const parts = rows.filter(({ step }) => step === name);
  const { count, cents } = parts[0] ?? { count: 0, cents: 0 };
  if (cents === 0) return [];
  const remaining = cents - parts.reduce((sum, { amount }) => sum + amount, 0);
  return [
    {
      label: messages.waterfall.steps[name],
      amount: fromCents(cents),
      cents,
      parts: parts.map(({ kind, id, label, date, amount }) => ({ ref: { kind, id: String(id) }, label, date, amount: fromCents(amount) })),
      ...(count === parts.length ? {} : { others: { count: count - parts.length, amount: fromCents(remaining) } }),
    },
  ];
};

/**
 * Explains how a range's total commission changed since the end of the day `since`: new bookings, credit memos, adjustments and recomputed
 * records. The steps add up exactly. Without `since`, the changes start when the person's newest statement that covers any of these days,
 * or an earlier closed month, was created (`since` is that day), or else on the day before the range, from zero.
 * @throws Problem 400, 403
 */
export const commissionChanges = async (
  { store }: Pick<Services, 'store'>,
  actor: Actor,
  { start_date, end_date, since: sinceDay, ...scope }: ChangesQuery,
): Promise<Waterfall> => {
  const range = readRange(start_date, end_date);
  const owners = ownersOf(actor, scope);
  requireValidDays({ since: sinceDay });
  const { since, at, lastDay } = await baselineOf(store, range, owners.userId, sinceDay);
  const [sums, changes] = await Promise.all([
    store.commissionSums.inRange(range, owners),
    store.earningsChanges.since(range, owners, at, lastDay, MAX_PARTS),
  ]);
  const to = sums.byStatus.reduce((sum, { amount_cents }) => sum + amount_cents, 0) + sums.adjustmentsCents;
  const steps = changeKinds.flatMap((step) => stepOf(step, changes));
  return {
    since,
    from: fromCents(to - steps.reduce((sum, { cents }) => sum + cents, 0)),
    to: fromCents(to),
    steps: steps.map(({ cents: _cents, ...step }) => step),
  };
};
