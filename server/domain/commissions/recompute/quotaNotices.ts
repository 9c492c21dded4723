import { createCounters } from '../../../../contract/rules/commission/quota.ts';
import type { Cents } from '../../../../contract/rules/money.ts';
import { periodText } from '../../../../contract/rules/time/dayText.ts';
import { type DateRange, type Day, periodAt } from '../../../../contract/rules/time/period.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { notify } from '../../notifications/notify.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import { dollars } from '../../shared/moneyText.ts';
import { holderOf, planOn } from './expected/index.ts';
import type { People } from './readPeriods.ts';
import type { WrittenRecord } from './writeDiffs.ts';

type Repos = Pick<Repositories, 'bonuses' | 'notifications'>;
type ConfigOnDay = Readonly<{ current: VersionedConfig; today: Day }>;

const changeIn = (own: readonly WrittenRecord[], { start_date, end_date }: DateRange): Cents => {
  const countedCents = (row: WrittenRecord['after']): Cents =>
    row && row.booking_date >= start_date && row.booking_date <= end_date ? row.commissionable_cents : 0;
  return own.reduce((sum, { before, after }) => sum + countedCents(after) - countedCents(before), 0);
};

/** Passing both thresholds at once is reported as 100%. */
const noticeKindOf = (before: Cents, after: Cents, quota: Cents): 'quota80' | 'quota100' | null => {
  if (before < quota && after >= quota) return 'quota100';
  return before * 5 < quota * 4 && after * 5 >= quota * 4 ? 'quota80' : null;
};

/**
 * Notifies people who reach 80% or 100% of the quota of the current period (decisions 5.02), once per period. Call it after the records are
 * written.
 */
export const notifyQuotas = async (
  tx: Repos,
  written: readonly WrittenRecord[],
  people: People,
  { current, today }: ConfigOnDay,
  at: Date,
): Promise<void> => {
  for (const userId of new Set(written.map((one) => one.userId))) {
    const person = people.get(userId);
    const plan = person && planOn(current.config, person, today);
    if (!person || !plan) continue;
    const { range, quota } = createCounters(current.config, holderOf(person))(plan, today);
    const period = periodAt(plan.quota.period, today);
    const change = changeIn(
      written.filter((one) => one.userId === userId),
      range,
    );
    if (change <= 0 || quota <= 0) continue;
    const { counted: net } = await tx.bonuses.figures(userId, range);
    const kind = noticeKindOf(net - change, net, quota);
    const words = { sales: dollars(net), quota: dollars(quota), period: periodText(period) };
    if (kind) await notify(tx, kind, { subject: { kind: 'quota', period }, occurrence: kind, words }, { to: [userId], at });
  }
};
