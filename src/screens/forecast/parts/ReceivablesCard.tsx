import { Link } from 'wouter';
import type { Forecast, ForecastCustomer } from '../../../../contract/entities/forecast.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { can } from '../../../../contract/permissions.ts';
import { receivableAges } from '../../../../contract/rules/forecast/receivables.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { useFeature, useUser } from '../../../app/context.ts';
import { CustomerLink } from '../../../shared/customers/CustomerLink.tsx';
import { BarList } from '../../../ui/chart/index.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatMoney } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';

const t = messages.forecast.receivables;

const columns: readonly PlainColumn<ForecastCustomer>[] = [
  {
    key: 'customer',
    header: t.columns.customer,
    names: true,
    cell: ({ customer_id, customer_name }) => (
      <CustomerLink id={customer_id} name={customer_name} fallbackHref={`/invoices?${new URLSearchParams({ search: customer_name })}`} />
    ),
  },
  ...receivableAges.map((age) => ({
    key: age,
    header: t.ages[age],
    align: 'end' as const,
    cell: ({ ages }: ForecastCustomer) => <MoneyText cents={toCents(ages[age])} />,
  })),
  { key: 'total', header: t.columns.total, align: 'end', cell: ({ total }) => <MoneyText cents={toCents(total)} /> },
];

/** Customer payments not applied to any invoice, for users who may apply them. */
function UnappliedNote({ forecast: { unapplied, unapplied_receipts } }: { forecast: Forecast }) {
  const canApply = can(useUser(), 'screen:payments');
  const hasPayments = useFeature('payments');
  if (unapplied_receipts === 0 || !canApply || !hasPayments) return null;
  const text = fill(t.unapplied, { amount: formatMoney(toCents(unapplied)), count: unapplied_receipts });
  return (
    <p>
      <Link href="/payments?type=unapplied">{text}</Link>
    </p>
  );
}

/** Open invoices by age, and the customers who owe most. */
export function ReceivablesCard({ forecast }: { forecast: Forecast }) {
  const { total, invoices, ages, customers } = forecast.receivables;
  const overdueCents = toCents(ages.days_61_90) + toCents(ages.over_90);
  const bars = receivableAges.map((age) => {
    const value = toCents(ages[age]);
    const link = { href: `/invoices?status=${age === 'not_due' ? 'sent' : 'overdue'}` };
    return { key: age, label: t.ages[age], from: 0, to: value, value, tone: 'total' as const, ...link };
  });
  return (
    <Card title={t.title}>
      <p className="forecast-answer">
        <strong className="figure">
          {invoices === 0 ? (
            t.none
          ) : (
            <Link href="/invoices?status=overdue" className="quiet-link">
              {fill(t.answer, { amount: formatMoney(overdueCents), total: formatMoney(toCents(total)), count: invoices })}
            </Link>
          )}
        </strong>
      </p>
      <UnappliedNote forecast={forecast} />
      {invoices > 0 && (
        <>
          <BarList
            label={t.chart}
            format="money"
            words={{ label: t.columns.age, value: t.columns.amount }}
            bars={bars}
            fileName={`receivables-${forecast.as_of}`}
          />
          <h3>{fill(t.most, { count: customers.length })}</h3>
          <div className="forecast-table">
            <PlainTable label={t.title} columns={columns} rows={customers} rowKey={({ customer_name }) => customer_name} stacks />
          </div>
        </>
      )}
    </Card>
  );
}
