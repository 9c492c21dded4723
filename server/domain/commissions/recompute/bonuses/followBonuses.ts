import type { Repositories } from '../../../../db/repositories/store.ts';
import { currentConfig } from '../../../plans/config.ts';
import { todayIn } from '../../../shared/clock.ts';
import { readClosedMonths } from '../closedMonths.ts';
import type { Cause } from '../lateFacts/propose.ts';
import type { Touched } from '../touched.ts';
import { hasBonuses, settleBonuses } from './settleBonuses.ts';

type Within = Pick<Repositories, 'audit' | 'bonuses' | 'config' | 'facts' | 'notifications' | 'periods' | 'records'>;

/** The same for who writes what moves no record, such as a deal that is won: after the change and before the audit row of the change. */
export const followBonuses = async (within: Within, touched: readonly Touched[], cause: Cause): Promise<void> => {
  const current = await currentConfig(within);
  if (touched.length === 0 || !hasBonuses(current)) return;
  await within.periods.hold();
  const people = new Map((await within.facts.lockPeople([...new Set(touched.map(({ userId }) => userId))])).map((row) => [row.id, row]));
  const reading = { current, closedMonths: await readClosedMonths(within), today: todayIn(current.config.timezone, cause.at) };
  const entries = await settleBonuses(within, touched, people, reading, cause);
  await within.audit.writeAll(entries, cause.origin, cause.at);
};
