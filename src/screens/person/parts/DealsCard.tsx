import { Link } from 'wouter';
import type { Deal } from '../../../../contract/entities/deal.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { centsOf, formatMoney, NONE } from '../../../ui/display/format.ts';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';
import type { ShownPerson } from '../usePerson.ts';

const t = messages.personPage;
const columns: readonly PlainColumn<Deal>[] = [
  {
    key: 'name',
    header: t.dealName,
    names: true,
    cell: ({ id, name }) => <Link href={`/deals?${new URLSearchParams({ deal: id })}`}>{name}</Link>,
  },
  { key: 'stage', header: t.dealStage, cell: ({ stage }) => stage },
  {
    key: 'amount',
    header: t.dealAmount,
    align: 'end',
    cell: ({ amount }) => <span className="figure">{amount === null ? NONE : formatMoney(centsOf(amount))}</span>,
  },
];

/** The largest open deals, with the sum of all of them. */
export function DealsCard({ person: { id, deals } }: ShownPerson) {
  if (deals === null) return null;
  const { count, amount, data } = deals;
  const sum = fill(t.dealsSum, { amount: formatMoney(centsOf(amount)), count });
  return (
    <Card title={t.deals} actions={count > 0 && <Link href={`/deals?${new URLSearchParams({ owner: id })}`}>{sum}</Link>}>
      {count === 0 ? (
        <EmptyState title={t.noDeals} />
      ) : (
        <PlainTable label={t.deals} columns={columns} rows={data} rowKey={(deal) => deal.id} />
      )}
    </Card>
  );
}
