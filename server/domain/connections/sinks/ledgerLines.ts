import type { QuarantineCode } from '../../../../contract/messages/connections.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { AuditWrite } from '../../../db/repositories/audit/audit.ts';
import { markFacts } from '../../facts/changeFacts.ts';
import { type Directory, readDirectory } from '../../imports/known.ts';
import { isFromConnection } from '../../shared/invoiceSource.ts';
import type { OtherLine } from '../facts.ts';
import { isSheetHeld } from './sheetEvents.ts';
import type { HeldFact, Sink } from './sink.ts';

type Named = Readonly<{ person: number | null; shown: string }>;

/** Finds a person by e-mail address, or by a unique name, who may be credited on that day (decisions 3.07). */
const personOf = ({ byEmail, byName, mayBeCredited }: Directory, text: string, day: Day): number | null => {
  const key = text.trim().toLowerCase();
  const named = byName.get(key) ?? [];
  const person = byEmail.get(key) ?? (named.length === 1 ? named[0] : undefined);
  return person !== undefined && mayBeCredited(person, day) ? person : null;
};

/** A line that names different people for the invoice, with both names. */
const contradiction = (
  directory: Directory,
  others: readonly OtherLine[],
  [salesperson, lead]: readonly [Named, Named],
  day: Day,
): Readonly<{ other: number; shown: string; other_shown: string }> | null => {
  for (const { row: otherRow, ...named } of others)
    for (const [own, theirs] of [
      [salesperson, named.salesperson],
      [lead, named.salesLead],
    ] as const) {
      const person = theirs === null ? null : personOf(directory, theirs, day);
      if (own.person !== null && theirs !== null && person !== null && person !== own.person)
        return { other: otherRow, shown: own.shown, other_shown: theirs };
    }
  return null;
};

/**
 * Imports ledger lines (decisions 7.05): each credits an invoice, and its credit memos, to a person (decisions 7.03), and creates no money.
 * A person assigned here to one of our own invoices remains; a credit memo keeps its invoice's people (decisions 2.23).
 */
export const importLedgerLines: Sink<'ledgerLine'> = async (tx, facts, context) => {
  if (isSheetHeld(context)) return { created: 0, changed: 0, same: facts.length, held: [] };
  const { connection, marksRun, cause } = context;
  const hashes = await tx.ledgerLines.hashes(
    connection.id,
    facts.map(({ external_id }) => external_id),
  );
  const directory = await readDirectory(tx);
  const held: HeldFact[] = [];
  const entries: AuditWrite[] = [];
  const counts = { created: 0, changed: 0, same: 0 };
  for (const { external_id, external_version, row, line, others, problem, answer } of facts) {
    const hold = (code: QuarantineCode, more: Readonly<Record<string, string | number>>): unknown =>
      held.push({ external_id, code, facts: { row, ...more } });
    if (problem || !line) {
      hold(problem?.code ?? 'sheet_required', { column: problem?.column ?? '', shown: problem?.shown ?? '' });
      continue;
    }
    const before = hashes.get(external_id);
    if (before === external_version) {
      counts.same += 1;
      continue;
    }
    const asksPerson = answer?.includes('@') ?? false;
    const invoice = await tx.ledgerLines.invoice(answer !== undefined && !asksPerson ? answer.trim() : line.invoiceNumber);
    if (!invoice) {
      hold('ledger_no_invoice', { invoice: line.invoiceNumber });
      continue;
    }
    const named = asksPerson ? (answer ?? '') : (line.salesperson ?? '');
    const day = invoice.booking_date;
    const person = named === '' ? null : personOf(directory, named, day);
    const lead = line.salesLead === null ? null : personOf(directory, line.salesLead, day);
    if (named !== '' && person === null) {
      hold('ledger_no_person', { shown: named });
      continue;
    }
    // Otherwise the last line or sheet would win, right or wrong.
    const people = [
      { person, shown: named },
      { person: lead, shown: line.salesLead ?? '' },
    ] as const;
    const contradicted = contradiction(directory, others ?? [], people, day);
    if (contradicted) {
      hold('ledger_two_people', { invoice: line.invoiceNumber, ...contradicted });
      continue;
    }
    const otherSheet = await tx.ledgerLines.otherSheet(connection.id, invoice.id, [person, lead]);
    if (otherSheet) {
      const { about, ...theirs } = otherSheet;
      const shown = about === 'salesperson_id' ? named : (line.salesLead ?? '');
      hold('ledger_two_sheets', { invoice: line.invoiceNumber, shown, ...theirs });
      await tx.ledgerLines.withdraw(connection.id, external_id, about);
      continue;
    }
    const isMemo = invoice.credit_of_id !== null;
    const credited = {
      ...(!isMemo && person !== null && (isFromConnection(invoice) || invoice.salesperson_id === null) ? { salesperson_id: person } : {}),
      ...(!isMemo && lead !== null && (isFromConnection(invoice) || invoice.sales_lead_id === null) ? { sales_lead_id: lead } : {}),
    };
    const isNew =
      (credited.salesperson_id ?? invoice.salesperson_id) !== invoice.salesperson_id ||
      (credited.sales_lead_id ?? invoice.sales_lead_id) !== invoice.sales_lead_id;
    if (isNew) {
      await markFacts(tx, { marksRun, at: cause.at }, async (declareFacts) => {
        const memos = await tx.invoiceRows.lockMemos(invoice);
        const invoices = [invoice.id, ...memos.map(({ id }) => id)];
        await declareFacts({ invoices });
        await tx.ledgerLines.credit(invoices, credited, cause.at);
        return [];
      });
      const entry = { actorId: cause.actorId || null, action: 'invoice.assigned', entity: 'invoice', entityId: String(invoice.id) };
      entries.push({ ...entry, before: { salesperson_id: invoice.salesperson_id }, after: credited });
    }
    const at = cause.at.toISOString();
    await tx.ledgerLines.put({
      connection_id: connection.id,
      external_id,
      payload_hash: external_version,
      invoice_id: invoice.id,
      invoice_number: line.invoiceNumber,
      salesperson_id: person,
      sales_lead_id: lead,
      amount_cents: line.amountCents,
      paid_on: line.paidOn,
      created_at: at,
      updated_at: at,
    });
    counts[before === undefined ? 'created' : 'changed'] += 1;
  }
  await tx.audit.writeAll(entries, cause.origin, cause.at);
  return { ...counts, held };
};
