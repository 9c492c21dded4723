import type { KnownReceipt } from '../../db/repositories/imports/importedReceipts.ts';
import type { StagedRow } from '../../db/repositories/imports/importRows.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { decidePaid, paidKey, saysPaid } from './decidePaid.ts';
import type { ReceiptWrite } from './decideReceipts.ts';
import type { Deciding } from './decideRows.ts';
import type { RowDecision } from './decision.ts';
import type { KnownRows } from './known.ts';
import type { ReadCells } from './readRow.ts';

type Within = Pick<Repositories, 'importedReceipts'>;
type OfRow = Readonly<{ staged: StagedRow; read: ReadCells & { ok: true } }>;

/** Receipts that an earlier import of these invoices made for their amounts paid, by key; locked before the invoices, as payments are. */
export const paidReceipts = async (
  { importedReceipts }: Within,
  { reading, constant, writes }: Deciding,
  rows: readonly OfRow[],
): Promise<ReadonlyMap<string, KnownReceipt>> => {
  if (!reading.mapping.paid) return new Map();
  const keys = rows.flatMap(({ read: { row } }) => (row.paid === null ? [] : [paidKey(row.number ?? '')]));
  const found = await importedReceipts.known(constant.connectionId, keys, writes);
  return new Map(found.map((receipt) => [receipt.external_id, receipt]));
};

/** Adds to decided invoices the receipts of their amounts paid (issue 47). */
export const decidePaidAmounts = async (
  { importedReceipts }: Within,
  { reading: { mapping, choices }, constant: { connectionId } }: Deciding,
  {
    rows,
    decisions,
    known,
    receipts,
  }: Readonly<{
    rows: readonly OfRow[];
    decisions: readonly RowDecision[];
    known: KnownRows;
    receipts: ReadonlyMap<string, KnownReceipt>;
  }>,
): Promise<Readonly<{ decisions: readonly RowDecision[]; receipts: readonly ReceiptWrite[] }>> => {
  if (!mapping.paid) return { decisions, receipts: [] };
  const byNumber = new Map(rows.map((one) => [one.staged.row_number, one]));
  const withPayment = decisions.flatMap((decision) => {
    const one = byNumber.get(decision.rowNumber);
    return one && saysPaid(decision, one.read.row, known) ? [{ decision, ...one }] : [];
  });
  const invoices = withPayment.flatMap(({ decision }) => decision.existing?.id ?? []);
  const elsewhere = await importedReceipts.receivedElsewhere(
    invoices,
    [...receipts.values()].map(({ id }) => id),
  );
  const elsewhereOf = ({ existing }: RowDecision) => elsewhere.get(existing?.id ?? 0) ?? 0;
  const datable = withPayment.flatMap(({ decision, read: { row } }) => {
    const [received_on, customer_id] = [row.paidOn ?? choices.day, decision.existing?.customer_id];
    const amount_cents = (row.paid ?? 0) - elsewhereOf(decision);
    return received_on && customer_id ? [{ key: paidKey(row.number ?? ''), received_on, amount_cents, reference: null, customer_id }] : [];
  });
  const there = await importedReceipts.there(datable, connectionId);
  const done = new Map(
    withPayment.map(({ decision, staged, read: { row } }) => {
      const key = paidKey(row.number ?? '');
      const facts = {
        existing: receipts.get(key) ?? null,
        elsewhere: elsewhereOf(decision),
        day: choices.day,
        isThere: !staged.accepted && there.has(key),
      };
      return [decision.rowNumber, decidePaid(decision, row, known, facts)] as const;
    }),
  );
  return {
    decisions: decisions.map((decision) => done.get(decision.rowNumber)?.decision ?? decision),
    receipts: [...done.values()].flatMap(({ write }) => write ?? []),
  };
};
