import type { BonusFigures } from '../../../../../contract/rules/commission/bonus.ts';
import { quotaPeriods } from '../../../../../contract/rules/commission/config/reader.ts';
import type { Contest } from '../../../../../contract/rules/commission/contest.ts';
import type { Bonus, Plan, QuotaPeriod } from '../../../../../contract/rules/commission/plan.ts';
import { quotaIn } from '../../../../../contract/rules/commission/quota.ts';
import { addDays, type DateRange, type Day, periodAt } from '../../../../../contract/rules/time/period.ts';
import type { AuditWrite } from '../../../../db/repositories/audit/audit.ts';
import type { FigureRow } from '../../../../db/repositories/commissions/bonuses.ts';
import type { PersonRow } from '../../../../db/repositories/commissions/facts.ts';
import { isBeforeBooks } from '../../../plans/books.ts';
import type { VersionedConfig } from '../../../plans/config.ts';
import type { AffectedDay } from '../affected.ts';
import { type ClosedMonths, monthOfDay } from '../closedMonths.ts';
import { holderOf, planOn } from '../expected/index.ts';
import type { Cause } from '../proposals.ts';
import { applyDecision, type Repos } from './applyDecision.ts';
import { awardKey, isAwardOf } from './awardKey.ts';
import { decideBonus } from './decideBonus.ts';

type BonusContext = Readonly<{ current: VersionedConfig; closedMonths: ClosedMonths; today: Day }>;
/** A person's bonus in the period `range`. */
type BonusCase = Readonly<{ bonus: Bonus; range: DateRange; key: string }>;

/** The figures that a metric measures; attainment counts revenue as the quota does. */
export const figuresFor = (
  { metric }: Pick<Bonus | Contest, 'metric'>,
  { net, counted, won }: FigureRow,
): Pick<BonusFigures, 'net' | 'won'> => ({
  net: metric === 'attainment' ? counted : net,
  won,
});

export const hasBonuses = ({ config }: VersionedConfig): boolean => config.plans.some(({ bonuses }) => bonuses.length > 0);

/** True if all months of the range are closed, so that its awards are final. */
export const isFullyClosed = ({ start_date, end_date }: DateRange, closedMonths: ClosedMonths): boolean => {
  for (let month = periodAt('month', start_date); month.start_date <= end_date; month = periodAt('month', addDays(month.end_date, 1)))
    if (!closedMonths.has(month.start_date)) return false;
  return true;
};

/** Leaves out the days of a window, so that a bonus is not paid twice when its window is extended. */
const keyOf = (plan: Plan, { id, within, window }: Bonus): string => awardKey(plan, id, window ? 'days' : within);

/** The bonus as defined by the plan in force at the end of its period, if that plan still has it: a period pays a bonus once. */
const withLatestDefinition = (one: BonusCase, planAt: (day: Day) => Plan | null): BonusCase => {
  const plan = planAt(one.range.end_date);
  const bonus = plan?.bonuses.find((each) => keyOf(plan, each) === one.key);
  return bonus ? { ...one, bonus } : one;
};

/** Bonuses whose window has begun, is not fully closed, and overlaps the month of `day`. */
const windowsOf = (plan: Plan, day: Day, { closedMonths, today }: Omit<BonusContext, 'current'>): BonusCase[] => {
  const month = periodAt('month', day);
  return plan.bonuses.flatMap((bonus) => {
    const { window } = bonus;
    if (!window || today < window.start_date || isFullyClosed(window, closedMonths)) return [];
    const overlapsMonth = window.start_date <= month.end_date && month.start_date <= window.end_date;
    return overlapsMonth ? [{ bonus, range: window, key: keyOf(plan, bonus) }] : [];
  });
};

/** The person's plans whose windowed bonuses may overlap the month of `day`; a plan version may begin or end within the month. */
const windowPlansOf = (config: VersionedConfig['config'], planAt: (day: Day) => Plan | null, day: Day, today: Day): Plan[] => {
  const { start_date, end_date } = periodAt('month', day);
  const lastDays = config.plans.flatMap(({ bonuses }) => bonuses.flatMap(({ window }) => window?.end_date ?? []));
  const days = [start_date, today < end_date ? today : end_date, ...lastDays];
  return [...new Set(days.map(planAt))].filter((plan) => plan !== null);
};

/** The bonuses of a period that has started and is open: those of the plan on `day`, and of the plan on the latest day of the period. */
const periodCasesOf = (
  within: QuotaPeriod,
  day: Day,
  planAt: (day: Day) => Plan | null,
  { current, closedMonths, today }: BonusContext,
): BonusCase[] => {
  const range = periodAt(within, day);
  if (today < range.start_date || isBeforeBooks(current, range.end_date) || isFullyClosed(range, closedMonths)) return [];
  const last = today < range.end_date ? today : range.end_date;
  const plans = [planAt(day), planAt(last > day ? last : day)].filter((plan) => plan !== null);
  return plans.flatMap((plan) =>
    plan.bonuses.filter((bonus) => !bonus.window && bonus.within === within).map((bonus) => ({ bonus, range, key: keyOf(plan, bonus) })),
  );
};

/** Bonuses of started periods that contain one of the days, under the person's plan on that day and the period's latest plan. */
const bonusCasesOf = (person: PersonRow, days: readonly Day[], context: BonusContext): BonusCase[] => {
  const { current, today } = context;
  const planAt = (day: Day): Plan | null => planOn(current.config, person, day);
  const cases = [
    ...days.flatMap((day) => quotaPeriods.flatMap((within) => periodCasesOf(within, day, planAt, context))),
    ...days.flatMap((day) => windowPlansOf(current.config, planAt, day, today).flatMap((plan) => windowsOf(plan, day, context))),
  ];
  return [...new Map(cases.map((one) => [`${one.key} ${one.range.start_date}`, withLatestDefinition(one, planAt)])).values()];
};

/**
 * Proposes bonuses whose level was reached in the affected periods, and withdraws those whose level was lost (decisions 2.08). Call it
 * after the records are written, because levels are computed from them. Bonuses no longer in a plan are unchanged.
 * @returns one audit entry per new, updated or voided bonus
 */
export const settleBonuses = async (
  tx: Repos,
  affected: readonly AffectedDay[],
  people: ReadonlyMap<number, PersonRow>,
  context: BonusContext,
  cause: Cause,
): Promise<AuditWrite[]> => {
  if (!hasBonuses(context.current)) return [];
  const days = new Map<number, Set<Day>>();
  // One day per month is enough: no bonus period is shorter.
  for (const { user_id, day } of affected) days.set(user_id, (days.get(user_id) ?? new Set()).add(monthOfDay(day)));
  const entries: AuditWrite[] = [];
  for (const [userId, months] of [...days].sort(([a], [b]) => a - b)) {
    const person = people.get(userId);
    const cases = person ? bonusCasesOf(person, [...months], context) : [];
    if (!person || cases.length === 0) continue;
    const earlierAwards = await tx.bonuses.proposed(userId, [...new Set(cases.map(({ range }) => range.start_date))]);
    for (const bonusCase of cases) {
      const found = await tx.bonuses.figures(userId, bonusCase.range);
      const holder = holderOf(person);
      const figures = {
        ...figuresFor(bonusCase.bonus, found),
        quota: quotaIn({ config: context.current.config, person: holder, range: bonusCase.range }),
      };
      const rows = earlierAwards.filter(
        ({ bonus_key, bonus_from }) => isAwardOf(bonus_key, bonusCase.key) && bonus_from === bonusCase.range.start_date,
      );
      const decision = decideBonus(bonusCase.bonus, bonusCase.range, figures, rows);
      entries.push(...(await applyDecision(tx, person, bonusCase, { decision, rows }, context, cause)));
    }
  }
  return entries;
};
