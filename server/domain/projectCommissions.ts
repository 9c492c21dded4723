import type { Projection, ProjectionBody } from '../../contract/entities/projection.ts';
import { type Actor, can } from '../../contract/permissions.ts';
import { type Cents, toCents } from '../../contract/rules/money.ts';
import { type DateRange, type Day, isDay } from '../../contract/rules/period.ts';
import { type Extra, project } from '../../contract/rules/project.ts';
import type { OpenDealRow } from '../db/repositories/deals.ts';
import { todayIn } from './clock.ts';
import { readRange } from './commissionQuestion.ts';
import { currentConfig } from './config.ts';
import { forbidden, notFound, refusedForm } from './problem.ts';
import { projectedPeriods } from './projectionPeriods.ts';
import type { Services } from './services.ts';

const MOST = 100_000_000_000;
const rowIdOf = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0);

/** A deal is booked on the day it is expected, but not before today and not outside the range that is looked at. */
const dealExtra = ({ name, amount_cents, probability, expected_close_date }: OpenDealRow, range: DateRange, today: Day): Extra => {
  const notBefore = [expected_close_date, range.start_date, today].sort().at(-1) ?? today;
  const bookingDate = notBefore > range.end_date ? range.end_date : notBefore;
  return { label: name, net: amount_cents, bookingDate, probability: Number(probability) };
};

const centsOf = (amount: number, field: string): Cents => {
  const cents = Number.isFinite(amount) && Math.abs(amount) < 1_000_000_000 ? toCents(amount) : MOST;
  if (Math.abs(cents) >= MOST || cents === 0)
    throw refusedForm({ [field]: 'Net revenue must be a number other than zero, below a billion.' });
  return cents;
};

const typedExtra = ({ extra }: ProjectionBody, range: DateRange): Extra[] =>
  extra.map(({ net_revenue, booking_date }, at) => {
    const inside = isDay(booking_date) && booking_date >= range.start_date && booking_date <= range.end_date;
    if (!inside) throw refusedForm({ [`extra.${at}.booking_date`]: `Booking date must be from ${range.start_date} to ${range.end_date}.` });
    return { label: `What if ${at + 1}`, net: centsOf(net_revenue, `extra.${at}.net_revenue`), bookingDate: booking_date };
  });

/**
 * What ticked deals and what-if rows would bring, by the engine of the records; nothing is stored (decisions 2, "Calculate Projections").
 * @throws Problem 400, 403, 404, 422
 */
export const projectCommissions = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  body: ProjectionBody,
): Promise<Projection> => {
  if (!can(actor, 'commission:read', { owner_id: body.user_id })) throw forbidden();
  const range = readRange(body.start_date, body.end_date);
  const typed = typedExtra(body, range);
  const ids = [...new Set(body.deal_ids.map(rowIdOf))];
  return store.transaction(async (within) => {
    const [person] = await within.facts.people([rowIdOf(body.user_id)]);
    if (!person) throw notFound('user');
    const { config } = await currentConfig(within);
    const deals = await within.deals.openAmong(person.id, ids);
    if (deals.length < ids.length)
      throw refusedForm({ deal_ids: 'A deal that was ticked is not an open deal of this person any more. Load the deals again.' });
    const today = todayIn(config.timezone, clock());
    const extra = [...deals.map((deal) => dealExtra(deal, range, today)), ...typed];
    const periods = await projectedPeriods(within, config, person, range, extra);
    if (periods.length === 0) throw refusedForm({ user_id: 'No plan applies to this person in this period, so nothing would be earned.' });
    return project(periods, body.weighted);
  });
};
