import { type TSchema, Type } from 'typebox';
import { ApiError } from '../../../../contract/entities/common.ts';
import { Invoice } from '../../../../contract/entities/invoice.ts';
import { answers } from '../../plugins/answers.ts';

const unknown = (description: string) => Type.Optional(Type.Unknown({ description }));
/** Loose on purpose: what is missing or not right, the form says in its own strings. */
export const typedFields = {
  invoice_number: unknown('a text of at most 40 characters that no other invoice has; empty: the next free one'),
  customer_name: unknown('the name of a customer'),
  new_customer: unknown('true where the customer is to be made'),
  customer_email: unknown('an email address, kept with the customer'),
  deal_id: unknown('the id of a deal; empty or null: none'),
  gross_amount: unknown('a decimal of up to two places, above zero'),
  net_revenue: unknown('a decimal of up to two places, not above the gross amount'),
  booking_date: unknown('a date, as YYYY-MM-DD'),
  due_date: unknown('a date, as YYYY-MM-DD, not before the booking; empty or null: none'),
  salesperson_id: unknown('the id of a user who sells; empty or null: nobody yet'),
  override_rate: unknown('true where the rate counts; else the rates of the plan hold'),
  commission_rate: unknown('a percentage from 0 to 100'),
  notes: unknown('a text of at most 2000 characters'),
};

export const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'the version that was read' });

/** What a change was refused with: `current` is the invoice as it is kept now. Here, so that no browser loads it. */
const InvoiceProblem = Type.Object({ ...ApiError.properties, current: Type.Optional(Invoice) });
export const answersOfChange = <const T extends Record<number, TSchema>>(ok: T) => ({ ...answers(ok), '4xx': InvoiceProblem });
