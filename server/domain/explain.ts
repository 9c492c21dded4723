import type { Explanation } from '../../contract/entities/explanation.ts';
import { type Actor, can } from '../../contract/permissions.ts';
import { explain, type Facts } from '../../contract/rules/explain.ts';
import { PPM, roundProducts, timesRate } from '../../contract/rules/money.ts';
import { type Day, isDay } from '../../contract/rules/period.ts';
import { defaultPlan, isExcluded, type Plan } from '../../contract/rules/plan.ts';
import type { RecordOfRow } from '../db/repositories/factsOfRecord.ts';
import type { Repositories } from '../db/repositories/store.ts';
import { todayIn } from './clock.ts';
import { configAt, currentConfig, type VersionedConfig } from './config.ts';
import { badRequest, forbidden, notFound } from './problem.ts';
import { planOn, rangeOf } from './recomputeCredits.ts';
import { readChanges } from './recomputeWork.ts';
import type { Services } from './services.ts';

const planOf = ({ config }: VersionedConfig, record: RecordOfRow): Plan =>
  config.plans.find(({ id }) => id === record.plan_id) ??
  planOn(config, { id: record.user_id, role: record.role }, record.booking_date) ??
  defaultPlan;

/** What the engine found, as recorded. A record from before the engine wrote its steps is computed again by the same rules. */
const computedOf = async (within: Repositories, record: RecordOfRow, stored: VersionedConfig, today: Day): Promise<Facts['computed']> => {
  let row: Pick<RecordOfRow, 'cum_cents' | 'quota_cents' | 'parts' | 'base_cents' | 'over_cents' | 'amount_cents'> = record;
  if (record.parts.length === 0 && record.net_cents !== 0) {
    const people = new Map((await within.facts.people([record.user_id])).map((person) => [person.id, person]));
    const person = people.get(record.user_id);
    const range = rangeOf(person ? planOn(stored.config, person, record.booking_date) : null, record.booking_date);
    const asked = [{ user_id: record.user_id, from: range.start_date, to: range.end_date }];
    const [found] = await readChanges(within, asked, people, { current: stored, frozen: new Map(), today });
    row = found?.changes.updates.find(({ before }) => before.id === record.id)?.after ?? record;
  }
  const exact = roundProducts(row.parts.reduce((sum, { net, rate }) => sum + timesRate(net, rate), 0n));
  return {
    id: record.invoice_id,
    cum: row.cum_cents,
    quota: row.quota_cents,
    parts: row.parts,
    base: row.base_cents,
    over: row.over_cents,
    amount: row.amount_cents,
    capped: Math.abs(row.amount_cents) < Math.abs(exact),
  };
};

/** Everything the explanation reads. Facts of money are dated by the day they took effect, so that a past day can be replayed. */
const factsOf = async (within: Repositories, record: RecordOfRow, asOf: Day, timeZone: string): Promise<Facts> => {
  const stored = await configAt(within, record.config_version);
  const plan = planOf(stored, record);
  const { factsOfRecord } = within;
  const payments = await factsOfRecord.payments(record.invoice_id);
  const dayOf = (instant: string): Day => todayIn(timeZone, new Date(instant));
  const booking: Facts['booking'] = {
    id: record.invoice_id,
    invoiceNumber: record.invoice_number,
    bookingDate: record.booking_date,
    net: record.net_cents,
    gross: record.gross_cents,
    credit: record.credit,
    creditOf: record.credit_of_id,
    original: null,
    rateOverride: record.rate_override === null ? null : Number(record.rate_override),
    excluded: isExcluded(plan, record),
  };
  return {
    commissionId: String(record.id),
    asOf,
    plan,
    version: stored.version,
    booking,
    computed: await computedOf(within, record, stored, asOf),
    earlier: await factsOfRecord.earlier(record, rangeOf(plan, record.booking_date).start_date),
    share: record.share_ppm / PPM,
    invoice: {
      gross: record.invoice_gross_cents,
      receipts: payments.filter(({ state }) => state === 'completed'),
      expected: payments.filter(({ state }) => state === 'pending'),
    },
    takesBack: record.takes_back,
    memos: await factsOfRecord.memos(record.invoice_id),
    adjustments: (await factsOfRecord.adjustments(record.id)).map(({ decided_at, created_at, ...one }) => ({
      ...one,
      on: dayOf(one.state === 'approved' ? (decided_at ?? created_at) : created_at),
    })),
    // What isn't through yet is known from the day it was made, whatever day it is planned for.
    payouts: (await factsOfRecord.payouts(record.id)).map(({ created_at, ...one }) => ({
      ...one,
      on: one.state === 'completed' || one.on < dayOf(created_at) ? one.on : dayOf(created_at),
    })),
  };
};

/**
 * Why a record is what it is (decisions 2), on a day or now.
 * @throws Problem 400 for a day that isn't one, lies ahead or before the booking; 403 for another's; 404
 */
export const explainCommission = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  id: number | null,
  asOf: string | undefined,
): Promise<Explanation> => {
  const record = id === null ? undefined : await store.factsOfRecord.record(id);
  if (!record) throw notFound('commission record');
  if (!can(actor, 'commission:read', { owner_id: String(record.user_id) })) throw forbidden();
  const { config } = await currentConfig(store);
  const today = todayIn(config.timezone, clock());
  if (asOf !== undefined && !isDay(asOf)) throw badRequest('date_invalid', 'as_of must be a date that exists, as YYYY-MM-DD.', 'as_of');
  if (asOf !== undefined && asOf > today) throw badRequest('date_ahead', `as_of cannot be after today, ${today}.`, 'as_of');
  const day = asOf ?? today;
  if (asOf !== undefined && day < record.booking_date)
    throw badRequest(
      'before_booking',
      `Invoice ${record.invoice_number} was booked on ${record.booking_date}, so there was nothing to explain before.`,
      'as_of',
    );
  return store.transaction(async (within) => explain(await factsOf(within, record, day, config.timezone)));
};
