import { Link } from 'wouter';
import type { CustomerPage } from '../../../../contract/entities/customerPage.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { periodAt } from '../../../../contract/rules/time/period.ts';
import { useToday } from '../../../app/context.ts';
import { LinkedDeals } from '../../../shared/deals/LinkedDeals.tsx';
import { LinkedEvents } from '../../../shared/events/LinkedEvents.tsx';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { centsOf, formatMoney } from '../../../ui/display/format.ts';

const t = messages.customerPage;

function DealsCard({ customer: { name, deals } }: Readonly<{ customer: CustomerPage }>) {
  if (deals === null) return null;
  const { count, open, open_amount, data } = deals;
  return (
    <Card
      title={t.deals}
      actions={
        count > 0 && <Link href={`/deals?${new URLSearchParams({ state: 'all', customer: name })}`}>{fill(t.allDeals, { count })}</Link>
      }
    >
      {open > 0 && (
        <p className="muted">
          <Link href={`/deals?${new URLSearchParams({ customer: name })}`}>
            {fill(open_amount === 0 ? t.dealsUnpriced : t.dealsSum, { amount: formatMoney(centsOf(open_amount)), count: open })}
          </Link>
        </p>
      )}
      {count === 0 ? <EmptyState title={t.noDeals} /> : <LinkedDeals label={t.deals} deals={data} />}
    </Card>
  );
}

export function SalesCards({ customer }: Readonly<{ customer: CustomerPage }>) {
  const year = periodAt('year', useToday());
  const { name, events } = customer;
  return (
    <>
      <DealsCard customer={customer} />
      <Card
        title={t.events}
        actions={events.length > 0 && <Link href={`/events?${toPeriodQuery(year, { customer: name })}`}>{t.allEvents}</Link>}
      >
        {events.length === 0 ? <EmptyState title={t.noEvents} /> : <LinkedEvents label={t.events} events={events} by="program" />}
      </Card>
    </>
  );
}
