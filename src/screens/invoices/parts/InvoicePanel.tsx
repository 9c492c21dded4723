import { Link } from 'wouter';
import type { Invoice, InvoiceDetail } from '../../../../contract/entities/invoice.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { can } from '../../../../contract/permissions.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { useFeature, useUser } from '../../../app/context.ts';
import { OpenedRow, type OpenedRowState } from '../../../shared/lists/OpenedRow.tsx';
import { ItemStory } from '../../../shared/story/ItemStory.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatMoney } from '../../../ui/display/format.ts';
import { Menu } from '../../../ui/menu/Menu.tsx';
import type { MenuItem } from '../../../ui/menu/types.ts';
import type { Invoices } from '../useInvoices.ts';
import { InvoiceAnswer, InvoiceFactsList } from './InvoiceFacts.tsx';
import { InvoiceStory } from './InvoiceStory.tsx';

const t = messages.invoices;
type Props = Readonly<{ invoices: Invoices; opened: OpenedRowState<Invoice> }>;

/** The actions the server currently allows for the invoice. */
function Steps({ invoice, invoices }: { invoice: Invoice; invoices: Invoices }) {
  const { acting } = invoices.view;
  const user = useUser();
  const hasPayments = useFeature('payments');
  const isOpen = invoice.status === 'sent' || invoice.status === 'overdue';
  const isPayable = can(user, 'payment:manage') && hasPayments && isOpen;
  const isAllowed = (action: Invoice['actions'][number]): boolean => invoice.actions.includes(action);
  const openPane = (name: string) => () => invoices.show(invoice.id, name);
  const items: MenuItem[] = [
    ...(isAllowed('assign') && invoice.salesperson_id !== null
      ? [{ key: 'assign', label: t.actions.assign, disabled: acting, onSelect: openPane('assign') }]
      : []),
    { key: 'file', label: t.actions.file, disabled: acting, onSelect: () => invoices.run({ invoice, kind: 'file' }) },
    ...(isAllowed('cancel')
      ? [
          {
            key: 'cancel',
            label: t.actions.cancel,
            danger: true,
            disabled: acting,
            onSelect: () => invoices.run({ invoice, kind: 'cancel' }),
          },
        ]
      : []),
  ];
  return (
    <>
      {isAllowed('send') && (
        <Button disabled={acting} onClick={openPane('send')}>
          {t.actions.send}
        </Button>
      )}
      {isAllowed('assign') && invoice.salesperson_id === null && (
        <Button disabled={acting} onClick={openPane('assign')}>
          {t.actions.assign}
        </Button>
      )}
      {isPayable && (
        <Link className="p-button p-component" href={`/payments?${new URLSearchParams({ record: invoice.invoice_number })}`}>
          {messages.payments.record}
        </Link>
      )}
      {isAllowed('credit') && (
        <Button severity="secondary" disabled={acting} onClick={openPane('credit')}>
          {t.actions.credit}
        </Button>
      )}
      {(isAllowed('edit') || isAllowed('amend')) && (
        <Button severity="secondary" disabled={acting} onClick={openPane('edit')}>
          {t.actions.edit}
        </Button>
      )}
      {invoices.isLive && (
        <Menu
          label={fill(t.actions.moreOf, { number: invoice.invoice_number })}
          trigger={t.actions.more}
          triggerClass="p-button p-component p-button-secondary"
          items={items}
        />
      )}
    </>
  );
}

const getTitle = (invoice: Invoice | null): string =>
  invoice === null
    ? t.title
    : fill(t.panel.title, {
        number: invoice.invoice_number,
        customer: invoice.customer_name,
        amount: formatMoney(toCents(invoice.gross_amount)),
      });

export default function InvoicePanel({ invoices, opened }: Props) {
  return (
    <OpenedRow<Invoice, InvoiceDetail>
      opened={opened}
      list={invoices}
      load={invoices.source.one}
      failed={t.oneFailed}
      changes={opened.row?.received.toString()}
      title={getTitle}
      actions={(invoice) => <Steps invoice={invoice} invoices={invoices} />}
    >
      {(invoice, detail) => (
        <div className="invoice-panel">
          <InvoiceAnswer invoice={invoice} />
          <InvoiceFactsList invoice={invoice} detail={detail} />
          {invoices.isLive && <ItemStory kind="invoice" id={invoice.id} version={`${invoice.version} ${invoice.received}`} listsNeeds />}
          {invoices.isLive && detail && <InvoiceStory detail={detail} />}
        </div>
      )}
    </OpenedRow>
  );
}
