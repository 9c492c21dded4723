import { saleFields } from '../../../../contract/forms/invoice.ts';
import { messages } from '../../../../contract/messages.ts';
import { saleKinds } from '../../../../contract/rules/commission/saleFacts.ts';
import type { BoundInvoiceForm } from '../useInvoiceForm.ts';
import { InvoiceLineField, SearchableChoice } from './LineFields.tsx';

const t = messages.invoiceFormText;
const kindOptions = (['', ...saleKinds] as const).map((value) => ({ value, label: t.saleKinds[value] }));

/** Facts that plans can depend on (decisions 2.08), collapsed while none is known. A credit memo has the facts of its invoice. */
export function SaleFields({ binding }: { binding: BoundInvoiceForm }) {
  const { defaultValues } = binding.form.formState;
  const isOpen = saleFields.some((name) => Boolean(defaultValues?.[name]) || binding.errorOf(name) !== null);
  return (
    <details className="invoice-sale" open={isOpen}>
      <summary>{t.sale}</summary>
      <div className="invoice-form">
        <InvoiceLineField binding={binding} name="customer_type" label={t.customerType} hint={t.customerTypeHint} />
        <InvoiceLineField binding={binding} name="activity_type" label={t.activityType} />
        <SearchableChoice binding={binding} name="sale_kind" label={t.saleKind} options={kindOptions} />
        <InvoiceLineField binding={binding} name="term_months" label={t.term} type="amount" />
        <InvoiceLineField binding={binding} name="cost_amount" label={t.cost} hint={t.costHint} type="amount" />
        <InvoiceLineField binding={binding} name="list_amount" label={t.list} hint={t.listHint} type="amount" />
        <InvoiceLineField binding={binding} name="units" label={t.units} type="amount" />
      </div>
    </details>
  );
}
