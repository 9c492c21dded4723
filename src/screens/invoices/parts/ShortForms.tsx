import type { Invoice } from '../../../../contract/entities/invoice.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { useFeature } from '../../../app/context.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatMoney } from '../../../ui/display/format.ts';
import type { BoundInvoiceForm } from '../useInvoiceForm.ts';
import { InvoiceNotes } from './InvoiceFields.tsx';
import { type InvoiceFieldOptions, InvoiceLineField, SearchableChoice } from './LineFields.tsx';

const t = messages.invoiceFormText;
type Props = Readonly<{ binding: BoundInvoiceForm; invoice: Invoice }>;

/** Identifies the invoice before the user confirms (look.md). */
function InvoiceHeader({ invoice }: { invoice: Invoice }) {
  const { invoice_number: number, customer_name: customer, gross_amount } = invoice;
  const amount = formatMoney(toCents(gross_amount));
  return <p className="invoice-about">{fill(messages.invoices.panel.title, { number, customer, amount })}</p>;
}

export function CreditFields({ binding, invoice }: Props) {
  const creditable = formatMoney(toCents(invoice.creditable));
  const creditFullAmount = (): void =>
    binding.form.setValue('amount', invoice.creditable.toFixed(2), {
      shouldDirty: true,
      shouldValidate: binding.form.formState.isSubmitted,
    });
  return (
    <>
      <InvoiceHeader invoice={invoice} />
      <div className="invoice-credit">
        <InvoiceLineField
          binding={binding}
          name="amount"
          label={t.amount}
          hint={fill(t.amountHint, { amount: creditable })}
          type="amount"
        />
        <Button size="small" severity="text" disabled={binding.busy} onClick={creditFullAmount}>
          {t.whole}
        </Button>
      </div>
      <InvoiceLineField binding={binding} name="booking_date" label={t.booking} type="date" />
      <InvoiceNotes binding={binding} label={t.reason} />
    </>
  );
}

export function AssignFields({ binding, invoice, people }: Props & { people: InvoiceFieldOptions }) {
  return (
    <>
      <InvoiceHeader invoice={invoice} />
      <SearchableChoice binding={binding} name="salesperson_id" label={t.person} options={people} />
    </>
  );
}

/** The recipient of the PDF. If the server has no email, the dialog says to download and send the file. */
export function SendFields({ binding, invoice }: Props) {
  const hasNoMail = useFeature('no-mail');
  return (
    <>
      <InvoiceHeader invoice={invoice} />
      {hasNoMail ? (
        <p className="muted">{t.noMail}</p>
      ) : (
        <InvoiceLineField binding={binding} name="email" label={t.sendTo} hint={t.emailHint} type="email" />
      )}
    </>
  );
}
