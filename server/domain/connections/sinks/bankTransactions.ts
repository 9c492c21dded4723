import { cancelTransactions, importTransactions } from '../../bank/importTransactions.ts';
import type { Sink } from './sink.ts';

/** Bank transactions move no money by themselves: a person matches them. Those without an amount or a day become held records. */
export const importBankTransactions: Sink<'bankTransaction'> = async (tx, facts, { connection, cause }) => {
  const parsedFacts = facts.flatMap(({ read }) => (read === null ? [] : [read]));
  const held = facts.flatMap(({ external_id, read }) =>
    read === null ? [{ external_id, code: 'bankUnreadable' as const, facts: {} }] : [],
  );
  const { added, updated, unchanged } = await importTransactions(tx, connection.id, parsedFacts, cause.at);
  return { created: added, changed: updated, same: unchanged, held };
};

/** Marks transactions the bank no longer reports as canceled; they remain in the list. */
export const cancelRemovedBankTransactions: Sink<'bankTransactionGone'> = async (tx, facts, { connection, cause }) => {
  const ids = facts.map(({ external_id }) => external_id);
  const changed = await cancelTransactions(tx, connection.id, ids, cause.at);
  return { created: 0, changed, same: facts.length - changed, held: [] };
};
