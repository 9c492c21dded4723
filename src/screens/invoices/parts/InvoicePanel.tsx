import { useEffect } from 'react';
import type { Invoice, InvoiceDetail } from '../../../../contract/entities/invoice.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { RowPanel } from '../../../shared/lists/RowPanel.tsx';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { Menu } from '../../../ui/menu/Menu.tsx';
import type { MenuItem } from '../../../ui/menu/types.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import type { Invoices } from '../useInvoices.ts';
import { InvoiceFacts } from './InvoiceFacts.tsx';
import { InvoiceStory } from './InvoiceStory.tsx';

const text = messages.invoices;
const FACTS_PX = 360;
type Opened = Readonly<{ id: string; row: Invoice | null; previous: string | null; next: string | null }>;
type Props = Readonly<{ invoices: Invoices; opened: Opened }>;

/** What the server says may be done with the invoice now. */
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

/** One invoice, docked beside the list, under an address of its own; it need not be in the list. */
export default function InvoicePanel({ invoices, opened }: Props) {
  const { id, row } = opened;
  const one = useAnswer<InvoiceDetail>(() => invoices.source.one(id), { id }, text.oneFailed);
  const { ask } = one;
  // What was done to it may have taken it off the list, or another list is shown.
  const seen = `${row?.version ?? ''} ${row?.received ?? ''} ${invoices.view.acting}`;
  useEffect(() => ask({ id, seen }), [ask, id, seen]);
  const newest = one.answer && (row === null || one.answer.version >= row.version) ? one.answer : row;
  const step = (to: string | null) => (to === null ? undefined : () => invoices.act.open(to));
  const words = newest && {
    number: newest.invoice_number,
    customer: newest.customer_name,
    amount: formatMoney(toCents(newest.gross_amount)),
  };
  return (
    <RowPanel
      title={words ? fill(text.panel.title, words) : text.title}
      onClose={invoices.act.close}
      onPrevious={step(opened.previous)}
      onNext={step(opened.next)}
      actions={newest && <Steps invoice={newest} invoices={invoices} />}
    >
      {invoices.view.error !== null && <Alert onDismiss={invoices.act.dismiss}>{invoices.view.error}</Alert>}
      {one.error !== null && <Alert onRetry={one.refused ? undefined : one.retry}>{one.error}</Alert>}
      {newest === null && one.error === null && <Skeleton height={FACTS_PX} />}
      {newest && (
        <div className="invoice-panel">
          <InvoiceFacts invoice={newest} detail={one.answer} />
          {invoices.isLive && one.answer && <InvoiceStory detail={one.answer} />}
        </div>
      )}
    </RowPanel>
  );
}
