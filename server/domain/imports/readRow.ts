import { createHash } from 'node:crypto';
import type { ImportChoices, ImportMapping } from '../../../contract/entities/import.ts';
import { importProblems } from '../../../contract/messages/importProblems.ts';
import { type ImportKind, normalizeHeader, requiredOf } from '../../../contract/rules/imports/fields.ts';
import type { Cell } from '../../../contract/rules/imports/formats.ts';
import { documentRole, stateMeaning } from '../../../contract/rules/imports/layouts/documents.ts';
import { kindLayout } from '../../../contract/rules/imports/layouts/index.ts';
import type { DocumentRole, KindLayout, LayoutId, StateMeaning } from '../../../contract/rules/imports/layouts/layout.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { type CellReader, createCellReader, LeftOutRow, Refused, type RowRefusal } from './readCell.ts';
import { blankSale, type ReadSale, readSale } from './readSale.ts';

/** Settings for parsing a file's rows. `utcColumns`: their times are UTC, and days are in the company's `zone`. */
export type RowReadOptions = Readonly<{
  kind: ImportKind;
  mapping: ImportMapping;
  layout: KindLayout | undefined;
  choices: ImportChoices;
  zone: string;
  utcColumns: ReadonlySet<number>;
}>;
type FileReadOptions = Readonly<{
  kind: ImportKind;
  mapping: ImportMapping;
  layout: LayoutId;
  choices: ImportChoices;
  columns: readonly Readonly<{ name: string }>[];
}>;
export const rowReadOptionsOf = ({ kind, mapping, layout, choices, columns }: FileReadOptions, zone: string): RowReadOptions => ({
  kind,
  mapping,
  layout: kindLayout(layout, kind),
  choices,
  zone,
  utcColumns: new Set(columns.flatMap(({ name }, column) => (/\bUTC\b/.test(name) ? [column] : []))),
});

/** A parsed row in the product's own terms; null for missing values. */
export type ReadRow = Readonly<{
  document: string | null;
  suffix: string | null;
  /** The invoice number with its suffix. */
  number: string | null;
  customer: string | null;
  day: Day | null;
  due: Day | null;
  gross: Cents | null;
  /** Null if the row has neither net nor tax. */
  net: Cents | null;
  salesperson: string | null;
  original: string | null;
  customerType: string | null;
  /** Facts on which a plan may base its pay (decisions 2.08). */
  sale: ReadSale;
  notes: string | null;
  amount: Cents | null;
  /** For an invoice: the amount received so far, and its day. */
  paid: Cents | null;
  paidOn: Day | null;
  /** For commission paid before: the open balance of a draw. */
  drawBalance: Cents | null;
  reference: string | null;
  method: string | null;
  /** The document's id in its source. */
  sourceId: string | null;
  /** `other`: an answer excludes the document, whose rows were imported earlier as another type. */
  role: DocumentRole;
  /** `invalid`: the document creates no record (decisions 2.26); only its number is parsed. */
  meaning: StateMeaning;
  /** As written in the file. */
  state: string | null;
}>;
/** The fields that rows of one receipt share. */
export type ReceiptKey = Pick<ReadRow, 'reference' | 'day'>;
/** `left_out`: a row that this kind of import ignores; `number` and `receipt` if those cells are readable. */
export type ReadCells = Readonly<
  | { ok: true; row: ReadRow; hash: string }
  | { ok: false; fate: 'quarantined' | 'left_out'; refusal: RowRefusal; number: string | null; receipt: ReceiptKey | null }
>;

/** The company's currency; other currencies are never converted (decisions 2.19). */
const CURRENCY = 'USD';

const numberOf = (document: string | null, suffix: string | null): string | null =>
  document === null ? null : suffix === null ? document : `${document}-${suffix}`;

const createNetRefusal = (): Refused => new Refused('net', 'netDiffers');

/** net = gross − tax if the tax is known (decisions 2.19), otherwise the given net. */
const netOf = (gross: Cents | null, net: Cents | null, tax: Cents | null): Cents | null => {
  if (gross === null) return null;
  // A memo's tax may be written without a sign.
  const netOfTax = tax === null ? null : gross - (gross < 0 ? -Math.abs(tax) : tax);
  if (netOfTax !== null && net !== null && net !== netOfTax) throw createNetRefusal();
  const netCents = netOfTax ?? net;
  if (netCents !== null && (gross < 0 ? netCents > 0 || netCents < gross : netCents < 0 || netCents > gross))
    throw new Refused(tax === null ? 'net' : 'tax', 'netOutside');
  return netCents;
};

/**
 * Hashes a missing net as if it were the gross, and omits fields that were added later from valid documents, so that earlier imports still
 * count as unchanged. An amount paid is a payment, not a part of the invoice.
 */
export const rowHash = ({
  sourceId: _,
  role: _role,
  paid: _paid,
  paidOn: _paidOn,
  drawBalance: _draw,
  meaning,
  state,
  sale,
  ...row
}: ReadRow): string =>
  createHash('sha256')
    .update(
      JSON.stringify({
        ...row,
        net: row.net ?? row.gross,
        ...(meaning === 'invalid' ? { meaning, state } : {}),
        ...(Object.values(sale).some((value) => value !== null) ? { sale } : {}),
      }),
    )
    .digest('hex');

const blankRow: ReadRow = {
  document: null,
  suffix: null,
  number: null,
  customer: null,
  day: null,
  due: null,
  gross: null,
  net: null,
  salesperson: null,
  original: null,
  customerType: null,
  sale: blankSale,
  notes: null,
  amount: null,
  paid: null,
  paidOn: null,
  drawBalance: null,
  reference: null,
  method: null,
  sourceId: null,
  role: 'invoice',
  meaning: 'counts',
  state: null,
};

/** The document's role and state, from the file or from an answer; an unknown text is not guessed. */
const documentOf = (
  { kind, mapping, layout, choices }: RowReadOptions,
  { words }: CellReader,
): Pick<ReadRow, 'role' | 'meaning' | 'state'> => {
  const type = words('type') ?? '';
  const role = mapping.type ? documentRole(kind, layout, choices, type) : kind === 'receipts' ? 'payment' : 'invoice';
  if (role === null) throw new Refused('type', 'unknownType', { value: type });
  if (role === 'other') {
    // An earlier answer may have imported the document.
    if (choices.types?.[normalizeHeader(type)] !== undefined) return { role, meaning: 'invalid', state: type };
    throw new LeftOutRow('type', 'otherDocument', { value: type });
  }
  if (role === 'refund' && kind === 'receipts') throw new Refused('type', 'refundByHand');
  const state = words('status');
  const meaning = mapping.status ? stateMeaning(kind, layout, choices, state ?? '') : 'counts';
  if (meaning === null) throw new Refused('status', 'unknownState', { value: state ?? '' });
  return { role: role === 'refund' ? 'memo' : role, meaning, state };
};

/**
 * The cash of a payment less refunds; a fully refunded payment counts as none. A report with types may write payments as negative customer
 * balances.
 */
const receivedOf = ({ layout, mapping }: RowReadOptions, { amount }: CellReader): Pick<ReadRow, 'amount'> & Partial<ReadRow> => {
  const [typed, refunded] = [amount('amount'), Math.abs(amount('refunded') ?? 0)];
  const received = mapping.type && typed !== null ? Math.abs(typed) : typed;
  if (received === 0 && layout?.skipsZero) throw new LeftOutRow('amount', 'nothingPaid');
  if (received === null || refunded === 0) return { amount: received };
  if (refunded > received) throw new Refused('refunded', 'refundAbove');
  return refunded === received ? { amount: received, meaning: 'invalid', state: importProblems.refunded } : { amount: received - refunded };
};

/** A memo is always negative, however its amounts are signed. */
const withMemoSign = (role: DocumentRole, cents: Cents | null): Cents | null =>
  role === 'memo' && cents !== null ? -Math.abs(cents) || 0 : cents;

/** Kinds of files without a day column, for which the user may choose one day for all rows. */
const mayChooseDay = (kind: ImportKind): boolean => kind === 'receipts' || kind === 'paid_before';

const refuseBlanks = ({ kind, mapping, choices }: RowReadOptions, { isBlank }: CellReader): void => {
  for (const field of requiredOf[kind]) {
    if (field === 'date' && !mapping.date && mayChooseDay(kind) && choices.day !== undefined) continue;
    // A receipt may not pay an invoice yet: the unallocated rest is customer credit (decisions 2.15).
    if (kind === 'receipts' && field === 'number') continue;
    // A row has an amount for an invoice, a draw balance, or both.
    if (kind === 'paid_before' && (field === 'number' || field === 'amount')) continue;
    if (isBlank(field)) throw new Refused(field, 'blank', { field });
  }
};

const refuseCurrency = ({ words }: CellReader): void => {
  const currency = words('currency');
  if (currency !== null && currency.toUpperCase() !== CURRENCY && currency !== '$') throw new Refused('currency', 'currency', { currency });
};

const receiptDayOf = ({ mapping, choices }: RowReadOptions, { day }: CellReader): Day | null =>
  day('date') ?? (mapping.date ? null : (choices.day ?? null));

/** The receipt of an unreadable row; null if its receipt is unreadable too. */
const receiptOf = (options: RowReadOptions, cells: CellReader): ReceiptKey | null => {
  try {
    return { reference: cells.words('reference'), day: receiptDayOf(options, cells) };
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
};

const readFullRow = (
  options: RowReadOptions,
  cells: CellReader,
  documentFields: Pick<ReadRow, 'document' | 'suffix' | 'number' | 'role' | 'meaning' | 'state'>,
): ReadRow => {
  const { words, day, amount } = cells;
  const { role } = documentFields;
  const isReceipt = options.kind === 'receipts';
  refuseBlanks(options, cells);
  refuseCurrency(cells);
  const gross = withMemoSign(role, amount('gross'));
  return {
    ...documentFields,
    customer: words('customer'),
    day: mayChooseDay(options.kind) ? receiptDayOf(options, cells) : day('date'),
    due: day('due'),
    gross,
    net: netOf(gross, withMemoSign(role, amount('net')), amount('tax')),
    salesperson: words('salesperson'),
    original: words('original'),
    customerType: words('customer_type'),
    sale: readSale(role, cells),
    notes: words('notes'),
    amount: amount('amount'),
    paid: amount('paid'),
    paidOn: day('paid_on'),
    drawBalance: amount('draw'),
    reference: words('reference'),
    method: words('method'),
    sourceId: words('source_id'),
    ...(isReceipt ? receivedOf(options, cells) : {}),
  };
};

/**
 * A receipt excluded by an answer, read as a payment because an earlier answer may have imported it; an unreadable one was never imported.
 */
const readExcludedReceipt = (options: RowReadOptions, cells: CellReader, found: Parameters<typeof readFullRow>[2]): ReadRow => {
  try {
    return { ...readFullRow(options, cells, found), ...found };
  } catch (error) {
    if (error instanceof Refused) throw new LeftOutRow('type', 'otherDocument', { value: found.state ?? '' });
    throw error;
  }
};

/** Parses a row's cells by the mapping. Pure; guesses nothing. */
export const readRow = (options: RowReadOptions, cells: readonly Cell[]): ReadCells => {
  const reader = createCellReader(options, cells);
  let number: string | null = null;
  try {
    const documentFields = documentOf(options, reader);
    const [document, suffix] = [reader.words('number'), reader.words('suffix')];
    // A payment row above its invoices has its own number, which is not that of an invoice.
    number =
      (documentFields.role === 'payment' || documentFields.role === 'other') && hasPaymentRows(options) ? null : numberOf(document, suffix);
    const named = { document, suffix, number, ...documentFields };
    const isVoid = documentFields.meaning === 'invalid' && options.kind !== 'receipts';
    const readFull = documentFields.role === 'other' ? readExcludedReceipt : readFullRow;
    const row = isVoid ? { ...blankRow, ...named } : readFull(options, reader, named);
    return { ok: true, row, hash: rowHash(row) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { fate, refusal } = error;
    if (fate === 'left_out') return { ok: false, fate, refusal, number: null, receipt: null };
    return { ok: false, fate, refusal, number, receipt: options.kind === 'receipts' ? receiptOf(options, reader) : null };
  }
};

const hasPaymentRows = ({ layout }: RowReadOptions): boolean => Object.values(layout?.roles ?? {}).includes('applied');
