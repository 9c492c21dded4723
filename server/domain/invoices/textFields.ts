import { fieldsOf } from '../../../contract/forms/fields.ts';
import { type InvoiceField, invoiceForm } from '../../../contract/forms/invoice.ts';
import type { InvoiceRow } from '../../db/repositories/invoices/invoices.ts';

/** Fields of the form that are stored under another name or in another format. */
const convertedFields = [
  'customer_email',
  'new_customer',
  'deal_id',
  'gross_amount',
  'net_revenue',
  'salesperson_id',
  'override_rate',
  'commission_rate',
  'sale_kind',
  'term_months',
  'cost_amount',
  'list_amount',
  'units',
] as const satisfies readonly InvoiceField[];
type ConvertedField = (typeof convertedFields)[number];
/** A text field: form, table, response and audit log use the same name; the table stores empty text as null. */
export type TextField = Exclude<InvoiceField, ConvertedField>;

export const isTextField = (name: InvoiceField): name is TextField => !convertedFields.some((converted) => converted === name);
export const textFields: readonly TextField[] = fieldsOf(invoiceForm)
  .map(({ name }) => name)
  .filter(isTextField);

export const pickTextFields = (row: InvoiceRow): Pick<InvoiceRow, TextField> =>
  Object.fromEntries(textFields.map((name) => [name, row[name]])) as Pick<InvoiceRow, TextField>;

/** The columns of the form's text fields. */
export const toTextColumns = <Name extends TextField>(
  names: readonly Name[],
  form: Readonly<Record<Name, string>>,
): Record<Name, string | null> => Object.fromEntries(names.map((name) => [name, form[name] || null])) as Record<Name, string | null>;
