import type { Invoice } from '../../../contract/entities/invoice.ts';
import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type ChangeContext, changeFacts, type WriteResult } from '../facts/changeFacts.ts';
import { assertOpen } from '../payPeriods/periods.ts';
import { currentConfig } from '../plans/config.ts';
import type { Principal } from '../session/principal.ts';
import { todayIn } from '../shared/clock.ts';
import { runOnce } from '../shared/once.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { entriesOf, invoiceCauseOf } from './invoiceEffects.ts';
import {
  checkDeal,
  checkPerson,
  checkRate,
  findOrCreateInvoiceCustomer,
  type InvoiceFormBody,
  type InvoiceInput,
  readInvoice,
} from './invoiceForm.ts';
import { chooseInvoiceNumber, withNumber } from './invoiceNumber.ts';
import { invoiceEntityOf } from './invoiceView.ts';

const addInvoice = async (tx: Repositories, input: InvoiceInput, { principal, at }: ChangeContext): Promise<WriteResult<Invoice>> => {
  const { actor, userId } = principal;
  await checkPerson(tx, actor, { person: input.salesperson_id, day: input.booking_date }, undefined);
  checkRate(actor, { before: null, after: input });
  await checkDeal(tx, actor, input.deal_id, undefined);
  await assertOpen(tx, input.booking_date);
  const { customer, entries } = await findOrCreateInvoiceCustomer(tx, { actor, at }, input);
  const invoice_number = await chooseInvoiceNumber(tx, input.invoice_number);
  const { customer_email: _, new_customer: __, ...values } = input;
  const createdAt = at.toISOString();
  const id = await tx.invoiceRows.add({
    ...values,
    invoice_number,
    customer_name: customer.name,
    customer_id: customer.id,
    customer_type: input.customer_type ?? customer.customer_type,
    credit_of_id: null,
    state: 'draft',
    created_by: userId,
    created_at: createdAt,
    updated_at: createdAt,
  });
  const [after] = (await tx.invoiceRows.byIds([id])).values();
  if (!after) throw new Error('an invoice was made and is not there');
  const { config } = await currentConfig(tx);
  // A draft affects nobody's pay, so no figures are computed.
  return {
    why: invoiceCauseOf('created', after.invoice_number),
    finish: async () => ({
      answer: invoiceEntityOf(actor, after, todayIn(config.timezone, at)),
      entries: [...entriesOf([{ verb: 'created', before: null, after }], userId), ...entries],
    }),
  };
};

/** Creates a draft; with an idempotency key, a repeated request gets the first response. @throws Problem 409 period_closed, 422 */
export const createInvoice = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  principal: Principal,
  body: InvoiceFormBody,
  key: string | undefined,
  origin: Origin,
): Promise<Invoice> => {
  const input = await readInvoice(body);
  const at = clock();
  const work = store.transaction(async (tx) => {
    const context = { principal, origin, at };
    const keyed = { userId: principal.userId, route: 'POST /api/v1/invoices', key, body, at };
    const createKeyReusedProblem = () => new Problem(422, 'idempotency_key_used', messages.invoiceRefusals.keyUsed);
    return runOnce(tx, keyed, () => changeFacts(tx, context, () => addInvoice(tx, input, context)), createKeyReusedProblem);
  });
  return withNumber(store, work);
};
