import type { Invoice, InvoiceDetail } from '../../../../contract/entities/invoice.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { type Opened, OpenedRow } from '../../../shared/lists/OpenedRow.tsx';
import { StoryOf } from '../../../shared/story/StoryOf.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatMoney } from '../../../ui/display/format.ts';
import { Menu } from '../../../ui/menu/Menu.tsx';
import type { MenuItem } from '../../../ui/menu/types.ts';
import type { Invoices } from '../useInvoices.ts';
import { InvoiceFacts } from './InvoiceFacts.tsx';
import { InvoiceStory } from './InvoiceStory.tsx';

const text = messages.invoices;
type Props = Readonly<{ invoices: Invoices; opened: Opened<Invoice> }>;

/** The actions the server currently allows for the invoice. */
function Steps({ invoice, invoices }: { invoice: Invoice; invoices: Invoices }) {
  const { acting } = invoices.view;
  const may = (action: Invoice['actions'][number]): boolean => invoice.actions.includes(action);
  const front = (name: string) => () => invoices.show(invoice.id, name);
  const items: MenuItem[] = [
    ...(may('assign') && invoice.salesperson_id !== null
      ? [{ key: 'assign', label: text.actions.assign, disabled: acting, onSelect: front('assign') }]
      : []),
    { key: 'file', label: text.actions.file, disabled: acting, onSelect: () => invoices.run({ invoice, kind: 'file' }) },
    ...(may('cancel')
      ? [
          {
            key: 'cancel',
            label: text.actions.cancel,
            danger: true,
            disabled: acting,
            onSelect: () => invoices.run({ invoice, kind: 'cancel' }),
          },
        ]
      : []),
  ];
  return (
    <>
      {may('send') && (
        <Button disabled={acting} onClick={front('send')}>
          {text.actions.send}
        </Button>
      )}
      {may('assign') && invoice.salesperson_id === null && (
        <Button disabled={acting} onClick={front('assign')}>
          {text.actions.assign}
        </Button>
      )}
      {may('credit') && (
        <Button severity="secondary" disabled={acting} onClick={front('credit')}>
          {text.actions.credit}
        </Button>
      )}
      {(may('edit') || may('amend')) && (
        <Button severity="secondary" disabled={acting} onClick={front('edit')}>
          {text.actions.edit}
        </Button>
      )}
      {invoices.isLive && (
        <Menu
          label={fill(text.actions.moreOf, { number: invoice.invoice_number })}
          trigger={text.actions.more}
          triggerClass="p-button p-component p-button-secondary"
          items={items}
        />
      )}
    </>
  );
}

const titleOf = (invoice: Invoice | null): string =>
  invoice === null
    ? text.title
    : fill(text.panel.title, {
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
      failed={text.oneFailed}
      changes={opened.row?.received.toString()}
      title={titleOf}
      actions={(invoice) => <Steps invoice={invoice} invoices={invoices} />}
    >
      {(invoice, detail) => (
        <div className="invoice-panel">
          {invoices.isLive && <StoryOf kind="invoice" id={invoice.id} version={`${invoice.version} ${invoice.received}`} />}
          <InvoiceFacts invoice={invoice} detail={detail} />
          {invoices.isLive && detail && <InvoiceStory detail={detail} />}
        </div>
      )}
    </OpenedRow>
  );
}
