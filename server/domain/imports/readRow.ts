import { createHash } from 'node:crypto';
import type { ImportMapping } from '../../../contract/entities/import.ts';
import { limits } from '../../../contract/limits.ts';
import { fieldTypes, type ImportField, type ImportKind, requiredOf } from '../../../contract/rules/imports/fields.ts';
import { type AmountFormat, type Cell, type DateFormat, readAmount, readDay, readText } from '../../../contract/rules/imports/formats.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { isPlainText } from '../../../contract/rules/text.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { because, type Reason } from './reasons.ts';

/** Why a row cannot be taken in, and which of its fields is at fault. */
export type Refusal = Readonly<{ field: ImportField | null; reason: Reason }>;
/** What a row says, in the product's own terms; null where it says nothing. */
export type ReadRow = Readonly<{
  document: string | null;
  suffix: string | null;
  /** The invoice's number, with its suffix. */
  number: string | null;
  customer: string | null;
  day: Day | null;
  due: Day | null;
  gross: Cents | null;
  /** Null where neither it nor the tax is told. */
  net: Cents | null;
  salesperson: string | null;
  original: string | null;
  customerType: string | null;
  notes: string | null;
  amount: Cents | null;
  reference: string | null;
  method: string | null;
}>;
export type Read = Readonly<{ ok: true; row: ReadRow; hash: string } | { ok: false; refusal: Refusal; number: string | null }>;

/** The company's own; another is never converted (decisions 2.19). */
const CURRENCY = 'USD';
const LONGEST = 500;

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(field: ImportField | null, ...why: Parameters<typeof because>) {
    super(why[0]);
    this.refusal = { field, reason: because(...why) };
  }
}

const numberOf = (document: string | null, suffix: string | null): string | null =>
  document === null ? null : suffix === null ? document : `${document}-${suffix}`;

const refusedNet = (): Refused => new Refused('net', 'netDiffers');

/** net = gross − tax where the tax is known (decisions 2.19), else what stands there. */
const netOf = (gross: Cents | null, net: Cents | null, tax: Cents | null): Cents | null => {
  if (gross === null) return null;
  // A memo's tax may be written without its sign.
  const taken = tax === null ? null : gross - (gross < 0 ? -Math.abs(tax) : tax);
  if (taken !== null && net !== null && net !== taken) throw refusedNet();
  const told = taken ?? net;
  if (told !== null && (gross < 0 ? told > 0 || told < gross : told < 0 || told > gross))
    throw new Refused(tax === null ? 'net' : 'tax', 'netOutside');
  return told;
};

/** A row that tells no net says that it is the gross: what was imported before there was a difference is the same still. */
const hashOf = (row: ReadRow): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...row, net: row.net ?? row.gross }))
    .digest('hex');

/** Reads the cells of a row by the mapping. Pure; nothing is guessed. */
export const readRow = (kind: ImportKind, mapping: ImportMapping, cells: readonly Cell[]): Read => {
  const cellOf = (field: ImportField): Cell => {
    const place = mapping[field];
    return place === undefined ? null : (cells[place.column] ?? null);
  };
  const words = (field: ImportField): string | null => {
    const found = readText(cellOf(field));
    if (found === '') return null;
    if (!isPlainText(found)) throw new Refused(field, 'hidden', { field });
    if (found.length > LONGEST && field !== 'notes') throw new Refused(field, 'tooLong', { field, most: LONGEST });
    return found.slice(0, limits.imports.maxCell);
  };
  const typed = <V>(field: ImportField, read: (cell: Cell, format: never) => V | null, code: 'notADay' | 'notAnAmount'): V | null => {
    const cell = cellOf(field);
    if (readText(cell) === '') return null;
    const format = mapping[field]?.format ?? '';
    const value = read(cell, format as never);
    if (value !== null) return value;
    throw new Refused(field, code, { value: readText(cell).slice(0, 60), format });
  };
  const day = (field: ImportField): Day | null => typed(field, readDay as (cell: Cell, format: DateFormat) => Day | null, 'notADay');
  const amount = (field: ImportField): Cents | null =>
    typed(field, readAmount as (cell: Cell, format: AmountFormat) => Cents | null, 'notAnAmount');

  let number: string | null = null;
  try {
    const [document, suffix] = [words('number'), words('suffix')];
    number = numberOf(document, suffix);
    // A receipt may pay no invoice yet: what is not allocated is the customer's credit (decisions 2.15).
    for (const field of requiredOf[kind])
      if (!(kind === 'receipts' && field === 'number') && readText(cellOf(field)) === '' && fieldTypes[field])
        throw new Refused(field, 'blank', { field });
    const currency = words('currency');
    if (currency !== null && currency.toUpperCase() !== CURRENCY && currency !== '$')
      throw new Refused('currency', 'currency', { currency });
    const gross = amount('gross');
    const row: ReadRow = {
      document,
      suffix,
      number,
      customer: words('customer'),
      day: day('date'),
      due: day('due'),
      gross,
      net: netOf(gross, amount('net'), amount('tax')),
      salesperson: words('salesperson'),
      original: words('original'),
      customerType: words('customer_type'),
      notes: words('notes'),
      amount: amount('amount'),
      reference: words('reference'),
      method: words('method'),
    };
    return { ok: true, row, hash: hashOf(row) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal, number };
    throw error;
  }
};

/** What rows of one invoice, or of one receipt, share in a file; null where a row cannot say it. */
export const keyOf = (kind: ImportKind, read: Read): string | null => {
  if (!read.ok) return kind === 'receipts' ? null : read.number;
  const { number, day, amount, reference, customer } = read.row;
  if (kind !== 'receipts') return number;
  return reference === null ? ['-', day, amount, number, customer?.toLowerCase()].join('|') : [reference.toLowerCase(), day].join('|');
};
