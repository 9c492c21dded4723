import { invoiceForm } from '../../../../contract/forms/invoice.ts';
import { formBody } from '../../plugins/formBody.ts';

export const invoiceFields = formBody(invoiceForm, {
  invoice_number: 'a text of at most 40 characters that no other invoice has; empty: the next free one',
  customer_name: 'the name of a customer',
  new_customer: 'true where the customer is to be made',
  customer_email: 'an email address, kept with the customer',
  deal_id: 'the id of a deal; empty or null: none',
  gross_amount: 'a decimal of up to two places, above zero',
  net_revenue: 'a decimal of up to two places, not above the gross amount',
  booking_date: 'a date, as YYYY-MM-DD',
  due_date: 'a date, as YYYY-MM-DD, not before the booking; empty or null: none',
  salesperson_id: 'the id of a user who sells; empty or null: nobody yet',
  override_rate: 'true where the rate counts; else the rates of the plan hold',
  commission_rate: 'a percentage from 0 to 100',
  customer_type: 'a text of at most 100 characters; empty: the customer’s own',
  sale_kind: 'new or renewal; empty: unknown',
  term_months: 'a whole number of months from 1 to 600; empty: unknown',
  cost_amount: 'a decimal of up to two places; empty: unknown',
  list_amount: 'a decimal of up to two places; empty: unknown',
  units: 'a whole number; empty: unknown',
});
