import type { Sink } from './sink.ts';

/** Typed by a person to confirm that the records were deleted on purpose. */
const REMOVE_ANSWER = 'remove';
const codes = {
  invoice: 'invoicesVanished',
  sales_receipt: 'salesReceiptsVanished',
  credit_memo: 'memosVanished',
  refund: 'refundsVanished',
  payment: 'paymentsVanished',
} as const;

/** Holds the deletion of over 30% of a connection's records until somebody confirms it; the next run then deletes them. */
export const deleteOrHoldVanished: Sink<'vanished'> = async (tx, [fact], { connection, cause }) => {
  const same = { created: 0, changed: 0, same: 0, held: [] };
  if (!fact) return same;
  // Loaded again: when several are answered at once, each adds its own kind.
  const { settings } = (await tx.connections.byId(connection.id)) ?? connection;
  const accepted = Array.isArray(settings.accept_missing) ? settings.accept_missing.map(String) : [];
  const saveAccepted = (kinds: readonly string[]): Promise<unknown> =>
    tx.connections.change(connection.id, { settings: { ...settings, accept_missing: kinds } }, cause.at);
  const others = accepted.filter((kind) => kind !== fact.of);
  if (fact.answer?.trim().toLowerCase() === REMOVE_ANSWER) {
    await saveAccepted([...others, fact.of]);
    return { ...same, changed: 1 };
  }
  if (fact.missing > 0)
    return {
      ...same,
      held: [
        { external_id: fact.external_id, code: codes[fact.of], facts: { missing: fact.missing, known: fact.known, name: connection.name } },
      ],
    };
  if (others.length < accepted.length) await saveAccepted(others);
  return same;
};
