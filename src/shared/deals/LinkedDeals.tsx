import { Link } from 'wouter';
import type { Deal } from '../../../contract/entities/deal.ts';
import { messages } from '../../../contract/messages.ts';
import { centsOf, formatMoney, NONE } from '../../ui/display/format.ts';
import { type PlainColumn, PlainTable } from '../../ui/display/PlainTable.tsx';

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

export function LinkedDeals({ label, deals }: Readonly<{ label: string; deals: readonly Deal[] }>) {
  return <PlainTable label={label} columns={columns} rows={deals} rowKey={({ id }) => id} />;
}
