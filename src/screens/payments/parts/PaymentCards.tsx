import { messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatMoney, NONE } from '../../../ui/display/format.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import type { Payments } from '../usePayments.ts';

const t = messages.payments;
type Card = Readonly<{ key: keyof typeof t.cards; value: string; pressed: boolean; onPress: () => void }>;

/** spec 2.60: four figures of the period; each filters the list to its payments. */
export function PaymentCards({ payments: { view, act } }: { payments: Payments }) {
  const { summary, filters, totalsFailure, failure } = view;
  const placeholder = totalsFailure === null ? <Skeleton width={96} height={20} /> : NONE;
  const { type = '', status = '' } = filters;
  const toggle = (key: 'type' | 'status', value: string) => () => act.choose(key, filters[key] === value ? '' : value);
  const showAll = (): void => {
    act.choose('type', '');
    act.choose('status', '');
  };
  const money = (amount: number | undefined): string => formatMoney(toCents(amount ?? 0));
  const count = (value: number | undefined): string => (value ?? 0).toLocaleString('en-US');
  const cards: readonly Card[] = [
    {
      key: 'customer',
      value: money(summary?.customer_total),
      pressed: type === 'customer_payment',
      onPress: toggle('type', 'customer_payment'),
    },
    {
      key: 'commission',
      value: money(summary?.commission_total),
      pressed: type === 'commission_payment',
      onPress: toggle('type', 'commission_payment'),
    },
    { key: 'pending', value: count(summary?.pending_count), pressed: status === 'pending', onPress: toggle('status', 'pending') },
    { key: 'transactions', value: count(summary?.transactions), pressed: false, onPress: showAll },
  ];
  return (
    <section className="payment-cards" aria-label={t.totals} aria-busy={summary === null && totalsFailure === null}>
      {totalsFailure !== null && failure === null && <Alert onRetry={act.retryTotals}>{totalsFailure}</Alert>}
      {cards.map(({ key, value, pressed, onPress }) => (
        <button key={key} type="button" className="payment-card" aria-pressed={pressed} onClick={onPress}>
          <span className="muted">{t.cards[key]}</span>
          <span className="payment-card-figure figure">{summary === null ? placeholder : value}</span>
          <span className="payment-card-note">{t.cardNotes[key]}</span>
        </button>
      ))}
    </section>
  );
}
