import { type Payment, paymentMethods, paymentSortFields, paymentStates, paymentTypes } from '../../../contract/entities/payment.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import { type Day, type Period, periodAt, shiftPeriod } from '../../../contract/rules/time/period.ts';
import type { ListNames } from '../../shared/lists/listInUrl.ts';
import { formatDate, formatMoney } from '../../ui/display/format.ts';

const t = messages.payments;
/** A value of the type filter: customer payments with money not applied to any invoice. */
const UNAPPLIED = 'unapplied';
const isOneOf = (values: readonly string[]) => (value: string) => values.includes(value);
const periodNames = ['month', 'last_month', 'quarter', 'year'] as const;
const isMonth = (value: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(value);

/** Each `rows` parameter opens a payment in its own dialog; a new payment is the row `new`. */
export const paymentNames: ListNames = {
  filters: {
    type: { name: 'type', accepts: isOneOf([...paymentTypes, UNAPPLIED]) },
    status: { name: 'status', accepts: isOneOf(paymentStates) },
    period: { name: 'period', accepts: (value) => isOneOf(periodNames)(value) || isMonth(value) },
    user_id: { name: 'person', accepts: (value) => /^[1-9]\d{0,14}$/.test(value) },
  },
  search: 'search',
  page: 'page',
  sort: { name: 'sort', keys: paymentSortFields },
  rows: { '': 'payment', record: 'record', allocate: 'allocate', fail: 'fail', reverse: 'reverse', run: 'run' },
};
/** The row id of a payment that does not exist yet. */
export const NEW_PAYMENT = 'new';

const rangeOf = (value: string, today: Day): Period => {
  if (value === 'last_month') return shiftPeriod(periodAt('month', today), -1);
  if (value === 'quarter' || value === 'year') return periodAt(value, today);
  return periodAt('month', isMonth(value) ? `${value}-01` : today);
};

/** The question for the server, with the period as its days. */
export const toPaymentsQuestion = (
  { period = '', type = '', ...rest }: Readonly<Record<string, string>>,
  today: Day,
): Readonly<Record<string, string>> => {
  const question = type === '' ? rest : { ...rest, ...(type === UNAPPLIED ? { unapplied: 'true' } : { type }) };
  if (period === '') return question;
  const { start_date, end_date } = rangeOf(period, today);
  return { ...question, start_date, end_date };
};

const EARLIER_MONTHS = 12;
/** The twelve months before the previous one, newest first. */
const earlierPeriods = (today: Day): readonly Period[] => {
  const months: Period[] = [];
  for (let month = shiftPeriod(periodAt('month', today), -1); months.length < EARLIER_MONTHS; ) {
    month = shiftPeriod(month, -1);
    months.push(month);
  }
  return months;
};
/** Months for which a payout run may be created, newest first. */
export const monthOptions = (today: Day) => {
  const month = periodAt('month', today);
  return [month, shiftPeriod(month, -1), ...earlierPeriods(today)].map(({ start_date }) => ({
    value: start_date.slice(0, 7),
    label: monthText(start_date),
  }));
};
export const periodOptions = (today: Day) => [
  { value: '', label: t.allTime },
  ...periodNames.map((value) => ({ value: value as string, label: t.periods[value] as string })),
  ...earlierPeriods(today).map(({ start_date }) => ({ value: start_date.slice(0, 7), label: monthText(start_date) })),
];
/** @param isLive false for the sample, which has no unapplied money */
export const paymentTypeOptions = (isLive: boolean) => [
  { value: '', label: t.allTypes },
  ...paymentTypes.map((value) => ({ value: value as string, label: t.types[value] as string })),
  ...(isLive ? [{ value: UNAPPLIED, label: t.unappliedOnly }] : []),
];
export const methodOptions = paymentMethods.map((value) => ({ value: value as string, label: t.methods[value] as string }));

type Option = Readonly<{ value: string; label: string }>;
export const paymentsFilterLabel =
  (states: readonly Option[]) =>
  (key: string, value: string): string => {
    if (key === 'type' && value === UNAPPLIED) return t.unappliedOnly;
    if (key === 'type') return t.types[value as keyof typeof t.types] ?? value;
    if (key === 'period') return isMonth(value) ? monthText(`${value}-01`) : (t.periods[value as keyof typeof t.periods] ?? value);
    return states.find((option) => option.value === value)?.label ?? value;
  };

export const paymentAmountText = ({ amount }: Pick<Payment, 'amount'>): string => formatMoney(toCents(amount));
export const partyOf = ({ customer_name, user_name }: Payment): string => customer_name ?? user_name ?? t.nobody;
/** "Acme School · $1,200.00 · Nov 3, 2026" */
export const paymentTitle = (payment: Payment): string =>
  fill(t.panel.title, { party: partyOf(payment), amount: paymentAmountText(payment), date: formatDate(payment.payment_date) });
