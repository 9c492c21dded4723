import type { OutsideInvoiceRow, OutsideInvoiceWrite } from '../../../db/repositories/connections/outsideMoney.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import type { FactOf } from '../facts.ts';
import { appliedBy } from './applied.ts';
import { CURRENCY } from './currency.ts';
import { hashOfFact } from './customers.ts';
import { chooseMemoNumbers, partId } from './memoNumbers.ts';
import { partiesOf } from './parties.ts';
import type { Held, Sink, Taking } from './sink.ts';
import { touching } from './touching.ts';

type Memo = FactOf<'credit_memo'>;
type Part = Readonly<{ id: string; memo: Memo; original: OutsideInvoiceRow; cents: number; net: number }>;

/** What of each memo takes back which invoice there: by the payments that link them, and by what a person answered for the rest. */
const partsOf = async (within: Repositories, connectionId: number, memoIds: readonly string[]) => {
  const memos = await within.outsideMoney.memos<Memo>(connectionId, memoIds);
  const payments = await within.outsideMoney.paymentsOn(connectionId, 'credit_memo', memoIds);
  const lines = await within.outsideMoney.linesOf(connectionId, payments);
  const wanted = new Map<string, Map<string, number>>(memos.map(({ external_id }) => [external_id, new Map()]));
  for (const payment of payments) {
    const { credits } = appliedBy(lines.filter(({ payment_id }) => payment_id === payment));
    for (const [memo, parts] of credits)
      for (const [invoice, cents] of parts) wanted.get(memo)?.set(invoice, (wanted.get(memo)?.get(invoice) ?? 0) + cents);
  }
  for (const { external_id, fact, answer } of memos) {
    const parts = wanted.get(external_id) ?? new Map<string, number>();
    const rest = fact.gross_cents - [...parts.values()].reduce((sum, cents) => sum + cents, 0);
    if (answer !== null && rest > 0) parts.set(answer, (parts.get(answer) ?? 0) + rest);
  }
  return { memos, wanted };
};

/** Net revenue of the first cents of a memo: parts that are made by it add up. */
const netOfFirst = ({ net_cents, gross_cents }: Memo, cents: number): number =>
  gross_cents === 0 ? 0 : Math.round((net_cents * cents) / gross_cents);

const rowOf = ({ id, memo, original, cents, net }: Part, number: string, suffix: string | null): OutsideInvoiceWrite => {
  const values = {
    external_id: id,
    external_version: memo.external_version ?? null,
    external_updated_at: memo.updated_at ?? null,
    external_state: null,
    invoice_number: number,
    document_number: memo.document_number,
    number_suffix: suffix,
    customer_id: original.customer_id,
    customer_name: memo.customer?.name ?? number,
    salesperson_id: original.salesperson_id,
    told_salesperson: null,
    credit_of_id: original.id,
    gross_cents: -cents,
    net_cents: -net,
    booking_date: memo.booking_date,
    due_date: null,
    state: 'sent',
    notes: null,
  };
  return { ...values, payload_hash: hashOfFact(values) };
};

/** Applies what is left of these memos to what is open of the invoices that they take back: what is told of either may come in any order. */
const applyLeft = async ({ allocations, outsideMoney }: Repositories, memoIds: readonly number[], by: number): Promise<void> => {
  const credits = await outsideMoney.creditsLeft(memoIds);
  const originals = credits.map(({ original_id }) => original_id);
  const open = await allocations.balances(originals, []);
  const applied = credits.flatMap(({ receipt_id, original_id: invoice_id, left_cents }) => {
    const balance = open.get(invoice_id) ?? 0;
    const amount_cents = Math.max(0, Math.min(left_cents, balance));
    open.set(invoice_id, balance - amount_cents);
    return amount_cents > 0 ? [{ receipt_id, invoice_id, amount_cents }] : [];
  });
  await allocations.add(applied, by);
};

type Wanted = Awaited<ReturnType<typeof partsOf>>;
/** The parts that count: those that are here first, so that none loses a cent to another that comes later. */
const livePartsOf = (
  { memos, wanted }: Wanted,
  originals: ReadonlyMap<string, OutsideInvoiceRow>,
  here: readonly OutsideInvoiceRow[],
): Part[] => {
  const made = new Map(here.map(({ external_id }, place) => [external_id, place]));
  return memos.flatMap(({ external_id, fact }) => {
    const placeOf = ([invoice]: readonly [string, number]): number => made.get(partId(external_id, invoice)) ?? here.length;
    const inOrder = [...(wanted.get(external_id) ?? [])].sort((a, b) => placeOf(a) - placeOf(b));
    let before = 0;
    return inOrder.flatMap(([invoice, cents]): Part[] => {
      const original = originals.get(invoice);
      if (!original || original.state === 'cancelled' || cents <= 0 || fact.outside_state !== null) return [];
      const net = netOfFirst(fact, before + cents) - netOfFirst(fact, before);
      before += cents;
      return [{ id: partId(external_id, invoice), memo: fact, original, cents, net }];
    });
  });
};

/**
 * Makes the parts of these memos what the payments say now, each a memo of its own against one invoice: credits that are applied count as
 * received (decisions 2.03, 2.20). What no payment links waits: to which invoice?
 * @returns invoices that it wrote, and those that it is about
 */
export const settleMemos = async (within: Repositories, taking: Taking, memoIds: readonly string[]): Promise<number[]> => {
  if (memoIds.length === 0) return [];
  const { connection, runId, cause } = taking;
  const { memos, wanted } = await partsOf(within, connection.id, memoIds);
  const targets = [...new Set([...wanted.values()].flatMap((parts) => [...parts.keys()]))];
  const originals = new Map((await within.outsideMoney.invoices(connection.id, targets)).map((row) => [row.external_id, row]));
  const here = await within.outsideMoney.memoParts(connection.id, memoIds);
  const parts = livePartsOf({ memos, wanted }, originals, here);
  const numbers = await chooseMemoNumbers(within, connection, parts, here);
  const rows = parts.map((part) => rowOf(part, numbers.get(part.id) ?? part.id, connection.suffix));
  const known = new Map(here.map((row) => [row.external_id, row]));
  const stays = new Set(rows.map(({ external_id }) => String(external_id)));
  const gone = here.filter(({ external_id, state }) => state !== 'cancelled' && !stays.has(external_id));
  const changed = rows.filter(({ external_id, payload_hash }) => {
    const row = known.get(String(external_id));
    return row?.payload_hash !== payload_hash || row?.state === 'cancelled';
  });
  for (const { id } of [...gone, ...changed.flatMap(({ external_id }) => known.get(String(external_id)) ?? [])])
    await within.invoiceRows.undoCredit(id, cause.at);
  await within.outsideMoney.endInvoices(
    gone.map(({ id }) => id),
    cause.at,
  );
  const written = await within.outsideMoney.writeInvoices(connection.id, changed, cause.at);
  const byId = new Map(changed.map((row) => [row.external_id, row]));
  for (const { id, external_id } of written) {
    const row = byId.get(external_id);
    if (!row) continue;
    const memoNumber = String(row.invoice_number);
    const customerId = row.customer_id === null ? null : Number(row.customer_id);
    const [originalId, cents, day] = [Number(row.credit_of_id), -Number(row.gross_cents), String(row.booking_date)];
    await within.invoiceRows.applyCredit({ originalId, memoId: id, memoNumber, customerId, cents, applied: 0, day }, cause.actorId);
  }
  const ids = [...here.flatMap(({ id, external_id }) => (stays.has(external_id) ? [id] : [])), ...written.map(({ id }) => id)];
  await applyLeft(within, ids, cause.actorId);
  const taken = new Map<string, number>();
  for (const { memo, cents } of parts) taken.set(memo.external_id, (taken.get(memo.external_id) ?? 0) + cents);
  const open = memos.filter(({ fact }) => fact.outside_state === null && fact.gross_cents > (taken.get(fact.external_id) ?? 0));
  await within.heldRecords.put(
    connection.id,
    runId,
    open.map(({ fact, external_id }) => ({
      kind: 'credit_memo',
      external_id,
      code: 'memoOpen',
      facts: { left_cents: fact.gross_cents - (taken.get(external_id) ?? 0) },
      payload: fact,
    })),
  );
  const isOpen = new Set(open.map(({ external_id }) => external_id));
  await within.heldRecords.settle(
    connection.id,
    'credit_memo',
    memoIds.filter((id) => !isOpen.has(id)),
    null,
    cause.at,
  );
  return [...written.map(({ id }) => id), ...gone.map(({ id }) => id), ...parts.map(({ original }) => original.id)];
};

/** Which invoice there a person means by its number here. */
const answered = async (within: Repositories, { connection }: Taking, { answer }: Memo): Promise<string | null> => {
  if (!answer) return null;
  const owner = (await within.outsideMoney.numbered([answer.trim()])).get(answer.trim());
  return owner?.connection_id === connection.id && owner.external_id && !owner.external_id.startsWith('memo:') ? owner.external_id : null;
};

/** Credit memos of an accounting system (decisions 2.20). */
export const takeMemos: Sink<'credit_memo'> = async (within, facts, taking) => {
  const { connection, cause } = taking;
  const ids = facts.map(({ external_id }) => external_id);
  const known = new Map((await within.outsideMoney.memos<Memo>(connection.id, ids)).map((row) => [row.external_id, row]));
  const held: Held[] = [];
  const changed: { external_id: string; fact: Memo; answer: string | null }[] = [];
  let created = 0;
  for (const told of facts) {
    const before = known.get(told.external_id);
    // Of a deleted one only its id is known.
    const fact = told.outside_state === 'deleted' && before ? { ...before.fact, outside_state: 'deleted' as const } : told;
    if (told.outside_state === 'deleted' && !before) continue;
    if (fact.outside_state === null && fact.currency !== CURRENCY) {
      held.push({ external_id: fact.external_id, code: 'currency', facts: { currency: fact.currency } });
      continue;
    }
    const answer = await answered(within, taking, fact);
    if (before && answer === null && hashOfFact({ ...before.fact }) === hashOfFact({ ...fact })) {
      const waits = await within.heldRecords.waits(connection.id, 'credit_memo', fact.external_id);
      if (waits) held.push(waits);
      continue;
    }
    if (!before) created += 1;
    const { answer: _answer, ...kept } = fact;
    changed.push({ external_id: fact.external_id, fact: kept, answer });
  }
  if (changed.length > 0) {
    await partiesOf(
      within,
      connection.id,
      changed.map(({ fact }) => fact),
      cause.at,
    );
    await within.outsideMoney.keepMemos(connection.id, changed);
    const memoIds = changed.map(({ external_id }) => external_id);
    const parts = await within.outsideMoney.memoParts(connection.id, memoIds);
    const originals = await within.outsideMoney.originalsOf(parts.map(({ id }) => id));
    await touching(within, taking, [...parts.map(({ id }) => id), ...originals], () => settleMemos(within, taking, memoIds));
    for (const { external_id } of changed) {
      const waits = await within.heldRecords.waits(connection.id, 'credit_memo', external_id);
      if (waits) held.push(waits);
    }
  }
  return {
    created,
    changed: changed.length - created,
    same: facts.length - changed.length - held.length < 0 ? 0 : facts.length - changed.length - held.length,
    held,
  };
};
