import type { Payment, PaymentAction } from '../../../contract/entities/payment.ts';
import { paymentStateBadges } from '../../../contract/entities/payment.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { Button } from '../../ui/Button.tsx';
import { formatDate, formatMoney } from '../../ui/display/format.ts';
import { MoneyText } from '../../ui/display/Money.tsx';
import type { CardFace } from '../../ui/display/RowCard.tsx';
import { CellBadge } from '../../ui/grid/CellBadge.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { methodText, partyOf, paymentAmountText } from './paymentNames.ts';

const t = messages.payments;
const { columns } = t;

const plain = (
  key: keyof typeof columns,
  width: number,
  textOf: (row: Payment) => string,
  more: Partial<GridColumn<Payment>> = {},
): GridColumn<Payment> => ({ key, header: columns[key], width, cell: textOf, text: textOf, ...more });

const statusText = ({ status }: Payment): string => paymentStateBadges[status]?.label ?? status;
const unappliedText = ({ unapplied }: Payment): string => (unapplied ? fill(t.unapplied, { amount: formatMoney(toCents(unapplied)) }) : '');
const paysText = (payment: Payment): string => payment.invoice_number ?? (unappliedText(payment) === '' ? t.several : '');

/** Actions in the row: Approve for pending payments, Retry for failed ones (spec 2.60). */
const inRow: readonly PaymentAction[] = ['approve', 'retry', 'complete'];

type Acts = Readonly<{ acting: boolean; onStep: (payment: Payment, kind: 'approve' | 'retry' | 'complete') => void }>;

function RowActions({ payment, acting, onStep }: Acts & { payment: Payment }) {
  return (
    <span className="payment-row-actions">
      {inRow
        .filter((action) => payment.actions.includes(action))
        .map((action) => (
          <Button
            key={action}
            size="small"
            severity="secondary"
            unavailable={acting}
            aria-label={fill(t.actOn, { action: t.actions[action], name: payment.id })}
            onClick={(event) => {
              event.stopPropagation();
              onStep(payment, action as 'approve');
            }}
          >
            {t.actions[action]}
          </Button>
        ))}
    </span>
  );
}

function Pays({ payment }: { payment: Payment }) {
  return (
    <span className="payment-pays">
      {paysText(payment)}
      {unappliedText(payment) !== '' && <CellBadge severity="info">{unappliedText(payment)}</CellBadge>}
    </span>
  );
}

function Status({ payment }: { payment: Payment }) {
  return <CellBadge severity={paymentStateBadges[payment.status]?.severity ?? 'secondary'}>{statusText(payment)}</CellBadge>;
}

/** spec 2.60, 3.20 */
export const paymentColumns = (acts: Acts): readonly GridColumn<Payment>[] => [
  plain('payment_date', 110, ({ payment_date }) => formatDate(payment_date), { sortable: true, text: ({ payment_date }) => payment_date }),
  plain('type', 114, ({ type }) => t.types[type]),
  plain('party', 140, partyOf, { tip: partyOf }),
  plain('pays', 108, (payment) => [paysText(payment), unappliedText(payment)].filter((part) => part !== '').join(', '), {
    cell: (payment) => <Pays payment={payment} />,
  }),
  plain('amount', 110, paymentAmountText, {
    align: 'end',
    sortable: true,
    figure: paymentAmountText,
    cell: ({ amount }) => <MoneyText cents={toCents(amount)} />,
    text: ({ amount }) => amount.toFixed(2),
  }),
  plain('status', 115, statusText, {
    cell: (payment) => <Status payment={payment} />,
  }),
  plain('payment_method', 112, ({ payment_method }) => methodText(payment_method)),
  plain('reference', 110, ({ reference }) => reference ?? '', { tip: ({ reference }) => reference }),
  plain('actions', 110, () => '', { pinned: 'end', cell: (payment) => <RowActions payment={payment} {...acts} /> }),
];
/** The phone card: person or customer, amount, day and state. */
export const paymentFace = (payment: Payment, acts: Acts): CardFace => ({
  title: partyOf(payment),
  figure: <MoneyText cents={toCents(payment.amount)} />,
  lines: [
    [formatDate(payment.payment_date), t.types[payment.type], methodText(payment.payment_method)].join(' · '),
    paysText(payment) === '' && unappliedText(payment) === '' ? null : <Pays key="pays" payment={payment} />,
    <Status key="status" payment={payment} />,
  ],
  acts: <RowActions payment={payment} {...acts} />,
});
/** Columns of the export: no buttons, but notes. */
export const paymentExportColumns: readonly GridColumn<Payment>[] = [
  plain('payment_date', 0, ({ payment_date }) => payment_date),
  ...paymentColumns({ acting: false, onStep: () => {} }).slice(1, -1),
  plain('notes', 0, ({ notes }) => notes ?? ''),
];
export const paymentColumnKeys: readonly string[] = paymentColumns({ acting: false, onStep: () => {} }).map(({ key }) => key);
