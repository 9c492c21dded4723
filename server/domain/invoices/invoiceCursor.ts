import { invoiceSortFields, invoiceStatuses } from '../../../contract/entities/invoice.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import type { InvoiceKey, InvoicesListFilter } from '../../db/repositories/invoices/invoicesPage.ts';
import { cursorOf, isAmountText, isDirection, isOneOf, isRowId, isText, nullOr } from '../shared/cursor.ts';

/** The owners are not in the cursor, because the actor's reach is determined again for every page. */
export type InvoicesCursorFields = Omit<InvoicesListFilter, 'owners' | 'customers'>;

const isPerson = (value: unknown): value is number | 'none' => value === 'none' || isRowId(value);
const values: Readonly<Record<InvoicesListFilter['sort'], (value: string) => boolean>> = {
  booking_date: isDay,
  due_date: isDay,
  invoice_number: () => true,
  customer_name: () => true,
  gross_amount: isAmountText,
};

export const invoiceCursor = cursorOf<InvoicesCursorFields, InvoiceKey>(
  'invoices-1',
  {
    question: {
      status: nullOr(isOneOf(invoiceStatuses)),
      search: nullOr(isText),
      person: nullOr(isPerson),
      from: nullOr(isDay),
      to: nullOr(isDay),
      sort: isOneOf(invoiceSortFields),
      direction: isDirection,
    },
    after: { value: isText, id: isRowId },
  },
  ({ question, after }) => values[question.sort](after.value),
);
