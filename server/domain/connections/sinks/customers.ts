import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../db/repositories/audit/auditChain.ts';
import { markFacts } from '../../facts/changeFacts.ts';
import type { Sink } from './sink.ts';

export const hashOfFact = (fact: object): string => createHash('sha256').update(canonicalJson(fact)).digest('hex');

/** Imports customers. Invoices follow the name of their customer, because rates may depend on it (decisions 2.08). */
export const importCustomers: Sink<'customer'> = async (tx, facts, { connection, marksRun, cause }) => {
  const rows = facts.map((fact) => ({ ...fact, payload_hash: hashOfFact({ name: fact.name, email: fact.email, gone: fact.gone }) }));
  const written = await tx.connectedCustomers.write(connection.id, rows, cause.at);
  const renamed = written.filter(({ renamed }) => renamed).map(({ id }) => id);
  const invoices = await tx.connectedCustomers.invoicesNamedOtherwise(renamed);
  if (invoices.length > 0)
    await markFacts(tx, { marksRun, at: cause.at }, async (declareFacts) => {
      await declareFacts({ invoices });
      await tx.connectedCustomers.renameInvoices(invoices, cause.at);
      return [];
    });
  const created = written.filter(({ fresh }) => fresh).length;
  return { created, changed: written.length - created, same: facts.length - written.length, held: [] };
};
