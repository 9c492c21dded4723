import type { ImportKind } from '../../../../contract/rules/imports/fields.ts';
import type { Cents } from '../../../../contract/rules/money.ts';
import type { CreditedCents, KnownInvoice } from '../../../db/repositories/imports/importedFacts.ts';
import type { StagedRow } from '../../../db/repositories/imports/importRows.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { foldLines, type ReadStagedRow } from '../documentLines.ts';
import { type KnownRows, readKnown } from '../known.ts';
import { type ReadCells, type ReadRow, type RowReadOptions, readRow } from '../readRow.ts';
import { type ImportReason, importReason } from '../reasons.ts';
import { decideInvoice, deductFromOriginal } from './decideInvoice.ts';
import { decidePaidBefore, type PaidBeforeWrite } from './decidePaidBefore.ts';
import { decideReceipt, type ReceiptGroup, type ReceiptWrite, receivedIn } from './decideReceipts.ts';
import type { RowDecision } from './decision.ts';
import { decidePaidAmounts, possibleDuplicateReason, readPaidReceipts, readRecordedReceipts } from './paidAmounts.ts';

/** Memo originals in the file as if they were written, and the amounts that memos in the file reverse; carried from batch to batch. */
export type Arriving = Readonly<{
  originals: ReadonlyMap<string, KnownInvoice>;
  taken: Map<number, CreditedCents>;
  /** Cents of earlier payments in the file, by invoice id. */
  paid: Map<number, Cents>;
}>;
export type DecisionContext = Readonly<{
  runId: number;
  kind: ImportKind;
  reading: RowReadOptions;
  constant: Pick<KnownRows, 'author' | 'asker' | 'isSoleImporter' | 'people' | 'connectionId' | 'closedMonths' | 'booksBegin' | 'today'>;
  /** True if all rows that a row may wait for have been decided. */
  isLast: boolean;
  /** True if the decisions are written in the same transaction. */
  writes: boolean;
  /** Set only in a preview, which writes none of them. */
  arriving?: Arriving;
}>;
export type Decided = Readonly<{
  decisions: readonly RowDecision[];
  receipts: readonly ReceiptWrite[];
  paidBefore?: readonly PaidBeforeWrite[];
  known: KnownRows;
}>;
type Repos = Pick<Repositories, 'importRows' | 'importedFacts' | 'importedReceipts' | 'outsideMemos' | 'paidBefore' | 'users' | 'marks'>;
type Readable = Readonly<{ staged: StagedRow; read: ReadCells & { ok: true } }>;

const isReadable = (one: ReadStagedRow): one is Readable => one.read.ok;
const refusedOf = ({ staged, read }: ReadStagedRow): RowDecision[] =>
  read.ok ? [] : [{ rowNumber: staged.row_number, fate: read.fate, ...read.refusal, userId: null, existing: null, write: null }];

/** @param broken keys of unreadable rows */
const groupsOf = (rows: readonly Readable[], broken: ReadonlySet<string | null>): ReceiptGroup[] => {
  const groups = new Map<string, Readable[]>();
  for (const one of rows) groups.set(one.staged.key ?? '', [...(groups.get(one.staged.key ?? '') ?? []), one]);
  return [...groups].map(([key, members]) => ({
    key,
    rows: members.map(({ staged, read }) => ({ rowNumber: staged.row_number, row: read.row, accepted: staged.accepted })),
    isWhole: !broken.has(key),
  }));
};

/** Payments that name their invoice by its source id get its number. */
const withInvoiceNumbers = async ({ importedFacts }: Repos, connectionId: number, rows: readonly Readable[]): Promise<Readable[]> => {
  const numbers = await importedFacts.numbersOf(connectionId, [...new Set(rows.flatMap(({ read }) => read.row.number ?? []))]);
  return rows.map(({ staged, read }) => ({
    staged,
    read: { ...read, row: { ...read.row, number: numbers.get(read.row.number ?? '') ?? read.row.number } },
  }));
};

const decideReceipts = async (
  tx: Repos,
  context: DecisionContext,
  read: readonly Readable[],
  broken: ReadonlySet<string | null>,
): Promise<Decided> => {
  const { runId, constant, writes } = context;
  const rows = await withInvoiceNumbers(tx, constant.connectionId, read);
  const groups = groupsOf(rows, broken);
  const keys = groups.map(({ key }) => key);
  // Receipts before invoices, the same lock order as for a manual payment step.
  const existing = await tx.importedReceipts.known(constant.connectionId, keys, writes);
  const receipts = new Map(existing.map((row) => [row.external_id, row]));
  const knownOfFile = await readKnown(
    tx,
    runId,
    rows.map(({ read: { row } }) => row),
    constant,
    writes,
  );
  const leftOut = rows.flatMap(({ staged: { key }, read: { row } }) => (row.role === 'other' ? (receipts.get(key ?? '')?.id ?? []) : []));
  const known = { ...knownOfFile, written: new Set(await tx.importedFacts.writtenBy(runId, 'receipt', leftOut)) };
  const receiptGroups = groups.map((group) => {
    const [first] = group.rows;
    const customerId = known.invoices.get(group.rows.find(({ row }) => row.number !== null)?.row.number ?? '')?.customer_id ?? null;
    return {
      key: group.key,
      received_on: first?.row.day ?? '',
      amount_cents: receivedIn(group.rows),
      reference: first?.row.reference ?? null,
      customer_id: customerId,
    };
  });
  const possibleDuplicates = await tx.importedReceipts.existingKeys(receiptGroups, constant.connectionId);
  const paymentRows = rows.map(({ read: { row } }) => row);
  const recorded = await readRecordedReceipts(tx, context, paymentRows, known);
  const doubtOf = ({ key, rows: members }: ReceiptGroup): ImportReason | null => {
    const paid = members.map(({ row }) => row);
    return possibleDuplicates.has(key) ? importReason('receiptThere') : possibleDuplicateReason(paid, recorded, known);
  };
  const decided = groups.map((group) => {
    const one = decideReceipt(group, known, receipts.get(group.key) ?? null, doubtOf(group));
    const parts = one.write?.existing === null ? one.write.parts : [];
    for (const { invoiceId, amount } of parts) recorded.inFile.set(invoiceId, (recorded.inFile.get(invoiceId) ?? 0) + amount);
    return one;
  });
  return {
    decisions: decided.flatMap(({ decisions }) => decisions),
    receipts: decided.flatMap(({ write }) => write ?? []),
    known,
  };
};

/** Decides rows in order; each takes the earlier ones into account. */
const decideInvoices = ({ kind, isLast, arriving }: DecisionContext, rows: readonly Readable[], known: KnownRows): RowDecision[] => {
  const reversed = arriving?.taken ?? new Map<number, CreditedCents>();
  const inFile = { ...known, taken: reversed, arriving: arriving?.originals ?? known.arriving };
  return rows.map(({ staged: { row_number: rowNumber }, read: { row, hash } }) => {
    const decision = decideInvoice(kind, { rowNumber, row, hash, isLast }, inFile);
    if (decision.fate !== 'waiting') deductFromOriginal(reversed, decision);
    return decision;
  });
};

/** Parses and decides rows of a file against current data. */
export const decideRows = async (tx: Repos, context: DecisionContext, staged: readonly StagedRow[]): Promise<Decided> => {
  const { runId, kind, reading, constant, writes } = context;
  const folded = foldLines(
    reading,
    staged.map((one): ReadStagedRow => ({ staged: one, read: readRow(reading, one.cells) })),
  );
  const readable = folded.rows.filter(isReadable);
  const refused = [...folded.decisions, ...folded.rows.flatMap(refusedOf)];
  if (kind === 'paid_before') {
    const rows = readable.map((one) => ({ rowNumber: one.staged.row_number, accepted: one.staged.accepted, row: one.read.row }));
    const decided = await decidePaidBefore(tx, context, rows);
    return { ...decided, decisions: [...refused, ...decided.decisions] };
  }
  if (kind === 'receipts') {
    const broken = folded.rows.filter(({ read }) => !read.ok && read.fate === 'quarantined').map(({ staged: { key } }) => key);
    const decided = await decideReceipts(tx, context, readable, new Set(broken));
    return { ...decided, decisions: [...refused, ...decided.decisions] };
  }
  const receipts = await readPaidReceipts(tx, context, readable);
  const known = await readKnown(
    tx,
    runId,
    readable.map(({ read }): ReadRow => read.row),
    constant,
    writes,
  );
  const invoices = decideInvoices(context, readable, known);
  const decided = await decidePaidAmounts(tx, context, { rows: readable, decisions: invoices, known, receipts });
  return { ...decided, decisions: [...refused, ...decided.decisions], known };
};
