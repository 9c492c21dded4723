import type { QuarantineCode } from '../../../../contract/messages/connections.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { AuditWrite } from '../../../db/repositories/audit/audit.ts';
import type { LedgerInvoice } from '../../../db/repositories/connections/ledgerLines.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { markFacts } from '../../facts/changeFacts.ts';
import { type Directory, readDirectory } from '../../imports/known.ts';
import { isFromConnection } from '../../shared/invoiceSource.ts';
import type { FactOf, OtherLine } from '../facts.ts';
import { isSheetHeld } from './sheetEvents.ts';
import type { HeldFact, ImportContext, Sink } from './sink.ts';

type NamedPerson = Readonly<{ person: number | null; shown: string }>;

/** Finds a person by email address, or by a unique name, who may be credited on that day (decisions 3.07). */
const personOf = ({ byEmail, byName, mayBeCredited }: Directory, text: string, day: Day): number | null => {
  const key = text.trim().toLowerCase();
  const named = byName.get(key) ?? [];
  const person = byEmail.get(key) ?? (named.length === 1 ? named[0] : undefined);
  return person !== undefined && mayBeCredited(person, day) ? person : null;
};

/** Both names, if another line names different people for the same invoice. */
const findContradiction = (
  directory: Directory,
  others: readonly OtherLine[],
  [salesperson, lead]: readonly [NamedPerson, NamedPerson],
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

type LedgerFact = FactOf<'ledgerLine'>;
type Hold = Pick<HeldFact, 'code' | 'facts'>;
/** A line with its invoice and the people whom it names, if they may be credited on that day. */
type PlacedLine = Readonly<{ invoice: LedgerInvoice; person: number | null; lead: number | null }>;

/** The invoice and people of a line, or the reason why the line waits for an answer (another invoice, or a person's address). */
const placeLine = async (tx: Repositories, directory: Directory, { row, line, others, problem, answer }: LedgerFact) => {
  const holdFor = (code: QuarantineCode, facts: Hold['facts']): Readonly<{ hold: Hold }> => ({ hold: { code, facts: { row, ...facts } } });
  if (problem || !line) return holdFor(problem?.code ?? 'sheet_required', { column: problem?.column ?? '', shown: problem?.shown ?? '' });
  const isPersonAnswer = answer?.includes('@') ?? false;
  const invoice = await tx.ledgerLines.invoice(answer !== undefined && !isPersonAnswer ? answer.trim() : line.invoiceNumber);
  if (!invoice) return holdFor('ledger_no_invoice', { invoice: line.invoiceNumber });
  const named = isPersonAnswer ? (answer ?? '') : (line.salesperson ?? '');
  const day = invoice.booking_date;
  const person = named === '' ? null : personOf(directory, named, day);
  const lead = line.salesLead === null ? null : personOf(directory, line.salesLead, day);
  if (named !== '' && person === null) return holdFor('ledger_no_person', { shown: named });
  const people = [
    { person, shown: named },
    { person: lead, shown: line.salesLead ?? '' },
  ] as const;
  // Otherwise the last line would win, right or wrong.
  const contradiction = findContradiction(directory, others ?? [], people, day);
  if (contradiction) return holdFor('ledger_two_people', { invoice: line.invoiceNumber, ...contradiction });
  return { line, placed: { invoice, person, lead }, shown: { salesperson_id: named, sales_lead_id: line.salesLead ?? '' } };
};

/** Credits the invoice and its memos to the people of the line; null if nothing changes. A person assigned here to our own invoice remains. */
const creditLine = async (
  tx: Repositories,
  { invoice, person, lead }: PlacedLine,
  { marksRun, cause }: Pick<ImportContext, 'marksRun' | 'cause'>,
): Promise<AuditWrite | null> => {
  if (invoice.credit_of_id !== null) return null;
  const isOpen = (current: number | null): boolean => current === null || isFromConnection(invoice);
  const credited = {
    ...(person !== null && isOpen(invoice.salesperson_id) ? { salesperson_id: person } : {}),
    ...(lead !== null && isOpen(invoice.sales_lead_id) ? { sales_lead_id: lead } : {}),
  };
  const isNew =
    (credited.salesperson_id ?? invoice.salesperson_id) !== invoice.salesperson_id ||
    (credited.sales_lead_id ?? invoice.sales_lead_id) !== invoice.sales_lead_id;
  if (!isNew) return null;
  await markFacts(tx, { marksRun, at: cause.at }, async (declareFacts) => {
    const memos = await tx.invoiceRows.lockMemos(invoice);
    const invoices = [invoice.id, ...memos.map(({ id }) => id)];
    await declareFacts({ invoices });
    await tx.ledgerLines.credit(invoices, credited, cause.at);
    return [];
  });
  const entry = { actorId: cause.actorId || null, action: 'invoice.assigned', entity: 'invoice', entityId: String(invoice.id) };
  return { ...entry, before: { salesperson_id: invoice.salesperson_id }, after: credited };
};

/**
 * Imports ledger lines (decisions 7.05): each credits an invoice, and its credit memos, to a person (decisions 7.03), and creates no money.
 * A person assigned here to one of our own invoices remains; a credit memo keeps its invoice's people (decisions 2.23).
 */
export const importLedgerLines: Sink<'ledgerLine'> = async (tx, facts, context) => {
  if (isSheetHeld(context)) return { created: 0, changed: 0, same: facts.length, held: [] };
  const { connection, cause } = context;
  const hashes = await tx.ledgerLines.hashes(
    connection.id,
    facts.map(({ external_id }) => external_id),
  );
  const directory = await readDirectory(tx);
  const held: HeldFact[] = [];
  const entries: AuditWrite[] = [];
  const counts = { created: 0, changed: 0, same: 0 };
  for (const fact of facts) {
    const { external_id, external_version, row } = fact;
    const before = hashes.get(external_id);
    if (!fact.problem && fact.line && before === external_version) {
      counts.same += 1;
      continue;
    }
    const result = await placeLine(tx, directory, fact);
    if ('hold' in result) {
      held.push({ external_id, ...result.hold });
      continue;
    }
    const { line, placed, shown } = result;
    const { invoice, person, lead } = placed;
    // Otherwise the last sheet would win, right or wrong.
    const otherSheet = await tx.ledgerLines.otherSheet(connection.id, invoice.id, [person, lead]);
    if (otherSheet) {
      const { about, ...theirs } = otherSheet;
      held.push({
        external_id,
        code: 'ledger_two_sheets',
        facts: { row, invoice: line.invoiceNumber, shown: shown[about], ...theirs },
      });
      await tx.ledgerLines.withdraw(connection.id, external_id, about);
      continue;
    }
    const entry = await creditLine(tx, placed, context);
    if (entry) entries.push(entry);
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
