import { messages } from '../../../../../contract/messages.ts';
import { isCapped, isExcludedBy } from '../../../../../contract/rules/commission/clauses/keys.ts';
import { commissionStatusFor, dueOf } from '../../../../../contract/rules/commission/commission.ts';
import type { Computed } from '../../../../../contract/rules/commission/engine.ts';
import { reasonOf } from '../../../../../contract/rules/commission/explain/reason.ts';
import { releasedDuringHold } from '../../../../../contract/rules/commission/hold.ts';
import { defaultPlan, type Plan } from '../../../../../contract/rules/commission/plan.ts';
import {
  isSettledByCredit,
  lapsedOn,
  type Releasable,
  releasableIgnoringWait,
  releasedAt,
  settledShare,
  uncreditedRelease,
} from '../../../../../contract/rules/commission/release.ts';
import type { Cents } from '../../../../../contract/rules/money.ts';
import { type Day, laterDay } from '../../../../../contract/rules/time/period.ts';
import type { FactRow } from '../../../../db/repositories/commissions/facts.ts';
import type { RecordValues, StoredRow } from '../../../../db/repositories/commissions/records.ts';
import type { ExpectedRecord } from './expectedRecords.ts';
import { movedAsRecorded } from './moved.ts';
import { partsOfRecord, unknownInvoice } from './recordReasons.ts';

export type ValueContext = Readonly<{
  today: Day;
  version: number;
  memosOf: (invoiceId: number) => readonly MemoFact[];
  releaseOf: (plan: Plan, fact: Pick<FactRow, 'takes_back'>) => Plan['release'];
  /** The amount still released by a record of an invoice that credits settled, or of its memo (`movedBySettled`). */
  movedBy: (invoiceId: number) => Cents;
}>;
export type MemoFact = Pick<FactRow, 'invoice_number' | 'booking_date' | 'net_cents'>;
type Money = Pick<RecordValues, 'adjustments_cents' | 'released_cents' | 'paid_cents' | 'due_cents' | 'status' | 'payment_date' | 'reason'>;
/** The invoice facts that determine its records' money. */
type InvoiceFact = Pick<
  FactRow,
  'id' | 'invoice_number' | 'booking_date' | 'gross_cents' | 'receipts' | 'credits' | 'takes_back' | 'has_pay'
>;
type MoneyFacts = Readonly<{ plan: Plan; fact: InvoiceFact; computed: Pick<Computed, 'amount' | 'capped'>; excluded: boolean }>;

/** True if the record is held on the day; a hold starts as soon as somebody sets it. */
export const isRecordHeld = (row: Pick<StoredRow, 'held' | 'held_until'> | undefined, today: Day): boolean =>
  row?.held === true && (row.held_until === null || today < row.held_until);

/** The earned amount and the payments that release it: those of the invoice, or of a credit memo's original. */
export const releasableOf = (fact: Omit<InvoiceFact, 'id' | 'invoice_number'>, earned: Cents, moved = 0): Releasable => {
  const { takes_back: original, gross_cents, booking_date, receipts, credits } = fact;
  return {
    earned,
    gross: original?.gross_cents ?? gross_cents,
    bookingDate: laterDay(original?.booking_date ?? booking_date, booking_date),
    saleDay: original?.booking_date ?? booking_date,
    receipts: receipts.map(([on, amount]) => ({ on, amount })),
    credits: credits.map(([on, amount]) => ({ on, amount })),
    hasPay: fact.has_pay,
    ...(moved === 0 ? {} : { moved }),
  };
};

/** The facts of a stored record that its money depends on. */
export type StoredMoney = Pick<StoredRow, 'adjusted' | 'paid' | 'paid_on' | 'held' | 'held_until'>;
const earnedOf = (amount: Cents, stored: StoredMoney | undefined): Cents => amount + (stored?.adjusted ?? 0);

/** `releasedNow`: the amount the invoice releases regardless of holds; `releasedWithoutWait`: the amount without the plan's wait. */
type ReleasedAmounts = Readonly<{
  releasing: Pick<Releasable, 'gross' | 'receipts'>;
  releasedNow: Cents;
  releasedWithoutWait: Cents;
  settledByCredit?: boolean;
  lapsed?: boolean;
}>;

/** Derives due, status and reason from the released, adjusted and paid amounts (decisions 2.03, 2.04). */
const deriveMoney = (
  { fact, computed, excluded }: Omit<MoneyFacts, 'plan'>,
  stored: StoredMoney | undefined,
  { releasing, releasedNow, releasedWithoutWait, settledByCredit = false, lapsed = false }: ReleasedAmounts,
  { today, memosOf }: Pick<ValueContext, 'today' | 'memosOf'>,
): Money => {
  const adjustments = stored?.adjusted ?? 0;
  const paid = stored?.paid ?? 0;
  const paidOn = paid === 0 ? null : (stored?.paid_on ?? null);
  const earned = earnedOf(computed.amount, stored);
  const isHeld = isRecordHeld(stored, today);
  const released = isHeld ? releasedDuringHold(earned, releasedNow, paid) : releasedNow;
  const status = commissionStatusFor(earned, released, paid);
  const reason = reasonOf(
    {
      asOf: today,
      excluded,
      capped: computed.capped,
      releasing,
      memos: memosOf(fact.id).map(({ booking_date: on }) => ({ on })),
      adjustments: adjustments === 0 ? [] : [{ on: today, amount: adjustments, state: 'approved' }],
    },
    { adjustments, earned, released, held: isHeld, paid, status, releasedWithoutWait, settledByCredit, lapsed },
  );
  return {
    adjustments_cents: adjustments,
    released_cents: released,
    paid_cents: paid,
    due_cents: dueOf(earned, released, paid),
    status,
    payment_date: paidOn,
    reason,
  };
};

/** Derives the money fields from payments, adjustments and payouts (decisions 2.03). */
const moneyOf = (
  facts: MoneyFacts,
  stored: StoredMoney | undefined,
  context: Omit<ValueContext, 'version' | 'movedBy'>,
  moved = 0,
): Money => {
  const { plan, fact, computed } = facts;
  const release = context.releaseOf(plan, fact);
  const releasable = releasableOf(fact, earnedOf(computed.amount, stored), moved === 0 ? 0 : moved + (stored?.adjusted ?? 0));
  const releasedNow = releasedAt(release, releasable, context.today);
  const releasedWithoutWait = releasableIgnoringWait(release, releasable, context.today);
  const settledByCredit =
    isSettledByCredit(release, releasable, context.today) || (moved !== 0 && settledShare(release, releasable, context.today) > 0);
  const lapsed = lapsedOn(release, releasable, context.today) !== null;
  return deriveMoney(facts, stored, { releasing: releasable, releasedNow, releasedWithoutWait, settledByCredit, lapsed }, context);
};

/** The expected values of a record. */
export const recordValues = (
  userId: number,
  expected: ExpectedRecord,
  stored: StoredMoney | undefined,
  context: ValueContext,
): RecordValues => {
  const { fact, computed, plan, credit, sharePpm, net, gross, excluded, rateClause, counts } = expected;
  const money = moneyOf(expected, stored, context, context.movedBy(fact.id));
  // Lists every property because it creates up to a million objects, and a spread takes ten times as long.
  return {
    invoice_id: fact.id,
    user_id: userId,
    invoice_number: fact.invoice_number,
    booking_date: fact.booking_date,
    gross_cents: gross,
    net_cents: net,
    commissionable_cents: excluded || credit === 'override' ? 0 : counts,
    base_cents: computed.base,
    over_cents: computed.over,
    amount_cents: computed.amount,
    notes: fact.credit_of_id === null ? fact.notes : messages.commissions.creditMemo,
    credit,
    share_ppm: sharePpm,
    plan_id: plan.id,
    config_version: context.version,
    cum_cents: computed.cum,
    quota_cents: computed.quota,
    rate_clause: rateClause,
    parts: computed.parts,
    adjustments_cents: money.adjustments_cents,
    released_cents: money.released_cents,
    paid_cents: money.paid_cents,
    due_cents: money.due_cents,
    status: money.status,
    payment_date: money.payment_date,
    reason: money.reason,
  };
};

/** A stored record's amount, with the reasons that decide its status. */
const storedPricing = (
  row: Parameters<typeof partsOfRecord>[0],
  plan: Plan,
  invoice: Parameters<typeof partsOfRecord>[2],
): Pick<MoneyFacts, 'computed' | 'excluded'> => {
  const parts = partsOfRecord(row, plan, invoice);
  return { computed: { amount: row.amount_cents, capped: isCapped(parts) }, excluded: isExcludedBy(parts) };
};

/** Invoice facts without any payment. */
const withoutPayments = ({ invoice_id: id, invoice_number, booking_date }: StoredRow): InvoiceFact => ({
  id,
  invoice_number,
  booking_date,
  gross_cents: 0,
  receipts: [],
  credits: [],
  takes_back: null,
  has_pay: true,
});

/** Without the invoice's facts, the released amount is derived from its stored value. */
const moneyWithoutFacts = (stored: StoredRow, plan: Plan, context: ValueContext): Money => {
  const { reason, released_cents } = stored;
  const { computed, excluded } = storedPricing(stored, plan, unknownInvoice);
  const earned = earnedOf(stored.amount_cents, stored);
  const wasFullyReleased = reason === 'held' || released_cents === stored.amount_cents + stored.adjustments_cents;
  const fact = withoutPayments(stored);
  const facts = { fact, computed, excluded: excluded || reason === 'excluded' };
  const amounts = {
    releasing: releasableOf(fact, earned),
    releasedNow: wasFullyReleased ? earned : released_cents,
    releasedWithoutWait: reason === 'wait_days' ? earned : 0,
  };
  const money = deriveMoney(facts, stored, amounts, context);
  // Only the earlier facts showed what was reversed after the payout, so the stored reason is kept.
  return money.status === 'over_paid' && stored.status === 'over_paid' ? { ...money, reason } : money;
};

const storedValues = ({
  adjusted: _adjusted,
  paid: _paid,
  paid_on: _day,
  held: _held,
  held_until: _until,
  id: _id,
  ...values
}: StoredRow): RecordValues => values;

const zeroValues = {
  gross_cents: 0,
  net_cents: 0,
  commissionable_cents: 0,
  base_cents: 0,
  over_cents: 0,
  amount_cents: 0,
  cum_cents: 0,
  quota_cents: 0,
  rate_clause: null,
  plan_id: '',
  parts: [],
} as const;
/** True if the record is no longer credited to anyone and remains only for its payments or adjustments. */
export const isEmptied = ({ plan_id }: Readonly<{ plan_id: string | null }>): boolean => plan_id === zeroValues.plan_id;

/** Ignores the invoice: its payments and memos no longer concern the person. */
const emptiedMoney = (stored: StoredRow, { today }: Pick<ValueContext, 'today'>): Money => {
  const facts = { plan: defaultPlan, fact: withoutPayments(stored), computed: { amount: 0, capped: false }, excluded: false };
  return moneyOf(facts, stored, { today, memosOf: () => [], releaseOf: () => uncreditedRelease });
};

/** A record of a closed month: its amounts are fixed, but money that moves after closing still changes its status. */
export const closedValues = (stored: StoredRow, fact: FactRow | undefined, plan: Plan | null, context: ValueContext): RecordValues => {
  if (isEmptied(stored)) return { ...storedValues(stored), ...emptiedMoney(stored, context) };
  if (!fact || !plan) return { ...storedValues(stored), ...moneyWithoutFacts(stored, plan ?? defaultPlan, context) };
  const facts = { plan, fact, ...storedPricing(stored, plan, fact) };
  const releasable = releasableOf(fact, earnedOf(stored.amount_cents, stored));
  const moved = movedAsRecorded(stored, context.releaseOf(plan, fact), releasable, context.today);
  return { ...storedValues(stored), ...moneyOf(facts, stored, context, moved) };
};

/** An emptied record: credited to nobody and worth nothing, but payments or adjustments refer to it. */
export const emptiedValues = (stored: StoredRow, context: Pick<ValueContext, 'today' | 'version'>): RecordValues => ({
  ...storedValues(stored),
  ...zeroValues,
  config_version: context.version,
  ...emptiedMoney(stored, context),
});
