import type { Explanation } from '../../../../contract/entities/explanation.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { type Actor, can } from '../../../../contract/permissions.ts';
import { isCapped, isExcludedBy } from '../../../../contract/rules/commission/clauses/keys.ts';
import { releasableIn, releasingInvoiceBeforeCredits } from '../../../../contract/rules/commission/explain/facts.ts';
import { explainRecord, type Facts } from '../../../../contract/rules/commission/explain.ts';
import { defaultPlan, isExcluded, type Plan } from '../../../../contract/rules/commission/plan.ts';
import { uncreditedRelease } from '../../../../contract/rules/commission/release.ts';
import { PPM } from '../../../../contract/rules/money.ts';
import { dayText } from '../../../../contract/rules/time/dayText.ts';
import { addDays, type Day } from '../../../../contract/rules/time/period.ts';
import type { OriginalRow, RecordWithInvoice } from '../../../db/repositories/commissions/factsOfRecord.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { readPayLimits } from '../../payouts/payLimits.ts';
import { readLeaveEffect } from '../../plans/commissionPlan.ts';
import { configAt, currentConfig, type VersionedConfig } from '../../plans/config.ts';
import { startOfDay, todayIn } from '../../shared/clock.ts';
import { requireValidDays } from '../../shared/days.ts';
import { withRole } from '../../shared/personOn.ts';
import { badRequest, forbidden, notFoundProblem } from '../../shared/problem.ts';
import type { Services } from '../../shared/services.ts';
import { pendingDays } from '../pendingDays.ts';
import { isEmptied, isOutsideQuota, movedAsRecorded, partsOfRecord, planOn, quotaPeriodOf, readAndDiff } from '../recompute/index.ts';
import { readNextRateOn } from '../summarizeCommissions.ts';
import { adjustmentsAsOf, amountAsOf, FAR_FUTURE, recomputeAsOf } from './explainAsOf.ts';
import { manualSourceOf, sourceOf } from './sources.ts';
import { holdDaysOf, splitAsOf } from './splitsAndHolds.ts';

type PlannedRecord = Pick<RecordWithInvoice, 'user_id' | 'role' | 'booking_date'> & Readonly<{ plan_id: string | null }>;
const planOf = ({ config }: VersionedConfig, record: PlannedRecord): Plan =>
  config.plans.find(({ id }) => id === record.plan_id) ??
  planOn(config, { id: record.user_id, role: record.role }, record.booking_date) ??
  defaultPlan;

const startOf = (plan: Plan, { booking_date }: RecordWithInvoice): Day => quotaPeriodOf(plan, booking_date).start_date;

/** The engine's recorded result. Records from before the engine stored its steps are recomputed by the same rules. */
const computedOf = async (
  tx: Repositories,
  record: RecordWithInvoice,
  { stored, plan }: Readonly<{ stored: VersionedConfig; plan: Plan }>,
  today: Day,
): Promise<Facts['computed']> => {
  let row: Pick<RecordWithInvoice, 'cum_cents' | 'quota_cents' | 'parts' | 'base_cents' | 'over_cents' | 'amount_cents'> = record;
  if (record.parts.length === 0 && record.net_cents !== 0) {
    const people = new Map(
      (await tx.facts.people([record.user_id])).map((person) => [person.id, withRole(person, record.role, record.booking_date)]),
    );
    const person = people.get(record.user_id);
    const range = quotaPeriodOf(person ? planOn(stored.config, person, record.booking_date) : null, record.booking_date);
    const ranges = [{ user_id: record.user_id, from: range.start_date, to: range.end_date }];
    const [computed] = await readAndDiff(tx, ranges, people, { current: stored, closedMonths: new Map(), today });
    row = computed?.diff.updates.find(({ before }) => before.id === record.id)?.after ?? record;
  }
  const parts = partsOfRecord({ ...record, ...row }, plan, record);
  return {
    id: record.invoice_id,
    cum: row.cum_cents,
    quota: row.quota_cents,
    parts,
    base: row.base_cents,
    over: row.over_cents,
    amount: row.amount_cents,
    capped: isCapped(parts),
  };
};

const currentValuesOf = (record: RecordWithInvoice, plan: Plan) => ({
  net: record.net_cents,
  share: record.share_ppm / PPM,
  excluded: isExcluded(plan, record),
  rateClause: record.rate_clause,
});

/** The plan's index in its configuration; omitted if the configuration no longer contains it. */
const planIndexOf = ({ config }: VersionedConfig, plan: Plan): Pick<Facts, 'planIndex'> => {
  const planIndex = config.plans.indexOf(plan);
  return planIndex === -1 ? {} : { planIndex };
};

/** Overrides for a record whose credit was removed: no share, and the release rule of uncredited records. */
const emptiedOverridesOf = (record: RecordWithInvoice, plan: Plan): Partial<Calculation> =>
  isEmptied(record) ? { emptied: true, share: 0, plan: { ...plan, release: uncreditedRelease } } : {};

type Calculation = Pick<Facts, 'plan' | 'planIndex' | 'version' | 'computed' | 'laterChange' | 'emptied'> &
  Readonly<{ net: number; share: number; excluded: boolean; rateClause: number | null; before: string }>;

/** The record's own arithmetic at the end of the day `asOf`; `instant` is the start of the next day. */
const readCalculation = async (
  tx: Repositories,
  record: RecordWithInvoice,
  instant: string,
  dayOf: (at: string) => Day,
  asOf: Day,
): Promise<Calculation> => {
  const pastAmount = amountAsOf(await tx.factsOfRecord.amountsFrom(record, instant), record.amount_cents, instant);
  const { cents, changed, before } = pastAmount;
  const laterChange = changed && changed.cents !== cents ? { laterChange: { on: dayOf(changed.at), amount: changed.cents } } : {};
  if (before !== FAR_FUTURE) {
    const valid = await configAt(tx, await tx.factsOfRecord.versionBefore(before));
    const target = await recomputeAsOf(tx, record, valid, pastAmount);
    if (target) {
      const { plan, computed, net, sharePpm, excluded, rateClause } = target;
      return {
        plan,
        ...planIndexOf(valid, plan),
        version: valid.version,
        computed,
        net,
        share: sharePpm / PPM,
        excluded,
        rateClause,
        before,
        ...laterChange,
      };
    }
    if (cents !== record.amount_cents) {
      const plan = planOf(valid, record);
      const computed = { ...(await computedOf(tx, record, { stored: valid, plan }, asOf)), parts: [], amount: cents, capped: false };
      return {
        plan,
        ...planIndexOf(valid, plan),
        version: valid.version,
        computed,
        ...currentValuesOf(record, plan),
        before,
        ...laterChange,
      };
    }
  }
  const stored = await configAt(tx, record.config_version);
  const plan = planOf(stored, record);
  const computed = await computedOf(tx, record, { stored, plan }, asOf);
  return {
    plan,
    ...planIndexOf(stored, plan),
    version: stored.version,
    computed,
    ...currentValuesOf(record, plan),
    excluded: isExcludedBy(computed.parts) || isOutsideQuota(record),
    ...emptiedOverridesOf(record, plan),
    before: FAR_FUTURE,
    ...laterChange,
  };
};

/** The original sale that a credit memo reverses, with its release rule. */
const readReversedSale = async (
  tx: Repositories,
  { user_id, role }: RecordWithInvoice,
  { config_version, plan_id, booking_date, invoice_number: number, gross_cents: gross }: OriginalRow,
): Promise<Omit<NonNullable<Facts['original']>, 'receipts' | 'expected'>> => {
  const config = config_version === null ? await currentConfig(tx) : await configAt(tx, config_version);
  const { release } = planOf(config, { user_id, role, booking_date, plan_id });
  return { number, gross, bookingDate: booking_date, release };
};

/**
 * Everything the explanation reads. Money facts are dated by their effective day, so that a past day can be replayed.
 * @param today in the company's time zone; an explanation for today uses the current state
 */
export const factsOf = async (tx: Repositories, record: RecordWithInvoice, asOf: Day, today: Day, timeZone: string): Promise<Facts> => {
  const { factsOfRecord } = tx;
  const instant = asOf === today ? FAR_FUTURE : startOfDay(addDays(asOf, 1), timeZone).toISOString();
  const dayOf = (at: string): Day => todayIn(timeZone, new Date(at));
  const { net, share, excluded, rateClause, before, ...arithmetic } = await readCalculation(tx, record, instant, dayOf, asOf);
  const { emptied = false } = arithmetic;
  const original = record.credit_of_id === null || emptied ? undefined : await factsOfRecord.original(record);
  const payments = (emptied ? [] : await factsOfRecord.payments(original?.id ?? record.invoice_id)).map(({ id, ...payment }) => ({
    ...payment,
    id: String(id),
    source: sourceOf(payment, dayOf(payment.created_at)),
  }));
  const money = {
    receipts: payments.filter(({ state }) => state === 'completed'),
    expected: payments.filter(({ state }) => state === 'pending'),
    credits: emptied ? [] : await factsOfRecord.credits(original?.id ?? record.invoice_id),
  };
  const booking: Facts['booking'] = {
    id: record.invoice_id,
    invoiceNumber: record.invoice_number,
    bookingDate: record.booking_date,
    net,
    gross: record.gross_cents,
    credit: record.credit,
    creditOf: record.credit_of_id,
    original: null,
    rateOverride: record.rate_override === null ? null : Number(record.rate_override),
    rateClause,
    ...(excluded || record.credit === 'override' || before !== FAR_FUTURE ? {} : { counts: record.commissionable_cents }),
    excluded,
  };
  const facts: Facts = {
    commissionId: String(record.id),
    userId: String(record.user_id),
    asOf,
    ...arithmetic,
    booking,
    earlier: (await factsOfRecord.earlier(record, startOf(arithmetic.plan, record), before)).count,
    share,
    split: splitAsOf(await factsOfRecord.splits(record), instant, dayOf),
    holds: (await factsOfRecord.holds(record)).filter(({ held_at }) => held_at < instant).map((row) => holdDaysOf(row, dayOf)),
    ...(original ? { original: { ...money, ...(await readReversedSale(tx, record, original)) } } : {}),
    invoice: {
      gross: record.invoice_gross_cents,
      ...(original ? { receipts: [], expected: [], credits: [] } : money),
      source: sourceOf(record, dayOf(record.invoice_created_at)),
    },
    hasPay: await factsOfRecord.hasPay(record),
    takesBack: record.takes_back,
    ...(record.credit_of_id === null ? {} : { takesBackId: String(record.credit_of_id) }),
    memos: (emptied ? [] : await factsOfRecord.memos(record.invoice_id)).map(({ id, ...memo }) => ({
      ...memo,
      id: String(id),
      source: sourceOf(memo, dayOf(memo.created_at)),
    })),
    adjustments: adjustmentsAsOf(await factsOfRecord.adjustments(record.id, instant), record.id, instant, dayOf),
    // A payout in progress appears on the day it was created, not on its planned day.
    payouts: (await factsOfRecord.payouts(record.id)).map(({ id, created_at, entered_by, ...payout }) => ({
      ...payout,
      id: String(id),
      source: manualSourceOf(entered_by, dayOf(created_at)),
      payDay: payout.on,
      on: payout.state === 'completed' || payout.on < dayOf(created_at) ? payout.on : dayOf(created_at),
    })),
  };
  const { adjustments_cents: adjusted } = record;
  const releasable = releasableIn(facts, record.amount_cents + adjusted, adjusted);
  return { ...facts, moved: movedAsRecorded({ ...record, adjusted }, releasingInvoiceBeforeCredits(facts).release, releasable, asOf) };
};

const payments: ReadonlySet<string> = new Set(['payment', 'payout']);
/** Keeps all rows, because they make up the figure; hides link and source of payments the actor may not read (decisions 3.08). */
const hidePaymentDetails = (explanation: Explanation, actor: Actor, { user_id }: RecordWithInvoice): Explanation => {
  if (can(actor, 'payment:read', { owner_id: String(user_id) })) return explanation;
  const rows = explanation.rows.map(({ ref, source, ...row }) =>
    payments.has(row.kind) ? row : { ...row, ...(ref && { ref }), ...(source && { source }) },
  );
  return { ...explanation, rows };
};

/**
 * Explains a record's figures (decisions 2.04), on a day or now.
 * @throws Problem 400 for an invalid or future day or one before the booking; 403 for another person's record; 404
 */
export const explainCommission = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  id: number | null,
  asOf: string | undefined,
): Promise<Explanation> => {
  const record = id === null ? undefined : await store.factsOfRecord.record(id);
  if (!record) throw notFoundProblem('commission record');
  if (!can(actor, 'commission:read', { owner_id: String(record.user_id) })) throw forbidden();
  const { config } = await currentConfig(store);
  const today = todayIn(config.timezone, clock());
  requireValidDays({ as_of: asOf });
  if (asOf !== undefined && asOf > today)
    throw badRequest('date_ahead', fill(messages.explainRefusals.dayAhead, { today: dayText(today) }), 'as_of');
  const day = asOf ?? today;
  if (asOf !== undefined && day < record.booking_date)
    throw badRequest(
      'before_booking',
      fill(messages.explainRefusals.beforeBooking, { invoice: record.invoice_number, day: dayText(record.booking_date) }),
      'as_of',
    );
  const days = pendingDays(config, { start_date: record.booking_date, end_date: record.booking_date });
  const [next, leave, last] = await Promise.all([
    // Excluded records and team shares do not count toward quota, so they do not affect the next rate.
    day === today && record.commissionable_cents !== 0
      ? readNextRateOn({ store, clock }, record.user_id, record.booking_date, record.rate_clause)
      : null,
    readLeaveEffect(store, record.user_id, record.booking_date),
    store.payoutRuns.last(),
  ]);
  const payDays = day === today ? { rule: config.payout.day, last } : null;
  const payLimits = payDays && (await readPayLimits(store, record, payDays, config, today));
  return store.transaction(async (tx) => ({
    ...hidePaymentDetails(
      explainRecord({ ...(await factsOf(tx, record, day, today, config.timezone)), leave, payDays, payLimits }),
      actor,
      record,
    ),
    ...(next ? { next_rate: next } : {}),
    pending: await tx.marks.pendingIn(days, record.user_id),
  }));
};
