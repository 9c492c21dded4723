import type { FileColumn, ImportChoices, ImportMapping } from '../../entities/import.ts';
import { importFields, importProblems as text } from '../../messages/imports.ts';
import { fill } from '../../messages.ts';
import { fieldsOf, fieldTypes, type ImportField, type ImportKind, paidFields, recognise, requiredOf } from './fields.ts';
import { amountFormats, dateFormats, type Leading } from './formats.ts';
import { columnsOf } from './layouts/index.ts';
import type { LayoutId } from './layouts/layout.ts';

/** What a date or an amount may be written as; nothing for words. */
export const formatsOf = (field: ImportField): readonly string[] =>
  fieldTypes[field] === 'date' ? dateFormats : fieldTypes[field] === 'amount' ? amountFormats : [];

/** The one format that the cells of a column leave: of two somebody chooses. */
export const onlyFormat = (field: ImportField, column: FileColumn | undefined): string | null => {
  const fitting = (fieldTypes[field] === 'date' ? column?.dates : column?.amounts) ?? [];
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
};

/** Columns by the layout, or by the names of their headers, with the formats that leave no doubt. */
export const suggestedMapping = (kind: ImportKind, layout: LayoutId, columns: readonly FileColumn[]): ImportMapping => {
  const found = columnsOf(
    kind,
    layout,
    columns.map(({ name }) => name),
  );
  const entries = (Object.entries(found) as [ImportField, number][]).map(([field, column]) => {
    const format = formatsOf(field).length === 0 ? null : onlyFormat(field, columns[column]);
    return [field, { column, ...(format === null ? {} : { format }) }] as const;
  });
  return Object.fromEntries(entries);
};

/**
 * What was chosen for a file of this shape; a format that reads fewer cells of this file than another is suggested again.
 * @param reading by column
 */
export const rememberedMapping = (chosen: ImportMapping, reading: readonly Leading[]): ImportMapping => {
  const entries = Object.entries(chosen).map(([field, { column, format }]) => {
    const { dates = [], amounts = [] } = reading[column] ?? {};
    const leading: readonly string[] = fieldTypes[field as ImportField] === 'date' ? dates : amounts;
    return [field, { column, ...(format !== undefined && leading.includes(format) ? { format } : {}) }] as const;
  });
  return Object.fromEntries(entries);
};

const isField = (kind: ImportKind, name: string): name is ImportField => (fieldsOf[kind] as readonly string[]).includes(name);

/** The columns of the amount paid and of its day, as they are called anywhere, where no other field is taken from them. */
export const paidMapping = (columns: readonly FileColumn[], layout: LayoutId, mapping: ImportMapping): ImportMapping => {
  const own = suggestedMapping('invoices', layout, columns);
  const names = columns.map(({ name }) => name);
  const taken = new Set(Object.values(mapping).map(({ column }) => column));
  const found = recognise('invoices', names, paidFields);
  const entries = paidFields.flatMap((field) => {
    const column = own[field]?.column ?? found[field];
    if (column === undefined || taken.has(column)) return [];
    const format = onlyFormat(field, columns[column]);
    return [[field, { column, ...(format === null ? {} : { format }) }] as const];
  });
  return Object.fromEntries(entries);
};

/** A day may be named for receipts without one; a payment that names no invoice is the customer's credit (decisions 2.15). */
const isOptional = (kind: ImportKind, field: ImportField, { customer }: ImportMapping, { day }: ImportChoices): boolean =>
  kind === 'receipts' && ((field === 'date' && day !== undefined) || (field === 'number' && customer !== undefined));

/** What is wrong with a mapping, by field; empty where a file can be read by it. */
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

/** Columns that no field is taken from. */
export const unusedColumns = (columns: readonly FileColumn[], mapping: ImportMapping): string[] => {
  const taken = new Set(Object.values(mapping).map(({ column }) => column));
  return columns.flatMap(({ name, samples }, column) =>
    taken.has(column) || (name === '' && samples.length === 0) ? [] : [name || `${column + 1}`],
  );
};
