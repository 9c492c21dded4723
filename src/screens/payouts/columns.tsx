import type { Payout } from '../../../contract/entities/payout.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { PersonLink } from '../../shared/people/PersonLink.tsx';
import { formatDate, formatMoney } from '../../ui/display/format.ts';
import { MoneyText } from '../../ui/display/Money.tsx';
import type { CardContent } from '../../ui/display/RowCard.tsx';
import { CellBadge } from '../../ui/grid/CellBadge.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';

const t = messages.payouts;

const stateOf = ({ status, reversed_by, reversal_of }: Payout) => {
  if (reversal_of !== null) return { label: t.reversal, severity: 'secondary' } as const;
  return reversed_by === null ? t.states[status] : ({ label: t.reversed, severity: 'secondary' } as const);
};

export function PayoutStatus({ payout }: { payout: Payout }) {
  const { label, severity } = stateOf(payout);
  return <CellBadge severity={severity}>{label}</CellBadge>;
}

export const payoutAmount = ({ amount }: Pick<Payout, 'amount'>): string => formatMoney(toCents(amount));
/** "Sam Seller · $800.00 · Nov 30, 2026" */
export const payoutTitle = (payout: Payout): string =>
  fill(t.panel.title, { name: payout.user_name, amount: payoutAmount(payout), day: formatDate(payout.payment_date) });
export const payoutLabel = (payout: Payout): string => fill(t.open, { amount: payoutAmount(payout), day: formatDate(payout.payment_date) });

/** The phone card: day, amount, status, and the person in a list of several. */
export const createPayoutCard =
  (isOwn: boolean) =>
  (payout: Payout): CardContent => ({
    title: formatDate(payout.payment_date),
    figure: <MoneyText cents={toCents(payout.amount)} />,
    lines: [isOwn ? null : payout.user_name, <PayoutStatus key="status" payout={payout} />],
  });

export const payoutColumns: readonly GridColumn<Payout>[] = [
  {
    key: 'payment_date',
    header: t.columns.payment_date,
    width: 130,
    grows: true,
    cell: ({ payment_date }) => formatDate(payment_date),
    text: ({ payment_date }) => payment_date,
  },
  {
    key: 'user_name',
    header: t.columns.user_name,
    width: 180,
    grows: true,
    cell: ({ user_id, user_name }) => <PersonLink id={user_id} name={user_name} isListed />,
    text: ({ user_name }) => user_name,
    tip: ({ user_name }) => user_name,
  },
  {
    key: 'amount',
    header: t.columns.amount,
    width: 140,
    align: 'end',
    figure: payoutAmount,
    cell: ({ amount }) => <MoneyText cents={toCents(amount)} />,
    text: ({ amount }) => amount.toFixed(2),
  },
  {
    key: 'status',
    header: t.columns.status,
    width: 190,
    grows: true,
    cell: (payout) => <PayoutStatus payout={payout} />,
    text: (payout) => stateOf(payout).label,
  },
];
