import type { FileColumn, ImportChoices, ImportMapping } from '../../entities/import.ts';
import { importProblems as text } from '../../messages/importProblems.ts';
import { importFields } from '../../messages/imports.ts';
import { fill } from '../../messages.ts';
import { fieldTypes, type ImportField, type ImportKind, importFieldsOf, paidFields, recognizeColumns, requiredOf } from './fields.ts';
import { amountFormats, type BestFormats, dateFormats } from './formats.ts';
import { columnsOf } from './layouts/index.ts';
import type { LayoutId } from './layouts/layout.ts';

/** Possible formats of a date or an amount; empty for text. */
export const formatsOf = (field: ImportField): readonly string[] =>
  fieldTypes[field] === 'date' ? dateFormats : fieldTypes[field] === 'amount' ? amountFormats : [];

/** The format, if the column's cells allow only one; otherwise null, and the user chooses. */
export const onlyFormat = (field: ImportField, column: FileColumn | undefined): string | null => {
  const possibleFormats = (fieldTypes[field] === 'date' ? column?.dates : column?.amounts) ?? [];
  return possibleFormats.length === 1 ? (possibleFormats[0] ?? null) : null;
};

/** Columns found by the layout or by header names, with formats if they are unambiguous. */
export const suggestedMapping = (kind: ImportKind, layout: LayoutId, columns: readonly FileColumn[]): ImportMapping => {
  const columnByField = columnsOf(
    kind,
    layout,
    columns.map(({ name }) => name),
  );
  const entries = (Object.entries(columnByField) as [ImportField, number][]).map(([field, column]) => {
    const format = formatsOf(field).length === 0 ? null : onlyFormat(field, columns[column]);
    return [field, { column, ...(format === null ? {} : { format }) }] as const;
  });
  return Object.fromEntries(entries);
};

/**
 * The choices from an earlier file with these columns, without formats that read fewer cells of this file than another format does.
 * @param reading the best formats of each column
 */
export const rememberedMapping = (chosen: ImportMapping, reading: readonly BestFormats[]): ImportMapping => {
  const entries = Object.entries(chosen).map(([field, { column, format }]) => {
    const { dates = [], amounts = [] } = reading[column] ?? {};
    const bestFormats: readonly string[] = fieldTypes[field as ImportField] === 'date' ? dates : amounts;
    return [field, { column, ...(format !== undefined && bestFormats.includes(format) ? { format } : {}) }] as const;
  });
  return Object.fromEntries(entries);
};

const isField = (kind: ImportKind, name: string): name is ImportField => (importFieldsOf[kind] as readonly string[]).includes(name);

/**
 * Columns of the amount paid and its day, by the layout or by common header names, unless the mapping uses them for other fields.
 */
export const paidMapping = (columns: readonly FileColumn[], layout: LayoutId, mapping: ImportMapping): ImportMapping => {
  const own = suggestedMapping('invoices', layout, columns);
  const names = columns.map(({ name }) => name);
  const usedColumns = new Set(Object.values(mapping).map(({ column }) => column));
  const paidColumnByField = recognizeColumns('invoices', names, paidFields);
  const entries = paidFields.flatMap((field) => {
    const column = own[field]?.column ?? paidColumnByField[field];
    if (column === undefined || usedColumns.has(column)) return [];
    const format = onlyFormat(field, columns[column]);
    return [[field, { column, ...(format === null ? {} : { format }) }] as const];
  });
  return Object.fromEntries(entries);
};

/**
 * Payments without a date column may use one chosen day; a receipt without an invoice becomes the customer's credit (decisions 2.15), and a
 * file of draw balances alone pays no invoice (decisions 2.31).
 */
const isOptional = (kind: ImportKind, field: ImportField, { customer, draw }: ImportMapping, { day }: ImportChoices): boolean => {
  if (kind !== 'receipts' && kind !== 'paid_before') return false;
  if (field === 'date') return day !== undefined;
  return kind === 'receipts'
    ? field === 'number' && customer !== undefined
    : (field === 'number' || field === 'amount') && draw !== undefined;
};

/** Errors of a mapping, by field; empty if the file can be read with it. */
export const mappingErrors = (
  kind: ImportKind,
  columns: readonly FileColumn[],
  mapping: ImportMapping,
  choices: ImportChoices = {},
): Record<string, string> => {
  const errors: Record<string, string> = {};
  const taken = new Map<number, ImportField>();
  for (const [name, { column, format }] of Object.entries(mapping)) {
    if (!isField(kind, name)) {
      errors[name] = text.unknownField;
      continue;
    }
    const other = taken.get(column);
    if (column >= columns.length) errors[name] = text.unknownColumn;
    else if (other !== undefined) errors[name] = fill(text.columnShared, { field: importFields[other] });
    else if (formatsOf(name).length > 0 && !formatsOf(name).includes(format ?? ''))
      errors[name] = fill(text.formatNeeded, { field: importFields[name] });
    taken.set(column, name);
  }
  for (const field of requiredOf[kind])
    if (!(field in mapping) && !isOptional(kind, field, mapping, choices))
      errors[field] = fill(text.needed, { field: importFields[field] });
  if (mapping.paid && !mapping.paid_on && choices.day === undefined) errors.paid_on = text.paidOnNeeded;
  return errors;
};

/** Columns that no field uses. */
export const unusedColumns = (columns: readonly FileColumn[], mapping: ImportMapping): string[] => {
  const taken = new Set(Object.values(mapping).map(({ column }) => column));
  return columns.flatMap(({ name, samples }, column) =>
    taken.has(column) || (name === '' && samples.length === 0) ? [] : [name || `${column + 1}`],
  );
};
