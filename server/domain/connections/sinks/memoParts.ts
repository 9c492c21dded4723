import type { Cents } from '../../../../contract/rules/money.ts';
import type { OutsideInvoiceRow } from '../../../db/repositories/connections/outsideMoney.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import type { FactOf } from '../facts.ts';
import { distributePayment } from './distributePayment.ts';
import { invoiceOfPart, partId } from './memoNumbers.ts';

export type SinkMemo = FactOf<'credit_memo'>;
/** `there`: cents that the accounting system reports; a person applied the rest manually. */
export type MemoPart = Readonly<{ id: string; memo: SinkMemo; original: OutsideInvoiceRow; cents: Cents; there: Cents; net: Cents }>;

/** The amount of each memo per external invoice it reverses: from the payments that link them, and from a person's answer for the rest. */
export const readDesiredParts = async (tx: Repositories, connectionId: number, memoIds: readonly string[]) => {
  const memos = await tx.outsideMemos.memos<SinkMemo>(connectionId, memoIds);
  const payments = await tx.outsideMoney.paymentsOn(connectionId, 'credit_memo', memoIds);
  const lines = await tx.outsideMoney.linesOf(connectionId, payments);
  const desired = new Map<string, Map<string, Cents>>(memos.map(({ external_id }) => [external_id, new Map()]));
  for (const payment of payments) {
    const { credits } = distributePayment(
      lines.filter(({ payment_id }) => payment_id === payment),
      0,
    );
    for (const [memo, parts] of credits)
      for (const [invoice, cents] of parts) desired.get(memo)?.set(invoice, (desired.get(memo)?.get(invoice) ?? 0) + cents);
  }
  for (const { external_id, fact, answer } of memos) {
    const parts = desired.get(external_id) ?? new Map<string, Cents>();
    const remaining = fact.gross_cents - [...parts.values()].reduce((sum, cents) => sum + cents, 0);
    if (answer !== null && remaining > 0) parts.set(answer, (parts.get(answer) ?? 0) + remaining);
  }
  return { memos, desired };
};

/** Net revenue of the first `cents` of a memo; parts computed as differences of these amounts add up exactly. */
const netOfFirst = ({ net_cents, gross_cents, outside_state }: SinkMemo, cents: Cents): Cents =>
  gross_cents === 0 || outside_state !== null ? 0 : Math.round((net_cents * Math.min(cents, gross_cents)) / gross_cents);

/**
 * The parts that count; together they never exceed their memo. Existing parts come first, so that a later part takes nothing from them: a
 * memo that moved between payments is reported twice until both have arrived.
 * @param byHand cents that a person applied manually, by part id; they remain until that person undoes it
 */
export const livePartsOf = (
  { memos, desired }: Awaited<ReturnType<typeof readDesiredParts>>,
  originals: ReadonlyMap<string, OutsideInvoiceRow>,
  existingParts: readonly OutsideInvoiceRow[],
  byHand: ReadonlyMap<string, Cents>,
): MemoPart[] => {
  const live = existingParts.filter(({ state }) => state !== 'cancelled');
  const createdIndexes = new Map(live.map(({ external_id }, index) => [external_id, index]));
  return memos.flatMap(({ external_id, fact }) => {
    const partCents = desired.get(external_id) ?? new Map<string, Cents>();
    const invoices = new Set([...partCents.keys(), ...live.flatMap((part) => invoiceOfPart(external_id, part.external_id) ?? [])]);
    const indexOf = (invoice: string): number => createdIndexes.get(partId(external_id, invoice)) ?? existingParts.length;
    const manualCentsOf = (invoice: string): Cents => byHand.get(partId(external_id, invoice)) ?? 0;
    let before = 0;
    let reserved = [...invoices].reduce((sum, invoice) => sum + manualCentsOf(invoice), 0);
    return [...invoices]
      .sort((a, b) => indexOf(a) - indexOf(b))
      .flatMap((invoice): MemoPart[] => {
        const original = originals.get(invoice);
        const manualCents = manualCentsOf(invoice);
        reserved -= manualCents;
        const isReported = fact.outside_state === null && original !== undefined && original.state !== 'cancelled';
        const reportedCents = isReported ? Math.max(0, Math.min(partCents.get(invoice) ?? 0, fact.gross_cents - before - reserved)) : 0;
        const cents = Math.max(reportedCents, manualCents);
        if (!original || cents === 0) return [];
        const net = netOfFirst(fact, before + cents) - netOfFirst(fact, before);
        before += cents;
        return [{ id: partId(external_id, invoice), memo: fact, original, cents, there: reportedCents, net }];
      });
  });
};
