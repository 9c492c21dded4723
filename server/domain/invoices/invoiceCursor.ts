import { invoiceSortFields, invoiceStatuses } from '../../../contract/entities/invoice.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import type { InvoiceKey, InvoicesQuestion } from '../../db/repositories/invoices/invoicesPage.ts';
import {
  invalidCursor,
  isDayOrNull,
  isDirection,
  isOneOf,
  isRowId,
  isText,
  isTextOrNull,
  readParts,
  writeParts,
} from '../shared/cursor.ts';

const KIND = 'invoices-1';
/** The owners are not in the cursor, because the actor's reach is determined again for every page. */
export type InvoicesCarried = Omit<InvoicesQuestion, 'owners'>;
export type InvoiceCursor = Readonly<{ question: InvoicesCarried; after: InvoiceKey }>;

const partsOf = ({ status, search, person, from, to, sort, direction }: InvoicesCarried) => [
  status,
  search,
  person,
  from,
  to,
  sort,
  direction,
];

/** Encodes the cursor of an invoices list. */
export const writeInvoiceCursor = ({ question, after }: InvoiceCursor): string =>
  writeParts([KIND, ...partsOf(question), after.value, after.id]);

/** Values PostgreSQL accepts for the column's type; any other text would be a database error. */
const values: Readonly<Record<InvoicesQuestion['sort'], (value: string) => boolean>> = {
  booking_date: isDay,
  due_date: isDay,
  invoice_number: () => true,
  customer_name: () => true,
  gross_amount: (value) => /^-?\d{1,15}$/.test(value),
};

/** @throws Problem 400 for a cursor that this server did not create */
export const readInvoiceCursor = (text: string): InvoiceCursor => {
  const [kind, status, search, person, from, to, sort, direction, value, id] = readParts(text, 10);
  if (kind !== KIND || !isRowId(id) || !isText(value)) throw invalidCursor();
  if (status !== null && !isOneOf(invoiceStatuses, status)) throw invalidCursor();
  if (!isTextOrNull(search) || !isDayOrNull(from) || !isDayOrNull(to)) throw invalidCursor();
  if (person !== null && person !== 'none' && !isRowId(person)) throw invalidCursor();
  if (!isOneOf(invoiceSortFields, sort) || !isDirection(direction) || !values[sort](value)) throw invalidCursor();
  return { question: { status, search, person, from, to, sort, direction }, after: { value, id } };
};

/** @throws Problem 400 if the query differs from the one the cursor continues */
export const mustContinueInvoices = ({ question: cursorQuestion }: InvoiceCursor, question: InvoicesCarried): void => {
  if (JSON.stringify(partsOf(cursorQuestion)) !== JSON.stringify(partsOf(question))) throw invalidCursor();
};
