import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import { plainSale } from '../../../contract/rules/commission/matching.ts';
import type { Plan } from '../../../contract/rules/commission/plan.ts';
import { type ExtraBooking, priceExtra } from '../../../contract/rules/commission/project.ts';
import type { ExpectedDeal, PaymentHabit } from '../../../contract/rules/forecast/liability.ts';
import { groupBy } from '../../../contract/rules/groupBy.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { addDays, type DateRange, type Day, laterDay, periodAt } from '../../../contract/rules/time/period.ts';
import type { PersonRow } from '../../db/repositories/commissions/facts.ts';
import type { OpenDealRow } from '../../db/repositories/deals/openDeals.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { readExtraPeriods } from '../projections/projectionPeriods.ts';

type Repos = Pick<Repositories, 'facts' | 'openDeals' | 'records'>;
/** Owners of deals whose sales are read at once. */
const BATCH_PEOPLE = 200;

type WeightedDeals = Readonly<{ expected: readonly ExpectedDeal[]; leftOut: number }>;

const extraOf = (
  { name, amount_cents, probability, expected_close_date, customer_name, customer_type }: OpenDealRow,
  today: Day,
): ExtraBooking => ({
  label: name,
  net: amount_cents,
  bookingDate: laterDay(expected_close_date, today),
  probability: Number(probability),
  sale: { ...plainSale, customer_name, customer_type },
});

/** The day of the last part, if the release has several. */
const releaseDay = (earnedOn: Day, { release: { when, waitDays } }: Plan, { term }: PaymentHabit): Day => {
  const paid = addDays(earnedOn, waitDays + (when === 'on_booking' ? 0 : term));
  return when === 'year_end' ? laterDay(paid, periodAt('year', earnedOn).end_date) : paid;
};

type Owner = Readonly<{ person: PersonRow; extra: readonly ExtraBooking[] }>;

/** The people's weighted deals of this year, priced by the engine after all recorded sales of each person. */
const expectOwnersDeals = async (
  tx: Repos,
  config: CommissionsConfig,
  owners: readonly Owner[],
  { habit, range }: Readonly<{ habit: PaymentHabit; range: DateRange }>,
): Promise<ExpectedDeal[]> => {
  const all = await readExtraPeriods(tx, config, owners, range);
  return all.flatMap((periods) => {
    const plans = periods.flatMap((period) => period.extra.map(({ plan }) => plan ?? period.plan));
    return priceExtra(periods, true).map(({ booking_date, commission }, index) => ({
      amount: toCents(commission),
      earnedOn: booking_date,
      releasedOn: releaseDay(booking_date, plans[index] as Plan, habit),
    }));
  });
};

/** The weighted commission of the owners of open deals, without their managers' overrides. */
export const readExpectedDeals = async (tx: Repos, config: CommissionsConfig, habit: PaymentHabit, today: Day): Promise<WeightedDeals> => {
  const range = { start_date: today, end_date: periodAt('year', today).end_date };
  const byOwner = groupBy(await tx.openDeals.until(range.end_date), ({ owner_id }) => owner_id);
  const people = await tx.facts.people([...byOwner.keys()].filter((id) => id !== null));
  const owners = people.map((person) => ({ person, extra: (byOwner.get(person.id) ?? []).map((deal) => extraOf(deal, today)) }));
  const expected: ExpectedDeal[] = [];
  for (let from = 0; from < owners.length; from += BATCH_PEOPLE)
    expected.push(...(await expectOwnersDeals(tx, config, owners.slice(from, from + BATCH_PEOPLE), { habit, range })));
  return { expected, leftOut: await tx.openDeals.incomplete() };
};
