import { fill, messages } from '../../../../../contract/messages.ts';
import { percent, plain, usd } from '../../../../../contract/rules/commission/explain/wording.ts';
import type { Cents } from '../../../../../contract/rules/money.ts';
import { monthText } from '../../../../../contract/rules/time/dayText.ts';
import { type Day, periodAt, shiftPeriod } from '../../../../../contract/rules/time/period.ts';
import type { LateRow, RecordPart } from '../../../../db/repositories/commissions/records.ts';
import type { Repositories } from '../../../../db/repositories/store.ts';
import type { LateFact } from './compareClosed.ts';

type Calculation = Readonly<{ before: string; after: string }>;
/** What to do about one late fact. */
export type Proposal = Readonly<{
  invoiceId: number;
  invoiceNumber: string;
  commissionId: number | null;
  amount: Cents;
  calculation: Calculation;
  reason: string;
  /** The proposal that waits already and is made right; null for a new one. */
  replaces: LateRow | null;
}>;
/** `calculation`: what made it needless, so that the same thing is proposed again when it comes again. */
export type Voided = Readonly<{ row: LateRow; calculation: Calculation }>;
type Settled = Readonly<{ proposals: readonly Proposal[]; voided: readonly Voided[] }>;

const text = messages.lateFacts;
const worked = (amount: Cents, net: Cents, parts: readonly RecordPart[]): string => {
  const sum = parts.map((part) => `${plain(part.net)} × ${percent(part.rate)}`).join(' + ');
  return fill(sum === '' ? text.amount : text.worked, { amount: usd(amount), net: usd(net), sum });
};

const calculationOf = ({ expected, stored }: LateFact): Calculation => ({
  before: stored ? worked(stored.amount_cents, stored.net_cents, stored.parts) : text.noRecord,
  after: expected ? worked(expected.computed.amount, expected.net, expected.computed.parts) : text.nothingCredited,
});

/** Enough to know that somebody has decided about the very same thing; what was voided because it was needless says something else by now. */
const isDecided = (rows: readonly LateRow[], amount: Cents, after: string): boolean => {
  const last = rows.findLast(({ state }) => state === 'rejected' || state === 'void');
  return last !== undefined && last.amount_cents === amount && last.after === after;
};

/**
 * Differences of closed months as proposals, each once: what was approved counts, what waits is made right or voided, and what was
 * rejected is not proposed again until the facts differ again.
 * @param late every record and late invoice of closed months that was looked at
 * @param made proposals made for them before, and for others that are open again: those are balanced
 */
export const settleLateFacts = (late: readonly LateFact[], made: readonly LateRow[]): Settled => {
  const byInvoice = new Map<number, LateRow[]>();
  for (const row of made) byInvoice.set(row.related_invoice_id, [...(byInvoice.get(row.related_invoice_id) ?? []), row]);
  const looked = new Set(late.map(({ invoiceId }) => invoiceId));
  const reopened = [...byInvoice.keys()]
    .filter((id) => !looked.has(id))
    .map((invoiceId): LateFact => ({ invoiceId, expected: null, stored: undefined }));
  const proposals: Proposal[] = [];
  const voided: Voided[] = [];
  for (const one of [...late, ...reopened]) {
    const rows = byInvoice.get(one.invoiceId) ?? [];
    const worth = one.expected?.computed.amount ?? 0;
    const approved = rows.reduce((sum, { state, amount_cents }) => (state === 'approved' ? sum + amount_cents : sum), 0);
    const amount = worth - (one.stored?.amount_cents ?? 0) - approved;
    const [waiting, ...more] = rows.filter(({ state }) => state === 'pending');
    const calculation = calculationOf(one);
    voided.push(...(amount === 0 && waiting ? [waiting, ...more] : more).map((row) => ({ row, calculation })));
    if (amount === 0) continue;
    if (waiting && waiting.amount_cents === amount && waiting.after === calculation.after) continue;
    if (!waiting && isDecided(rows, amount, calculation.after)) continue;
    const fact = one.expected?.fact;
    const number = fact?.invoice_number ?? one.stored?.invoice_number ?? rows[0]?.invoice_number ?? String(one.invoiceId);
    const day = one.stored?.booking_date ?? fact?.booking_date;
    proposals.push({
      invoiceId: one.invoiceId,
      invoiceNumber: number,
      commissionId: one.stored?.id ?? null,
      amount,
      calculation,
      reason: fill(day ? text.change : text.changeReopened, { invoice: number, month: day ? monthText(day) : '' }),
      replaces: waiting ?? null,
    });
  }
  return { proposals, voided };
};

/** The day on which a proposal takes effect: today, or the first day after it that is not in a closed month. */
export const firstOpenDay = async ({ periods }: Pick<Repositories, 'periods'>, today: Day): Promise<Day> => {
  const closed = new Set((await periods.all()).filter(({ state }) => state === 'closed').map(({ start_date }) => start_date));
  let month = periodAt('month', today);
  if (!closed.has(month.start_date)) return today;
  while (closed.has(month.start_date)) month = shiftPeriod(month, 1);
  return month.start_date;
};
