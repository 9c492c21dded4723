import type { OutsideInvoiceRow, OutsideInvoiceWrite } from '../../../db/repositories/connections/outsideMoney.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { type Directory, readDirectory } from '../../imports/known.ts';
import { CURRENCY } from '../currency.ts';
import type { FactOf } from '../facts.ts';
import { hashOfFact } from './customers.ts';
import { settleMemos } from './memos.ts';
import { partiesOf } from './parties.ts';
import { importPayments, settleReceipts } from './payments.ts';
import type { HeldFact, ImportContext, Sink } from './sink.ts';
import { writeAndMarkAffected } from './writeAndMarkAffected.ts';

type ReportedInvoice = FactOf<'invoice'>;
type Invoice = ReportedInvoice & Readonly<{ salesperson: string | null }>;

/** decisions 3.07, 7.03: finds a person by email address or unique full name who may be credited; otherwise null, never a guess. */
const personOf = ({ byEmail, byName, mayBeCredited }: Directory, { salesperson, booking_date }: Invoice): number | null => {
  const key = salesperson?.trim().toLowerCase() ?? '';
  const named = byName.get(key) ?? [];
  const person = byEmail.get(key) ?? (named.length === 1 ? named[0] : undefined);
  return person !== undefined && mayBeCredited(person, booking_date) ? person : null;
};

type Numbered = Pick<ReportedInvoice, 'document_number' | 'fallback_number'>;
/** decisions 7.02: the invoice number with its company's suffix, added only once. */
export const numberOf = ({ document_number: document, fallback_number }: Numbered, suffix: string | null): string => {
  if (!document) return fallback_number;
  if (!suffix || document.toUpperCase().endsWith(`-${suffix.toUpperCase()}`)) return document;
  return `${document}-${suffix}`;
};

/** An alternative number for an invoice whose first choice belongs to another one. */
const alternativeNumberOf = (fact: Invoice, number: string, suffix: string | null): string => {
  if (fact.document_number) return `${number} (${fact.external_id})`;
  return suffix ? `${fact.fallback_number}-${suffix}` : fact.fallback_number;
};

/**
 * Chooses invoice numbers: a number used twice in this connection also gets its id. A new invoice whose number belongs elsewhere is held;
 * an existing one keeps its number, so that changes to its amount, or its void, are applied.
 */
const chooseNumbers = async (
  tx: Repositories,
  connectionId: number,
  suffix: string | null,
  facts: readonly Invoice[],
  existing: ReadonlyMap<string, OutsideInvoiceRow>,
): Promise<Map<string, string | null>> => {
  const numbered = facts.map((fact) => [fact, numberOf(fact, suffix)] as const);
  const others = await tx.outsideMoney.numbered([
    ...new Set(numbered.flatMap(([fact, number]) => [number, alternativeNumberOf(fact, number, suffix)])),
  ]);
  const usedNumbers = new Map<string, string>();
  const isOwnNumber = (number: string, id: string): boolean => {
    const owner = others.get(number);
    return (
      (owner === undefined || (owner.connection_id === connectionId && owner.external_id === id)) && (usedNumbers.get(number) ?? id) === id
    );
  };
  return new Map(
    numbered.map(([fact, number]) => {
      const id = fact.external_id;
      const owner = others.get(number);
      const isForeign = owner !== undefined && owner.connection_id !== connectionId;
      const alternative = alternativeNumberOf(fact, number, suffix);
      const own = existing.get(id)?.invoice_number ?? null;
      const chosen = isOwnNumber(number, id)
        ? number
        : isForeign && fact.document_number
          ? own
          : isOwnNumber(alternative, id)
            ? alternative
            : null;
      if (chosen !== null) usedNumbers.set(chosen, id);
      return [id, chosen];
    }),
  );
};

const heldFactOf = (fact: Invoice, number: string | null, suffix: string | null): HeldFact | null => {
  if (fact.outside_state === null && fact.currency !== CURRENCY)
    return { external_id: fact.external_id, code: 'currency', facts: { currency: fact.currency } };
  if (number === null)
    return {
      external_id: fact.external_id,
      code: 'numberTaken',
      facts: { number: numberOf(fact, suffix) },
    };
  return null;
};

/** Until the source sends the salesperson, the previous one applies. */
const withSalesperson = (fact: ReportedInvoice, existing: OutsideInvoiceRow | undefined): Invoice => ({
  ...fact,
  salesperson: fact.salesperson === undefined ? (existing?.told_salesperson ?? null) : fact.salesperson,
});
/** A link from a sheet wins (decisions 7.03); a person assigned by staff remains while the source still names the same person. */
const salespersonOf = (fact: Invoice, existing: OutsideInvoiceRow | undefined, people: Directory): number | null => {
  if (existing?.is_linked || (existing && existing.told_salesperson === fact.salesperson))
    return existing.salesperson_id ?? personOf(people, fact);
  return personOf(people, fact) ?? existing?.salesperson_id ?? null;
};

const saveBalances = (tx: Repositories, connectionId: number, facts: readonly Invoice[]): Promise<void> =>
  tx.settledOtherwise.keepBalances(
    connectionId,
    facts.flatMap(({ external_id, balance_cents }) => (balance_cents === undefined ? [] : [{ external_id, balance_cents }])),
  );

const depositId = (invoice: string): string => `deposit:${invoice}`;
/** A deposit that the source reports on the invoice, not as a payment, becomes a separate receipt (decisions 2.27). */
const depositOf = (fact: Invoice): FactOf<'payment'> => {
  const amount_cents = fact.outside_state === null ? (fact.deposit_cents ?? 0) : 0;
  return {
    kind: 'payment',
    external_id: depositId(fact.external_id),
    currency: fact.currency,
    outside_state: amount_cents > 0 ? null : 'deleted',
    customer: fact.customer,
    amount_cents,
    received_on: fact.booking_date,
    method: 'deposit',
    reference: fact.document_number,
    lines: [{ invoice: fact.external_id, amount_cents }],
    credits: [],
  };
};
const importDeposits = async (tx: Repositories, facts: readonly Invoice[], context: ImportContext): Promise<void> => {
  const ids = facts.map(({ external_id }) => depositId(external_id));
  const existing = new Set((await tx.outsideMoney.receipts(context.connection.id, ids)).map(({ external_id }) => external_id));
  const deposits = facts
    .filter(({ external_id, deposit_cents = 0 }) => deposit_cents > 0 || existing.has(depositId(external_id)))
    .map(depositOf);
  if (deposits.length > 0) await importPayments(tx, deposits, context);
};

/** Imports invoices of an accounting system (decisions 2.19, 2.20, 7.02, 7.03), and settles receipts and memos that waited for them. */
export const importInvoices: Sink<'invoice'> = async (tx, invoiceFacts, context) => {
  const { connection, cause } = context;
  const ids = invoiceFacts.map(({ external_id }) => external_id);
  const existing = new Map((await tx.outsideMoney.invoices(connection.id, ids)).map((row) => [row.external_id, row]));
  const facts = invoiceFacts.map((fact) => withSalesperson(fact, existing.get(fact.external_id)));
  const numbers = await chooseNumbers(tx, connection.id, connection.suffix, facts, existing);
  const held: HeldFact[] = [];
  const changed: (readonly [Invoice, string, string])[] = [];
  const canceled: OutsideInvoiceRow[] = [];
  for (const fact of facts) {
    const row = existing.get(fact.external_id);
    if (fact.outside_state === 'deleted') {
      if (row && row.state !== 'cancelled') canceled.push(row);
      continue;
    }
    const number = numbers.get(fact.external_id) ?? null;
    const refusal = heldFactOf(fact, number, connection.suffix);
    if (refusal) {
      held.push(refusal);
      continue;
    }
    const {
      external_version: _version,
      updated_at: _at,
      answer: _answer,
      balance_cents: _balance,
      fallback_number: _number,
      ...content
    } = fact;
    const hash = hashOfFact({ ...content, number });
    if (row?.payload_hash !== hash) changed.push([fact, number ?? '', hash]);
  }
  const written = changed.length + canceled.length;
  if (written === 0) {
    await saveBalances(tx, connection.id, facts);
    return { created: 0, changed: 0, same: facts.length - held.length, held };
  }
  const people = await readDirectory(tx);
  const customerOf = await partiesOf(
    tx,
    connection.id,
    changed.map(([fact]) => fact),
    cause.at,
  );
  const rows = changed.map(
    ([fact, number, hash]): OutsideInvoiceWrite => ({
      external_id: fact.external_id,
      external_version: fact.external_version ?? null,
      external_updated_at: fact.updated_at ?? null,
      external_state: fact.outside_state,
      payload_hash: hash,
      invoice_number: number,
      document_number: fact.document_number,
      number_suffix: connection.suffix,
      customer_id: customerOf(fact.customer),
      customer_name: fact.customer?.name || number,
      salesperson_id: salespersonOf(fact, existing.get(fact.external_id), people),
      told_salesperson: fact.salesperson,
      credit_of_id: null,
      gross_cents: fact.gross_cents,
      net_cents: fact.net_cents,
      booking_date: fact.booking_date,
      due_date: fact.due_date,
      state: fact.outside_state === null ? 'sent' : 'cancelled',
      notes: fact.notes,
    }),
  );
  const changedIds = [...rows.flatMap(({ external_id }) => existing.get(String(external_id))?.id ?? []), ...canceled.map(({ id }) => id)];
  const targets = [...rows.map(({ external_id }) => String(external_id)), ...canceled.map(({ external_id }) => external_id)];
  const payments = await tx.outsideMoney.paymentsOn(connection.id, 'invoice', targets);
  const memos = await tx.outsideMemos.memosOn(connection.id, targets);
  const receipts = [
    // A deposit receipt may have lost its lines, so it is locked by its own id.
    ...(await tx.outsideMoney.receipts(connection.id, [...new Set([...payments, ...targets.map(depositId)])])).map(({ id }) => id),
    ...(await tx.outsideMemos.receiptsOf(connection.id, memos)),
  ];
  let created = 0;
  await writeAndMarkAffected(tx, context, { invoices: changedIds, receipts }, async () => {
    const createdIds = await tx.outsideMoney.writeInvoices(connection.id, rows, cause.at);
    await tx.outsideMoney.endInvoices(
      canceled.map(({ id }) => id),
      cause.at,
    );
    created = createdIds.filter(({ fresh }) => fresh).length;
    await settleReceipts(tx, context, payments);
    return [...createdIds.map(({ id }) => id), ...(await settleMemos(tx, context, memos))];
  });
  await saveBalances(tx, connection.id, facts);
  await importDeposits(
    tx,
    [...changed.map(([fact]) => fact), ...facts.filter(({ outside_state }) => outside_state === 'deleted')],
    context,
  );
  return { created, changed: written - created, same: facts.length - held.length - written, held };
};
