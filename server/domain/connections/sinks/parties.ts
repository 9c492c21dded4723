import type { Repositories } from '../../../db/repositories/store.ts';
import type { OutsideParty } from '../facts.ts';
import { hashOfFact } from './customers.ts';

/** Customer ids for the parties in the facts; a party not sent yet is created by its name. */
export const partiesOf = async (
  tx: Repositories,
  connectionId: number,
  facts: readonly Readonly<{ customer: OutsideParty | null }>[],
  at: Date,
): Promise<(party: OutsideParty | null) => number | null> => {
  const named = new Map(facts.flatMap(({ customer }) => (customer ? [[customer.external_id, customer.name] as const] : [])));
  const existing = await tx.connectedCustomers.ids(connectionId, [...named.keys()]);
  const missing = [...named].filter(([id]) => !existing.has(id));
  if (missing.length > 0) {
    const rows = missing.map(([external_id, name]) => ({
      external_id,
      name,
      email: null,
      gone: false,
      payload_hash: hashOfFact({ external_id, name }),
    }));
    await tx.connectedCustomers.write(connectionId, rows, at);
    for (const [id, createdId] of await tx.connectedCustomers.ids(
      connectionId,
      missing.map(([id]) => id),
    ))
      existing.set(id, createdId);
  }
  return (party) => (party ? (existing.get(party.external_id) ?? null) : null);
};
