import type { PayPeriod } from '../../../../contract/entities/payPeriod.ts';
import { payPeriodBadges } from '../../../../contract/entities/payPeriod.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { monthName } from '../../../../contract/rules/time/dayText.ts';
import { type Day, yearOf } from '../../../../contract/rules/time/period.ts';
import { useToday } from '../../../app/context.ts';
import { periodsPath } from '../../../app/routes.ts';
import { type FigureCard, FigureCards } from '../../../shared/performance/FigureCards.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatCount, NONE } from '../../../ui/display/format.ts';
import { useFinanceWork } from '../useFinanceWork.ts';

const t = messages.financeWork;
/** The oldest past month that is still open. */
const findNextMonth = (months: readonly PayPeriod[], today: Day): PayPeriod | null =>
  months
    .filter(({ state, end_date }) => state !== 'closed' && end_date < today)
    .toSorted((a, b) => (a.start_date < b.start_date ? -1 : 1))[0] ?? null;

const describeMonth = ({ state, blockers }: PayPeriod): string =>
  `${payPeriodBadges[state].label} · ${blockers.length === 0 ? t.ready : fill(t.blocked, { count: blockers.length })}`;

const toMonthCard = (month: PayPeriod | null | undefined): FigureCard => ({
  name: 'month',
  label: t.month,
  value: month ? `${monthName(month.start_date)} ${yearOf(month.start_date)}` : month === null ? t.monthNone : NONE,
  hint: month ? describeMonth(month) : null,
  href: month ? `${periodsPath}?${new URLSearchParams({ period: month.start_date.slice(0, 7) })}` : periodsPath,
});

/** The open work of finance; each figure links to its page. @param waiting a new value reloads the figures */
export default function FinanceWork({ waiting }: { waiting: number | null }) {
  const today = useToday();
  const { answer, error, retry, loading, features } = useFinanceWork(today, waiting);
  const open = answer?.bank && answer.bank.proposed + answer.bank.waiting;
  const cards: readonly FigureCard[] = [
    ...(features.approvals ? [{ name: 'approvals', label: t.approvals, value: formatCount(answer?.waiting), href: '/approvals' }] : []),
    ...(features.payments
      ? [{ name: 'payments', label: t.payments, value: formatCount(answer?.pendingPayments), href: '/payments?status=pending' }]
      : []),
    ...(features.bank
      ? [
          {
            name: 'bank',
            label: t.bank,
            value: formatCount(open),
            hint: answer?.bank ? fill(t.bankHint, { proposed: answer.bank.proposed }) : null,
            href: '/payments?view=bank',
          },
        ]
      : []),
    { name: 'unassigned', label: t.unassigned, value: formatCount(answer?.unassigned), href: '/invoices?person=none' },
    ...(features.periods ? [toMonthCard(answer?.months && findNextMonth(answer.months, today))] : []),
  ];
  return (
    <>
      {error !== null && <Alert onRetry={retry}>{error}</Alert>}
      <FigureCards label={t.title} cards={cards} loading={loading && answer === null} />
    </>
  );
}
