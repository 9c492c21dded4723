import { Link } from 'wouter';
import type { Payment, PaymentAction } from '../../../contract/entities/payment.ts';
import { paymentStateBadges } from '../../../contract/entities/payment.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { CustomerLink } from '../../shared/customers/CustomerLink.tsx';
import { methodText } from '../../shared/payments/methodText.ts';
import { PersonLink } from '../../shared/people/PersonLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatDate, formatMoney, NONE } from '../../ui/display/format.ts';
import { MoneyText } from '../../ui/display/Money.tsx';
import type { CardContent } from '../../ui/display/RowCard.tsx';
import { CellBadge } from '../../ui/grid/CellBadge.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { partyOf, paymentAmountText } from './paymentNames.ts';

const t = messages.payments;
const { columns } = t;

const textColumn = (
  key: keyof typeof columns,
  width: number,
  toText: (row: Payment) => string,
  options: Partial<GridColumn<Payment>> = {},
): GridColumn<Payment> => ({ key, header: columns[key], width, cell: toText, text: toText, ...options });

const statusText = ({ status }: Payment): string => paymentStateBadges[status]?.label ?? status;
const unappliedAmountText = ({ unapplied }: Payment): string =>
  unapplied ? fill(t.unapplied, { amount: formatMoney(toCents(unapplied)) }) : '';
const paidInvoiceText = (payment: Payment): string => payment.invoice_number ?? (unappliedAmountText(payment) === '' ? t.several : '');

/** Actions in the row: Approve for pending payments, Retry for failed ones (spec 2.60). */
const rowActions: readonly PaymentAction[] = ['approve', 'retry', 'complete'];

/** `self`: the user, who may not approve payments to themselves. */
type ActionProps = Readonly<{ acting: boolean; self?: Self; onStep: (payment: Payment, kind: 'approve' | 'retry' | 'complete') => void }>;

type Self = Readonly<{ id: string; name: string }>;

/** Why the user cannot approve this pending payment (decisions 2.16); null if they can, or if no approval is needed. */
const getNoApprovalReason = ({ type, status, actions, user_id, created_by }: Payment, self: Self | undefined): string | null => {
  if (type !== 'commission_payment' || status !== 'pending' || actions.includes('approve') || !self) return null;
  if (user_id === self.id) return t.paysYou;
  return created_by === self.name ? t.recordedByYou : null;
};

function RowActions({ payment, acting, self, onStep }: ActionProps & { payment: Payment }) {
  const reason = getNoApprovalReason(payment, self);
  return (
    <span className="payment-row-actions">
      {reason !== null && <span className="muted">{reason}</span>}
      {rowActions
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

/** @param isListed true in the table; a phone card opens as one button, so it holds no links */
function PayeeCell({ payment, isListed = false }: { payment: Payment; isListed?: boolean }) {
  return (
    <span className="payment-pays">
      {!isListed || payment.invoice_id === null ? (
        <span className={payment.invoice_number === null ? 'muted' : undefined}>{paidInvoiceText(payment)}</span>
      ) : (
        <Link href={`/invoices?${new URLSearchParams({ invoice: payment.invoice_id })}`}>{paidInvoiceText(payment)}</Link>
      )}
      {unappliedAmountText(payment) !== '' && <CellBadge severity="info">{unappliedAmountText(payment)}</CellBadge>}
    </span>
  );
}

function Status({ payment }: { payment: Payment }) {
  return <CellBadge severity={paymentStateBadges[payment.status]?.severity ?? 'secondary'}>{statusText(payment)}</CellBadge>;
}

/** spec 2.60, 3.20 */
export const paymentColumns = (actionProps: ActionProps): readonly GridColumn<Payment>[] => [
  textColumn('payment_date', 110, ({ payment_date }) => formatDate(payment_date), {
    sortable: true,
    text: ({ payment_date }) => payment_date,
  }),
  textColumn('type', 96, ({ type }) => t.types[type]),
  textColumn('party', 200, partyOf, {
    tip: partyOf,
    grows: true,
    cell: (payment) => (
      <span className="grid-lines">
        {payment.user_id === null ? (
          <CustomerLink id={payment.customer_id} name={partyOf(payment)} />
        ) : (
          <PersonLink id={payment.user_id} name={partyOf(payment)} />
        )}
      </span>
    ),
  }),
  textColumn('pays', 108, (payment) => [paidInvoiceText(payment), unappliedAmountText(payment)].filter((part) => part !== '').join(', '), {
    cell: (payment) => <PayeeCell payment={payment} isListed />,
  }),
  textColumn('amount', 110, paymentAmountText, {
    align: 'end',
    sortable: true,
    figure: paymentAmountText,
    cell: ({ amount }) => <MoneyText cents={toCents(amount)} />,
    text: ({ amount }) => amount.toFixed(2),
  }),
  textColumn('status', 124, statusText, {
    cell: (payment) => <Status payment={payment} />,
  }),
  textColumn('payment_method', 84, ({ payment_method }) => methodText(payment_method)),
  textColumn('reference', 110, ({ reference }) => reference ?? '', {
    cell: ({ reference }) => reference ?? NONE,
    tip: ({ reference }) => reference,
  }),
  textColumn('actions', 110, () => '', { pinned: 'end', cell: (payment) => <RowActions payment={payment} {...actionProps} /> }),
];
/** The phone card: person or customer, amount, day and state. */
export const toPaymentCard = (payment: Payment, actionProps: ActionProps): CardContent => ({
  title: partyOf(payment),
  figure: <MoneyText cents={toCents(payment.amount)} />,
  lines: [
    [formatDate(payment.payment_date), t.types[payment.type], methodText(payment.payment_method)].join(' · '),
    paidInvoiceText(payment) === '' && unappliedAmountText(payment) === '' ? null : <PayeeCell key="pays" payment={payment} />,
    <Status key="status" payment={payment} />,
  ],
  actions: <RowActions payment={payment} {...actionProps} />,
});
/** Columns of the export: no buttons, but notes. */
export const paymentExportColumns: readonly GridColumn<Payment>[] = [
  textColumn('payment_date', 0, ({ payment_date }) => payment_date),
  ...paymentColumns({ acting: false, onStep: () => {} }).slice(1, -1),
  textColumn('notes', 0, ({ notes }) => notes ?? ''),
];
export const paymentColumnKeys: readonly string[] = paymentColumns({ acting: false, onStep: () => {} }).map(({ key }) => key);
