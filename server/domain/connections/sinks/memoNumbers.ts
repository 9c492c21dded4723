import type { ConnectionRow } from '../../../db/repositories/connections/connections.ts';
import type { OutsideInvoiceRow } from '../../../db/repositories/connections/outsideMoney.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import type { FactOf } from '../facts.ts';

type Memo = FactOf<'credit_memo'>;
type Numbered = Readonly<{ id: string; memo: Memo }>;

export const partId = (memo: string, invoice: string): string => `memo:${memo}:${invoice}`;
const isOf = (memo: string, part: string | null): boolean => part?.startsWith(partId(memo, '')) ?? false;

/** The invoice there that a part takes back, where it is one of the memo. */
export const invoiceIn = (memo: string, part: string): string | null => (isOf(memo, part) ? part.slice(partId(memo, '').length) : null);

/** The number of each memo, by its id; where somebody else has it already, the id is added. */
const numbersOf = async (
  within: Repositories,
  { id: connectionId, suffix }: ConnectionRow,
  memos: readonly Memo[],
): Promise<Map<string, string>> => {
  const wanted = memos.map(
    (memo) => [memo.external_id, `CM-${memo.document_number ?? memo.external_id}${suffix ? `-${suffix}` : ''}`] as const,
  );
  const owners = await within.outsideMoney.numbered(wanted.map(([, number]) => number));
  const taken = new Set<string>();
  return new Map(
    wanted.map(([id, number]) => {
      const owner = owners.get(number);
      const isOwn = owner === undefined || (owner.connection_id === connectionId && isOf(id, owner.external_id));
      if (!isOwn || taken.has(number)) return [id, `${number} (${id})`];
      taken.add(number);
      return [id, number];
    }),
  );
};

/**
 * A number for each part of credit memos, by the part's id. Parts count in the order in which they were made, so that none changes its number
 * when another payment applies more of its memo. @param here parts that were made before, the oldest first
 */
export const chooseMemoNumbers = async (
  within: Repositories,
  connection: ConnectionRow,
  parts: readonly Numbered[],
  here: readonly OutsideInvoiceRow[],
): Promise<ReadonlyMap<string, string>> => {
  const memos = new Map(parts.map(({ memo }) => [memo.external_id, memo]));
  const numbers = await numbersOf(within, connection, [...memos.values()]);
  const all = [...new Set([...here.map(({ external_id }) => external_id), ...parts.map(({ id }) => id)])];
  return new Map(
    [...numbers].flatMap(([memo, number]) =>
      all.filter((id) => isOf(memo, id)).map((id, at): [string, string] => [id, at === 0 ? number : `${number}/${at + 1}`]),
    ),
  );
};
