import type { DraftTrial } from '../../../contract/entities/configTrial.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { type CommissionsConfig, isInForce, parseConfig } from '../../../contract/rules/commission/config.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import { type DateRange, type Day, periodAt, shiftPeriod } from '../../../contract/rules/time/period.ts';
import { tryPeople } from '../commissions/recompute/index.ts';
import { currentConfig } from '../plans/config.ts';
import { readConfigNames } from '../plans/configNames.ts';
import { todayIn } from '../shared/clock.ts';
import type { Services } from '../shared/services.ts';

/** The plans in force on the latest first day in the draft, or today, without their days. */
const withoutDates = (config: CommissionsConfig, today: Day): CommissionsConfig => {
  const firstDays = config.plans.flatMap(({ effectiveFrom }) => (effectiveFrom !== null && effectiveFrom > today ? effectiveFrom : []));
  const latestFirstDay = firstDays.reduce((last, day) => (day > last ? day : last), today);
  const plans = config.plans.filter((plan) => isInForce(plan, latestFirstDay));
  return { ...config, plans: plans.map((plan) => ({ ...plan, effectiveFrom: null, effectiveTo: null })) };
};

const previousQuarterOf = (today: Day): DateRange => {
  const { start_date, end_date } = shiftPeriod(periodAt('quarter', today), -1);
  return { start_date, end_date };
};

/** Tries a draft on the last quarter of a few people, as if its plans had been in force then (decisions 2.35). Stores nothing. */
export const tryConfig = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { commissionsConfig, people }: Readonly<{ commissionsConfig: string; people: readonly string[] }>,
): Promise<DraftTrial> => {
  const now = clock();
  const { config, errors } = parseConfig(commissionsConfig, await readConfigNames(store));
  const today = todayIn(config?.timezone ?? (await currentConfig(store)).config.timezone, now);
  const range = previousQuarterOf(today);
  const trial = { as_of: now.toISOString(), range, errors: [...errors], people: [] };
  if (config === null) return trial;
  const { version, setUpOn = null } = await currentConfig(store);
  const draft = { version: version + 1, config: withoutDates(config, today), setUpOn };
  const tried = await tryPeople(store, people.map(Number), draft, { range, today });
  return {
    ...trial,
    people: tried.map(({ person, records, before, after }) => ({
      user_id: String(person.id),
      name: fullName(person),
      records,
      before: fromCents(before),
      after: fromCents(after),
    })),
  };
};
