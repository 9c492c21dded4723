import { fill, messages } from '../../../../../contract/messages.ts';
import { percent, plainDollars, usd } from '../../../../../contract/rules/commission/explain/wording.ts';
import { groupBy } from '../../../../../contract/rules/groupBy.ts';
import type { Cents } from '../../../../../contract/rules/money.ts';
import { monthText } from '../../../../../contract/rules/time/dayText.ts';
import { type Day, periodAt, shiftPeriod } from '../../../../../contract/rules/time/period.ts';
import type { Calculation, LateProposalRow } from '../../../../db/repositories/commissions/engineAdjustments.ts';
import type { RecordPart } from '../../../../db/repositories/commissions/records.ts';
import type { Repositories } from '../../../../db/repositories/store.ts';
import type { LateFact } from './compareClosed.ts';

/** The action for one late fact. */
export type LateProposal = Readonly<{
  invoiceId: number;
  invoiceNumber: string;
  commissionId: number | null;
  amount: Cents;
  calculation: Calculation;
  reason: string;
  /** The pending proposal to update; null for a new one. */
  replaces: LateProposalRow | null;
}>;
/** `calculation`: why the proposal became unnecessary; it is stored, so that the same difference is proposed again if it recurs. */
export type Voided = Readonly<{ row: LateProposalRow; calculation: Calculation }>;
type Settled = Readonly<{ proposals: readonly LateProposal[]; voided: readonly Voided[] }>;

const t = messages.lateFacts;
const arithmeticText = (amount: Cents, net: Cents, parts: readonly RecordPart[]): string => {
  const sum = parts
    .filter(({ net: sold }) => sold !== 0)
    .map((part) => `${plainDollars(part.net)} × ${percent(part.rate)}`)
    .join(' + ');
  return fill(sum === '' ? t.amount : t.worked, { amount: usd(amount), net: usd(net), sum });
};

const calculationOf = ({ expected, stored }: LateFact): Calculation => ({
  before: stored ? arithmeticText(stored.amount_cents, stored.net_cents, stored.parts) : t.noRecord,
  after: expected ? arithmeticText(expected.computed.amount, expected.net, expected.computed.parts) : t.nothingCredited,
});

/** True if the same proposal was already decided. One voided as unnecessary has a different calculation, so it does not match. */
const isDecided = (rows: readonly LateProposalRow[], amount: Cents, after: string): boolean => {
  const last = rows.findLast(({ state }) => state === 'rejected' || state === 'void');
  return last !== undefined && last.amount_cents === amount && last.after === after;
};

/** The invoice of a late fact by number, and the month it was recorded in, if it has one. */
const namesOf = (
  { invoiceId, expected, stored }: LateFact,
  rows: readonly LateProposalRow[],
): Pick<LateProposal, 'invoiceNumber' | 'reason'> => {
  const invoice = expected?.fact.invoice_number ?? stored?.invoice_number ?? rows[0]?.invoice_number ?? String(invoiceId);
  const day = stored?.booking_date ?? expected?.fact.booking_date;
  const reason = day ? fill(t.change, { invoice, month: monthText(day) }) : fill(t.changeReopened, { invoice });
  return { invoiceNumber: invoice, reason };
};

/** @param rows earlier proposals for the invoice, oldest first */
const settleOne = (lateFact: LateFact, rows: readonly LateProposalRow[]): Settled => {
  const approved = rows.reduce((sum, { state, amount_cents }) => (state === 'approved' ? sum + amount_cents : sum), 0);
  const amount = (lateFact.expected?.computed.amount ?? 0) - (lateFact.stored?.amount_cents ?? 0) - approved;
  const pending = rows.filter(({ state }) => state === 'pending');
  const calculation = calculationOf(lateFact);
  if (amount === 0) return { proposals: [], voided: pending.map((row) => ({ row, calculation })) };
  const [waiting, ...duplicates] = pending;
  const voided = duplicates.map((row) => ({ row, calculation }));
  const isProposed = waiting
    ? waiting.amount_cents === amount && waiting.after === calculation.after
    : isDecided(rows, amount, calculation.after);
  if (isProposed) return { proposals: [], voided };
  const proposalFields = { invoiceId: lateFact.invoiceId, commissionId: lateFact.stored?.id ?? null, replaces: waiting ?? null };
  return { proposals: [{ ...proposalFields, ...namesOf(lateFact, rows), amount, calculation }], voided };
};

/**
 * Decides the proposals for differences of closed months, without repeating any: approved ones count, pending ones are updated or voided,
 * and rejected ones are not proposed again until the facts change.
 * @param late every record and late invoice of closed months that was examined
 * @param earlierProposals those for these facts, and for invoices in reopened months, where they are reversed
 */
export const settleLateFacts = (late: readonly LateFact[], earlierProposals: readonly LateProposalRow[]): Settled => {
  const byInvoice = groupBy(earlierProposals, ({ related_invoice_id }) => related_invoice_id);
  const examined = new Set(late.map(({ invoiceId }) => invoiceId));
  const reopened = [...byInvoice.keys()]
    .filter((id) => !examined.has(id))
    .map((invoiceId): LateFact => ({ invoiceId, expected: null, stored: undefined }));
  const settled = [...late, ...reopened].map((one) => settleOne(one, byInvoice.get(one.invoiceId) ?? []));
  return { proposals: settled.flatMap(({ proposals }) => proposals), voided: settled.flatMap(({ voided }) => voided) };
};

/** The effective day of a proposal: today, or the next day outside closed months. */
export const firstOpenDay = async ({ periods }: Pick<Repositories, 'periods'>, today: Day): Promise<Day> => {
  const closed = new Set((await periods.all()).filter(({ state }) => state === 'closed').map(({ start_date }) => start_date));
  let month = periodAt('month', today);
  if (!closed.has(month.start_date)) return today;
  while (closed.has(month.start_date)) month = shiftPeriod(month, 1);
  return month.start_date;
};
