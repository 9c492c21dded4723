import { Link } from 'wouter';
import { fill, messages } from '../../../../contract/messages.ts';
import { LinkedDeals } from '../../../shared/deals/LinkedDeals.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { centsOf, formatMoney } from '../../../ui/display/format.ts';
import type { ShownPerson } from '../usePerson.ts';

const t = messages.personPage;

/** The largest open deals, with the sum of all of them. */
export function DealsCard({ person: { id, deals } }: ShownPerson) {
  if (deals === null) return null;
  const { count, amount, data } = deals;
  const sumText = fill(t.dealsSum, { amount: formatMoney(centsOf(amount)), count });
  return (
    <Card title={t.deals} actions={count > 0 && <Link href={`/deals?${new URLSearchParams({ person: id })}`}>{sumText}</Link>}>
      {count === 0 ? <EmptyState title={t.noDeals} /> : <LinkedDeals label={t.deals} deals={data} />}
    </Card>
  );
}
