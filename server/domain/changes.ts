import type { Waterfall } from '../../contract/entities/explanation.ts';
import type { Actor } from '../../contract/permissions.ts';
import { fromCents } from '../../contract/rules/money.ts';
import { addDays, isDay } from '../../contract/rules/period.ts';
import { startOfDay } from './clock.ts';
import { commissionsOf, readRange } from './commissionQuestion.ts';
import { currentConfig } from './config.ts';
import { badRequest } from './problem.ts';
import type { Services } from './services.ts';

type Asked = Readonly<{ start_date?: string; end_date?: string; user_id?: string; since?: string }>;

/**
 * How the total commission of a range came from what it was at the end of the day `since` to what it is: new bookings, credit memos,
 * adjustments, and records that came out otherwise. The steps add up exactly. Without `since`: the last day of the person's newest
 * statement, else the day before the range, so that it begins at nothing.
 * @throws Problem 400, 403
 */
export const commissionChanges = async (
  { store }: Pick<Services, 'store'>,
  actor: Actor,
  { start_date, end_date, user_id, since }: Asked,
): Promise<Waterfall> => {
  const range = readRange(start_date, end_date);
  const userId = commissionsOf(actor, user_id);
  if (since !== undefined && !isDay(since)) throw badRequest('date_invalid', 'since must be a date that exists, as YYYY-MM-DD.', 'since');
  const statement = since === undefined && userId !== null ? await store.factsOfRecord.lastStatement(userId) : null;
  const known = since ?? statement;
  const from = known ?? addDays(range.start_date, -1);
  const { config } = await currentConfig(store);
  const at = startOfDay(addDays(from, 1), config.timezone).toISOString();
  const [sums, happened] = await Promise.all([
    store.commissionSums.inRange(range, userId),
    store.factsOfRecord.happened(range, userId, from, at),
  ]);
  const to = sums.byStatus.reduce((sum, { amount_cents }) => sum + amount_cents, 0) + sums.adjustmentsCents;
  const steps = [
    { label: 'New bookings', cents: happened.bookings },
    { label: 'Credit memos', cents: happened.memos },
    { label: 'Adjustments', cents: happened.adjusted },
    { label: 'Adjustments voided', cents: happened.voided },
    { label: 'Recalculated', cents: happened.recalculated },
  ].filter(({ cents }) => cents !== 0);
  return {
    since: known,
    from: fromCents(to - steps.reduce((sum, { cents }) => sum + cents, 0)),
    to: fromCents(to),
    steps: steps.map(({ label, cents }) => ({ label, amount: fromCents(cents) })),
  };
};
