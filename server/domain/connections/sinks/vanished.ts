import type { Sink } from './sink.ts';

/** A person types this to say that the records are meant to be gone. */
const REMOVE = 'remove';
const codes = {
  invoice: 'invoicesVanished',
  sales_receipt: 'salesReceiptsVanished',
  credit_memo: 'memosVanished',
  refund: 'refundsVanished',
  payment: 'paymentsVanished',
} as const;

/** More than 30% of what a connection brought is no longer there: it stays until somebody says that it is meant to be gone; the next run deletes it. */
export const takeVanished: Sink<'vanished'> = async (within, [fact], { connection, cause }) => {
  const same = { created: 0, changed: 0, same: 0, held: [] };
  if (!fact) return same;
  // As it is now: of several that are answered at once each adds its own.
  const { settings } = (await within.connections.byId(connection.id)) ?? connection;
  const accepted = Array.isArray(settings.accept_missing) ? settings.accept_missing.map(String) : [];
  const keep = (kinds: readonly string[]): Promise<unknown> =>
    within.connections.change(connection.id, { settings: { ...settings, accept_missing: kinds } }, cause.at);
  const others = accepted.filter((kind) => kind !== fact.of);
  if (fact.answer?.trim().toLowerCase() === REMOVE) {
    await keep([...others, fact.of]);
    return { ...same, changed: 1 };
  }
  if (fact.missing > 0)
    return {
      ...same,
      held: [
        { external_id: fact.external_id, code: codes[fact.of], facts: { missing: fact.missing, known: fact.known, name: connection.name } },
      ],
    };
  if (others.length < accepted.length) await keep(others);
  return same;
};
