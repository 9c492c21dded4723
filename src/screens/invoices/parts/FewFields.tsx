import type { Invoice } from '../../../../contract/entities/invoice.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { useFeature } from '../../../app/context.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatMoney } from '../../../ui/display/format.ts';
import type { BoundInvoiceForm } from '../useInvoiceForm.ts';
import { Choice, Line, Notes, type Options } from './InvoiceFields.tsx';

const text = messages.invoiceForm;
type Props = Readonly<{ bound: BoundInvoiceForm; invoice: Invoice }>;

/** Identifies the invoice before the user confirms (look.md). */
function About({ invoice }: { invoice: Invoice }) {
  const { invoice_number: number, customer_name: customer, gross_amount } = invoice;
  const amount = formatMoney(toCents(gross_amount));
  return <p className="invoice-about">{fill(messages.invoices.panel.title, { number, customer, amount })}</p>;
}

/** Amount and reason of a credit memo. */
export function CreditFields({ bound, invoice }: Props) {
  const left = formatMoney(toCents(invoice.creditable));
  const takeAll = (): void =>
    bound.form.setValue('amount', invoice.creditable.toFixed(2), { shouldDirty: true, shouldValidate: bound.form.formState.isSubmitted });
  return (
    <>
      <About invoice={invoice} />
      <div className="invoice-credit">
        <Line bound={bound} name="amount" label={text.amount} hint={fill(text.amountHint, { amount: left })} type="amount" />
        <Button size="small" severity="text" disabled={bound.busy} onClick={takeAll}>
          {text.whole}
        </Button>
      </div>
      <Line bound={bound} name="booking_date" label={text.booking} type="date" />
      <Notes bound={bound} label={text.reason} />
    </>
  );
}

export function AssignFields({ bound, invoice, people }: Props & { people: Options }) {
  return (
    <>
      <About invoice={invoice} />
      <Choice bound={bound} name="salesperson_id" label={text.person} options={people} />
    </>
  );
}

/** The recipient of the PDF; without email on the server, the dialog says to download and send the file. */
export function SendFields({ bound, invoice }: Props) {
  const sendsNone = useFeature('no-mail');
  return (
    <>
      <About invoice={invoice} />
      {sendsNone ? (
        <p className="muted">{text.noMail}</p>
      ) : (
        <Line bound={bound} name="email" label={text.sendTo} hint={text.emailHint} type="email" />
      )}
    </>
  );
}
