import type { ImportMapping } from '../../../contract/entities/import.ts';
import { limits } from '../../../contract/limits.ts';
import type { ImportField } from '../../../contract/rules/imports/fields.ts';
import {
  type AmountFormat,
  type Cell,
  type DateFormat,
  readCellAmount,
  readDay,
  readText,
} from '../../../contract/rules/imports/formats.ts';
import { dayOfUtc } from '../../../contract/rules/imports/utc.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { isPlainText } from '../../../contract/rules/text.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { type ImportReason, importReason } from './reasons.ts';

/** The reason why a row cannot be imported, and the field at fault. */
export type RowRefusal = Readonly<{ field: ImportField | null; reason: ImportReason }>;
export class Refused extends Error {
  readonly refusal: RowRefusal;
  readonly fate: 'quarantined' | 'left_out' = 'quarantined';
  constructor(field: ImportField | null, ...why: Parameters<typeof importReason>) {
    super(why[0]);
    this.refusal = { field, reason: importReason(...why) };
  }
}

export class LeftOutRow extends Refused {
  override readonly fate = 'left_out';
}

/** `utcColumns`: their times are UTC, and days are in the company's `zone`. */
type CellReadOptions = Readonly<{ mapping: ImportMapping; zone: string; utcColumns: ReadonlySet<number> }>;
/** Maximum number of characters of a field other than the notes. */
const MAX_LENGTH = 500;

/** Parses single cells by the mapping. */
export const createCellReader = ({ mapping, zone, utcColumns }: CellReadOptions, cells: readonly Cell[]) => {
  const cellOf = (field: ImportField): Cell => {
    const source = mapping[field];
    return source === undefined ? null : (cells[source.column] ?? null);
  };
  const textOf = (field: ImportField): string | null => {
    const text = readText(cellOf(field));
    if (text === '') return null;
    if (!isPlainText(text)) throw new Refused(field, 'hidden', { field });
    if (text.length > MAX_LENGTH && field !== 'notes') throw new Refused(field, 'tooLong', { field, most: MAX_LENGTH });
    return text.slice(0, limits.imports.maxCell);
  };
  const parseCell = <V>(field: ImportField, read: (cell: Cell, format: never) => V | null, code: 'notADay' | 'notAnAmount'): V | null => {
    const cell = cellOf(field);
    if (readText(cell) === '') return null;
    const format = mapping[field]?.format ?? '';
    const value = read(cell, format as never);
    if (value !== null) return value;
    throw new Refused(field, code, { value: readText(cell).slice(0, 60), format });
  };
  const isUtc = (field: ImportField): boolean => utcColumns.has(mapping[field]?.column ?? -1);
  const dayOf =
    (field: ImportField) =>
    (cell: Cell, format: DateFormat): Day | null => {
      const day = readDay(cell, format);
      return day !== null && isUtc(field) ? dayOfUtc(day, readText(cell), zone) : day;
    };
  return {
    isBlank: (field: ImportField): boolean => readText(cellOf(field)) === '',
    words: textOf,
    day: (field: ImportField): Day | null => parseCell(field, dayOf(field), 'notADay'),
    amount: (field: ImportField): Cents | null =>
      parseCell(field, readCellAmount as (cell: Cell, format: AmountFormat) => Cents | null, 'notAnAmount'),
  };
};
export type CellReader = ReturnType<typeof createCellReader>;
