import type { CustomerPage } from '../../../../contract/entities/customerPage.ts';
import { messages } from '../../../../contract/messages.ts';
import { reachOf } from '../../../../contract/permissions.ts';
import { useUser } from '../../../app/context.ts';
import { PersonLink } from '../../../shared/people/PersonLink.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { centsOf } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';

const t = messages.customerPage;
type Seller = NonNullable<CustomerPage['sellers']>[number];
const columns: readonly PlainColumn<Seller>[] = [
  {
    key: 'name',
    header: t.seller,
    names: true,
    cell: ({ id, name, manager_id }) => <PersonLink id={id} name={name} manager_id={manager_id} />,
  },
  { key: 'invoices', header: t.credited, align: 'end', cell: ({ invoices }) => invoices.toLocaleString('en-US') },
  { key: 'invoiced', header: t.invoiced, align: 'end', cell: ({ invoiced }) => <MoneyText cents={centsOf(invoiced)} /> },
];

/** The salespeople of the customer's invoices. */
export function SellersCard({ customer: { sellers } }: Readonly<{ customer: CustomerPage }>) {
  const seesAll = reachOf(useUser(), 'invoice:read') === 'all';
  if (sellers === null) return null;
  return (
    <Card title={t.sellers}>
      {sellers.length === 0 ? (
        <EmptyState title={seesAll ? t.noSellers : t.noSellersSeen} />
      ) : (
        <PlainTable label={t.sellers} columns={columns} rows={sellers} rowKey={({ id }) => id} />
      )}
    </Card>
  );
}
