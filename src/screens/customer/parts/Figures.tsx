import type { CustomerPage } from '../../../../contract/entities/customerPage.ts';
import { messages } from '../../../../contract/messages.ts';
import { type FigureCard, FigureCards } from '../../../shared/performance/FigureCards.tsx';
import { centsOf, formatMoney } from '../../../ui/display/format.ts';
import { toInvoicesLink } from '../recordsLink.ts';

const t = messages.customerPage;
const money = (amount: number): string => formatMoney(centsOf(amount));

/**
 * Sums of all invoices the user may read. The list has no filter for only open or only paid invoices, so these figures link to all of them.
 */
export function CustomerFigures({ customer: { name, money: sums, payments } }: Readonly<{ customer: CustomerPage }>) {
  if (sums === null) return null;
  const cards: FigureCard[] = [
    { name: 'invoiced', label: t.invoiced, value: money(sums.invoiced), href: toInvoicesLink(name) },
    { name: 'received', label: t.received, value: money(sums.received), href: toInvoicesLink(name) },
    { name: 'open', label: t.open, value: money(sums.open), href: toInvoicesLink(name) },
    { name: 'overdue', label: t.overdue, value: money(sums.overdue), href: toInvoicesLink(name, 'overdue') },
    ...(payments === null
      ? []
      : [
          {
            name: 'unapplied',
            label: t.unapplied,
            value: money(payments.unapplied),
            hint: t.unappliedHint,
            href: `/payments?${new URLSearchParams({ search: name })}`,
          },
        ]),
  ];
  return <FigureCards label={t.cards} cards={cards} loading={false} />;
}
