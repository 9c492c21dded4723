import { fill, messages } from '../../../../../contract/messages.ts';
import { percent, plainDollars, usd } from '../../../../../contract/rules/commission/explain/wording.ts';
import { groupBy } from '../../../../../contract/rules/groupBy.ts';
import type { Cents } from '../../../../../contract/rules/money.ts';
import { monthText } from '../../../../../contract/rules/time/dayText.ts';
import { type Day, periodAt, shiftPeriod } from '../../../../../contract/rules/time/period.ts';
import type { LateRow, RecordPart } from '../../../../db/repositories/commissions/records.ts';
import type { Repositories } from '../../../../db/repositories/store.ts';
import type { LateFact } from './compareClosed.ts';

type Calculation = Readonly<{ before: string; after: string }>;
/** The action for one late fact. */
export type LateProposal = Readonly<{
  invoiceId: number;
  invoiceNumber: string;
  commissionId: number | null;
  amount: Cents;
  calculation: Calculation;
  reason: string;
  /** The pending proposal to update; null for a new one. */
  replaces: LateRow | null;
}>;
/** `calculation`: why it became unnecessary, so that the same difference is proposed again if it recurs. */
export type Voided = Readonly<{ row: LateRow; calculation: Calculation }>;
type Settled = Readonly<{ proposals: readonly LateProposal[]; voided: readonly Voided[] }>;

const t = messages.lateFacts;
const worked = (amount: Cents, net: Cents, parts: readonly RecordPart[]): string => {
  const sum = parts
    .filter(({ net: sold }) => sold !== 0)
    .map((part) => `${plainDollars(part.net)} × ${percent(part.rate)}`)
    .join(' + ');
  return fill(sum === '' ? t.amount : t.worked, { amount: usd(amount), net: usd(net), sum });
};

const calculationOf = ({ expected, stored }: LateFact): Calculation => ({
  before: stored ? worked(stored.amount_cents, stored.net_cents, stored.parts) : t.noRecord,
  after: expected ? worked(expected.computed.amount, expected.net, expected.computed.parts) : t.nothingCredited,
});

/** True if the same proposal was already decided. One voided as unnecessary has a different calculation, so it does not match. */
const isDecided = (rows: readonly LateRow[], amount: Cents, after: string): boolean => {
  const last = rows.findLast(({ state }) => state === 'rejected' || state === 'void');
  return last !== undefined && last.amount_cents === amount && last.after === after;
};

/**
 * Turns differences of closed months into proposals, each once: approved ones count, pending ones are updated or voided, and rejected ones
 * are not proposed again until the facts change.
 * @param late every record and late invoice of closed months that was examined
 * @param made earlier proposals for them, and for invoices in reopened months, which are balanced
 */
export const settleLateFacts = (late: readonly LateFact[], made: readonly LateRow[]): Settled => {
  const byInvoice = groupBy(made, ({ related_invoice_id }) => related_invoice_id);
  const looked = new Set(late.map(({ invoiceId }) => invoiceId));
  const reopened = [...byInvoice.keys()]
    .filter((id) => !looked.has(id))
    .map((invoiceId): LateFact => ({ invoiceId, expected: null, stored: undefined }));
  const proposals: LateProposal[] = [];
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
      reason: fill(day ? t.change : t.changeReopened, { invoice: number, month: day ? monthText(day) : '' }),
      replaces: waiting ?? null,
    });
  }
  return { proposals, voided };
};

/** The effective day of a proposal: today, or the next day outside closed months. */
export const firstOpenDay = async ({ periods }: Pick<Repositories, 'periods'>, today: Day): Promise<Day> => {
  const closed = new Set((await periods.all()).filter(({ state }) => state === 'closed').map(({ start_date }) => start_date));
  let month = periodAt('month', today);
  if (!closed.has(month.start_date)) return today;
  while (closed.has(month.start_date)) month = shiftPeriod(month, 1);
  return month.start_date;
};
