import { type Projection, type ProjectionBody, TEAM } from '../../../contract/entities/projection.ts';
import { validateDate, validateNet } from '../../../contract/forms/whatIf.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import { plainSale } from '../../../contract/rules/commission/matching.ts';
import { type ExtraBooking, type ProjectedPeriod, project } from '../../../contract/rules/commission/project.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { dayText, monthText } from '../../../contract/rules/time/dayText.ts';
import { type DateRange, type Day, wholeMonthsBetween } from '../../../contract/rules/time/period.ts';
import type { PersonRow } from '../../db/repositories/commissions/facts.ts';
import type { OpenDealRow } from '../../db/repositories/deals/openDeals.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { readRange } from '../commissions/commissionQuestion.ts';
import { planOn, quotaPeriodOf } from '../commissions/recompute/index.ts';
import { readableOwners } from '../deals/dealScope.ts';
import { readSummaryTerms } from '../plans/commissionPlan.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { forbidden, formProblem, notFoundProblem } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';
import type { Services } from '../shared/services.ts';
import { readProjectedPeriods } from './projectionPeriods.ts';

/** Smaller amounts round to zero. */
const HALF_A_CENT = 0.005;

/** One person's quota period; for a team, from the first start to the last end. */
const widestRange = (ranges: readonly DateRange[]): DateRange => ({
  start_date: ranges.map(({ start_date }) => start_date).sort()[0] ?? '',
  end_date:
    ranges
      .map(({ end_date }) => end_date)
      .sort()
      .at(-1) ?? '',
});

type LeftOut = Projection['left_out'][number];
/** A deal is booked on its expected day, but not before today; a deal expected outside the range is left out. */
const extraOfDeal = (deal: OpenDealRow, range: DateRange, today: Day): ExtraBooking | LeftOut => {
  const { name, amount_cents, probability, expected_close_date, customer_name, customer_type, customer_since } = deal;
  const bookingDate = expected_close_date < today ? today : expected_close_date;
  const leftOutReason = bookingDate < range.start_date ? 'before' : bookingDate > range.end_date ? 'after' : null;
  if (leftOutReason !== null) return { label: name, expected_close_date, why: leftOutReason };
  const customer_months = customer_since === null ? 0 : wholeMonthsBetween(customer_since, bookingDate);
  const sale = { ...plainSale, customer_name, customer_type, customer_months };
  return { label: name, net: amount_cents, bookingDate, probability: Number(probability), sale };
};

const readExtras = ({ extra }: ProjectionBody, range: DateRange): ExtraBooking[] =>
  extra.map(({ net_revenue, booking_date }, index) => {
    const date = validateDate(booking_date, range);
    if (date !== null) throw formProblem({ [`extra.${index}.booking_date`]: `${date}.` });
    const net = Number.isFinite(net_revenue)
      ? validateNet(Math.abs(net_revenue) < HALF_A_CENT ? 0 : net_revenue)
      : messages.projections.netInvalid;
    if (net !== null) throw formProblem({ [`extra.${index}.net_revenue`]: `${net}.` });
    return { label: fill(messages.projections.extraRow, { number: index + 1 }), net: toCents(net_revenue), bookingDate: booking_date };
  });

/** @throws Problem 422 if nothing can still be booked */
const assertBookable = async (
  { periods }: Pick<Repositories, 'periods'>,
  range: DateRange,
  extras: readonly ExtraBooking[],
  today: Day,
) => {
  if (range.end_date < today)
    throw formProblem({
      end_date: fill(messages.projections.over, { day: dayText(range.end_date) }),
    });
  const closed = new Set((await periods.closedIn(range.start_date, range.end_date)).map(({ start_date }) => start_date));
  const refusedIndex = extras.findIndex(({ bookingDate }) => closed.has(`${bookingDate.slice(0, 7)}-01`));
  const row = extras[refusedIndex];
  if (row)
    throw formProblem({
      [`extra.${refusedIndex}.booking_date`]: fill(messages.projections.monthClosed, { month: monthText(row.bookingDate) }),
    });
};

type Owned = Readonly<{ period: ProjectedPeriod; owner: number }>;
/** Uses the quota that the card shows: for closed months the one they were closed with, or the plan's quota if none is found. */
const withShownQuota = async (store: Services['store'], { period, owner }: Owned): Promise<ProjectedPeriod> => {
  const { closed, plan, start } = period;
  if (!closed) return period;
  const { inRange } = await readSummaryTerms(store, quotaPeriodOf(plan, start), owner);
  return { ...period, closed: { ...closed, quota: inRange.quota || closed.quota } };
};

/** The people of the projection: one person, or those the actor manages. @throws Problem 403, 404, 422 */
const peopleOf = async (tx: Repositories, actor: Actor, { user_id, extra }: ProjectionBody): Promise<readonly PersonRow[]> => {
  const isTeam = user_id === TEAM;
  if (!can(actor, 'commission:read', { owner_id: user_id })) throw forbidden();
  if (isTeam && extra.length > 0) throw formProblem({ extra: messages.projections.teamExtra });
  const people = await tx.facts.people(isTeam ? await tx.users.managedBy(Number(actor.id)) : [rowId(user_id) ?? 0]);
  if (people.length === 0) throw notFoundProblem('user');
  return people;
};

/**
 * The commission of selected deals and what-if rows, computed by the same engine as records; nothing is stored (decisions 2.13). It covers
 * the whole quota period of each person that contains the end of the range.
 * @throws Problem 400, 403, 404, 422
 */
export const projectCommissions = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  body: ProjectionBody,
): Promise<Projection> => {
  const { end_date } = readRange(body.start_date, body.end_date);
  const ids = [...new Set(body.deal_ids.map((id) => rowId(id) ?? 0))];
  const { all, leftOut, ranges, people } = await store.transaction(async (tx) => {
    const people = await peopleOf(tx, actor, body);
    const { config } = await currentConfig(tx);
    const today = todayIn(config.timezone, clock());
    const readable = await readableOwners(tx, actor);
    const deals = await tx.openDeals.openAmong(
      people.map(({ id }) => id).filter((id) => readable === null || readable.includes(id)),
      ids,
    );
    if (deals.length < ids.length) throw formProblem({ deal_ids: messages.projections.dealGone });
    const leftOut: LeftOut[] = [];
    const ranges: DateRange[] = [];
    const all: Owned[] = [];
    for (const person of people) {
      const range = quotaPeriodOf(planOn(config, person, end_date), end_date);
      const extras = readExtras(body, range);
      await assertBookable(tx, range, extras, today);
      const dealExtras = deals.filter(({ owner_id }) => owner_id === person.id).map((deal) => extraOfDeal(deal, range, today));
      const extra = [...dealExtras.filter((item) => 'net' in item), ...extras];
      all.push(...(await readProjectedPeriods(tx, config, person, range, extra)).map((period) => ({ period, owner: person.id })));
      leftOut.push(...dealExtras.filter((item) => 'why' in item));
      ranges.push(range);
    }
    if (all.length === 0) throw formProblem({ user_id: messages.projections.noPlan });
    return { all, leftOut, ranges, people };
  });
  const projected = project(await Promise.all(all.map((input) => withShownQuota(store, input))), body.weighted);
  return { ...projected, ...(people.length > 1 ? { next_threshold: null } : {}), range: widestRange(ranges), left_out: leftOut };
};
