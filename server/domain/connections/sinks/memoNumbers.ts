import type { ConnectionRow } from '../../../db/repositories/connections/connections.ts';
import type { OutsideInvoiceRow } from '../../../db/repositories/connections/outsideMoney.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import type { FactOf } from '../facts.ts';

type Memo = FactOf<'credit_memo'>;
type Numbered = Readonly<{ id: string; memo: Memo }>;

export const partId = (memo: string, invoice: string): string => `memo:${memo}:${invoice}`;
const isPartOf = (memo: string, part: string | null): boolean => part?.startsWith(partId(memo, '')) ?? false;

/** The external id of the invoice that a part reverses; null if the part is not one of the memo's. */
export const invoiceOfPart = (memo: string, part: string): string | null =>
  isPartOf(memo, part) ? part.slice(partId(memo, '').length) : null;

/** Memo numbers by external id; a number already in use gets the id appended. */
const numbersOf = async (
  tx: Repositories,
  { id: connectionId, suffix }: ConnectionRow,
  memos: readonly Memo[],
): Promise<Map<string, string>> => {
  const desiredNumbers = memos.map(
    (memo) => [memo.external_id, `CM-${memo.document_number ?? memo.external_id}${suffix ? `-${suffix}` : ''}`] as const,
  );
  const owners = await tx.outsideMoney.numbered(desiredNumbers.map(([, number]) => number));
  const usedNumbers = new Set<string>();
  return new Map(
    desiredNumbers.map(([id, number]) => {
      const owner = owners.get(number);
      const isOwn = owner === undefined || (owner.connection_id === connectionId && isPartOf(id, owner.external_id));
      if (!isOwn || usedNumbers.has(number)) return [id, `${number} (${id})`];
      usedNumbers.add(number);
      return [id, number];
    }),
  );
};

/**
 * Chooses a number for each part of credit memos, by part id. Parts are numbered in the order they were created, so that no number changes
 * when another payment applies more of the memo. @param existingParts existing parts, oldest first
 */
export const chooseMemoNumbers = async (
  tx: Repositories,
  connection: ConnectionRow,
  parts: readonly Numbered[],
  existingParts: readonly OutsideInvoiceRow[],
): Promise<ReadonlyMap<string, string>> => {
  const memos = new Map(parts.map(({ memo }) => [memo.external_id, memo]));
  const numbers = await numbersOf(tx, connection, [...memos.values()]);
  const all = [...new Set([...existingParts.map(({ external_id }) => external_id), ...parts.map(({ id }) => id)])];
  return new Map(
    [...numbers].flatMap(([memo, number]) =>
      all.filter((id) => isPartOf(memo, id)).map((id, index): [string, string] => [id, index === 0 ? number : `${number}/${index + 1}`]),
    ),
  );
};
