import { Link } from 'wouter';
import { fill, messages } from '../../../../contract/messages.ts';
import { can } from '../../../../contract/permissions.ts';
import { attainmentOf, hasBegun } from '../../../../contract/rules/commission/attainment.ts';
import { monthText } from '../../../../contract/rules/time/dayText.ts';
import { periodAt } from '../../../../contract/rules/time/period.ts';
import { useUser } from '../../../app/context.ts';
import { payoutsPath } from '../../../app/routes.ts';
import { type FigureCard, FigureCards } from '../../../shared/performance/FigureCards.tsx';
import { formatProrated } from '../../../shared/performance/prorated.ts';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { LineChart } from '../../../ui/chart/index.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { centsOf, formatDate, formatMoney, formatPercent, NONE } from '../../../ui/display/format.ts';
import type { ShownPerson } from '../usePerson.ts';

const t = messages.personPage;
const money = (amount: number): string => formatMoney(centsOf(amount));

/** Sales of each month against its quota; each point links to the month's records. */
function QuotaChart({ person: { id, money: figures } }: Pick<ShownPerson, 'person'>) {
  const months = figures?.months ?? [];
  const toRecords = (month: string): string => `/commissions?${toPeriodQuery(periodAt('month', month), { person: id })}`;
  const attainmentText = (share: number | null): string => (share === null ? '' : ` (${formatPercent(share)})`);
  const series = [
    { key: 'sales', label: t.sales, points: months.map(({ month, sales }) => ({ value: centsOf(sales), href: toRecords(month) })) },
    {
      key: 'quota',
      label: t.quota,
      dashed: true,
      points: months.map(({ quota_amount: quota }) => ({ value: quota > 0 ? centsOf(quota) : null })),
    },
  ];
  return (
    <Card>
      <LineChart
        label={t.chart}
        format="money"
        overLabel={t.chartMonth}
        fileName="sales-and-quota"
        over={months.map(({ month, quota_attainment: share }) => ({
          key: month,
          label: `${monthText(month)}${attainmentText(share)}`,
          short: monthText(month).slice(0, 3),
        }))}
        series={series}
      />
    </Card>
  );
}

/** Earned, owed and paid amounts with links to their records, attainment, and a chart of twelve months. */
export function PersonMoney({ person, chosen, today }: ShownPerson) {
  const managesPayments = can(useUser(), 'payment:manage');
  if (person.money === null) return null;
  const { summary } = person.money;
  const toRecords = (status: string): string => `/commissions?${toPeriodQuery(chosen, { person: person.id, status })}`;
  const { quota_amount: quota, quota_attainment: attainment, total_commissionable_sales: sales } = summary;
  const { next_payout: next } = person;
  const prorated = formatProrated(summary);
  const rating = attainment === null ? null : attainmentOf(attainment, hasBegun(chosen, today));
  const cards: FigureCard[] = [
    { name: 'earned', label: t.earned, value: money(summary.total_commission_earned), hint: t.earnedHint, href: toRecords('') },
    {
      name: 'owed',
      label: t.owed,
      value: money(summary.total_commission_due),
      hint: (
        <>
          {t.owedHint}
          {next && (
            <>
              {'. '}
              <Link href={`${payoutsPath}?${new URLSearchParams({ person: person.id })}`}>
                {fill(t.nextPayout, { amount: money(next.amount), day: formatDate(next.payment_date) })}
              </Link>
            </>
          )}
        </>
      ),
      href: toRecords('due'),
    },
    {
      name: 'paid',
      label: t.paid,
      value: money(summary.total_commission_paid),
      hint: managesPayments ? <Link href={`/payments?${new URLSearchParams({ person: person.id })}`}>{t.payments}</Link> : t.paidHint,
      href: toRecords('paid'),
    },
    {
      name: 'attainment',
      label: t.attainment,
      value: attainment === null ? NONE : formatPercent(attainment),
      hint:
        quota > 0 && rating ? (
          <>
            {[fill(t.attainmentHint, { sales: money(sales), quota: money(quota) }), prorated].filter(Boolean).join(', ')}{' '}
            <Badge severity={rating.severity}>{rating.label}</Badge>
          </>
        ) : (
          t.noQuota
        ),
    },
  ];
  return (
    <>
      {(summary.pending ?? 0) > 0 && (
        <p className="muted" role="status">
          {t.computing}
        </p>
      )}
      <FigureCards label={t.cards} cards={cards} loading={false} />
      <QuotaChart person={person} />
    </>
  );
}
