import type { Invoice } from '../../../contract/entities/invoice.ts';
import { sendForm } from '../../../contract/forms/invoice.ts';
import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { proposable } from '../facts/proposable.ts';
import { assertOpen } from '../payPeriods/periods.ts';
import type { Principal } from '../session/principal.ts';
import { checkForm } from '../shared/checkForm.ts';
import { formProblem } from '../shared/problem.ts';
import { toFormText } from '../shared/typed.ts';
import { changeInvoice, type InvoiceDeps, type InvoiceVersion, type LockedInvoice } from './changeInvoice.ts';
import { queueInvoice } from './invoiceMail.ts';

/**
 * Sends a draft: the customer now owes it, and it earns commission. With a mail server and a known address its PDF is emailed; otherwise it
 * is only marked as sent, and the user downloads the file (decisions 2.14). Nothing is written to an accounting system.
 * @param body the email address; empty for no email
 * @throws Problem 403, 404, 409 invoice_step, period_closed, 422, also for an email before the company is live (decisions 4.08)
 */
export const sendInvoice = proposable(
  'invoice.send',
  (deps: InvoiceDeps, principal: Principal, target: InvoiceVersion, body: unknown, origin: Origin): Promise<Invoice> => {
    const email = toFormText(body);
    const isMailed = deps.store.outbox.sends && email !== '';
    const buildChange = async ({ tx, before, at }: LockedInvoice) => {
      await checkForm(sendForm, { email });
      if (isMailed && !(await tx.setup.isLive())) throw formProblem({ email: messages.setupRefusals.noCustomerMail });
      await assertOpen(tx, before.booking_date);
      return { sent_at: at.toISOString(), sent_to: isMailed ? email : null };
    };
    const afterChange = async ({ tx, before, at }: LockedInvoice): Promise<void> => {
      if (isMailed) await queueInvoice(tx, before, email, at);
    };
    const sent = changeInvoice(
      deps,
      principal,
      { ...target, verb: 'sent', event: () => ({ type: 'send' }), buildChange, afterChange },
      origin,
    );
    return sent.then((invoice) => {
      if (isMailed) deps.nudge?.();
      return invoice;
    });
  },
);

/**
 * Cancels an invoice: it is no longer owed, and pays no commission.
 * @throws Problem 403, 404, 409 invoice_paid, invoice_credited, period_closed
 */
export const cancelInvoice = proposable(
  'invoice.cancel',
  (deps: InvoiceDeps, principal: Principal, target: InvoiceVersion, origin: Origin): Promise<Invoice> => {
    const buildChange = async ({ tx, before }: LockedInvoice) => {
      if (before.state === 'sent') await assertOpen(tx, before.booking_date);
      return {};
    };
    const afterChange = async ({ tx, before, at }: LockedInvoice): Promise<void> => {
      await tx.outbox.dropInvoice(before.id);
      if (before.credit_of_id !== null) await tx.invoiceRows.undoCredit(before.id, at);
    };
    return changeInvoice(
      deps,
      principal,
      { ...target, verb: 'cancelled', event: () => ({ type: 'cancel' }), buildChange, afterChange },
      origin,
    );
  },
);
