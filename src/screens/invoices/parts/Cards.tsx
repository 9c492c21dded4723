import { Link } from 'wouter';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { toSearchQuery } from '../../../shared/lists/listInUrl.ts';
import { type FigureCard, FigureCards } from '../../../shared/performance/FigureCards.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatMoney, NONE } from '../../../ui/display/format.ts';
import type { Invoices } from '../useInvoices.ts';

const t = messages.invoices.cards;
/** The anchor of the list, whose rows add up to the totals. */
const ROWS_ANCHOR = '#invoice-rows';

/** spec 2.61: totals of the filtered list, each linked to its rows. */
export function InvoiceCards({ invoices: { view, act, address } }: { invoices: Invoices }) {
  const { summary, totalsFailure, failure } = view;
  const money = (amount: number | undefined): string => (amount === undefined ? NONE : formatMoney(toCents(amount)));
  const toListLink = (extraFilters: Readonly<Record<string, string>>): string => {
    const query = toSearchQuery({ ...address, page: '', invoice: '', ...extraFilters });
    return query === '' ? '/invoices' : `/invoices?${query}`;
  };
  const count = summary?.unassigned ?? 0;
  const unassignedText = count === 1 ? t.unassignedOne : fill(t.unassigned, { count });
  const cards: FigureCard[] = [
    {
      name: 'total',
      label: t.total,
      value: money(summary?.total_invoiced),
      href: ROWS_ANCHOR,
      hint: count > 0 && <Link href={toListLink({ person: 'none' })}>{unassignedText}</Link>,
    },
    { name: 'paid', label: t.paid, value: money(summary?.total_paid), href: toListLink({ status: 'paid' }) },
    { name: 'overdue', label: t.overdue, value: money(summary?.total_overdue), href: toListLink({ status: 'overdue' }) },
    { name: 'commissions', label: t.commissions, value: money(summary?.total_commissions ?? undefined), href: ROWS_ANCHOR },
  ];
  return (
    <>
      {totalsFailure !== null && failure === null && <Alert onRetry={act.retryTotals}>{totalsFailure}</Alert>}
      <FigureCards label={t.label} cards={cards} loading={summary === null && totalsFailure === null} />
    </>
  );
}
