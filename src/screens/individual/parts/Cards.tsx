import { messages } from '../../../../contract/messages.ts';
import { useFeature } from '../../../app/context.ts';
import { type FigureCard, FigureCards } from '../../../shared/performance/FigureCards.tsx';
import { toClosedDealsLink, toWonDealsLink } from '../../../shared/performance/wonDeals.ts';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { centsOf, formatMoney, formatPercent, NONE } from '../../../ui/display/format.ts';
import type { Individual, IndividualFigures } from '../useIndividual.ts';

const t = messages.performance.own;

type Props = Pick<Individual, 'chosen' | 'isOwn' | 'userId'> & Readonly<{ figures: IndividualFigures }>;

/** spec 2.42, 3.11: each card links to the rows behind its figure. */
export function IndividualCards({ figures: { answer, stale, loading }, chosen, isOwn, userId }: Props) {
  const commissions = `/commissions?${toPeriodQuery(chosen, { person: isOwn ? '' : userId })}`;
  // Without the deals feature, an invoice counts as a deal.
  const hasDeals = useFeature('deals');
  const deals = hasDeals ? toWonDealsLink(chosen, userId) : commissions;
  const closedLink = hasDeals ? toClosedDealsLink(chosen, userId) : commissions;
  const money = (amount: number | undefined): string => (amount === undefined ? NONE : formatMoney(centsOf(amount)));
  const formatShare = (fraction: number | null | undefined): string => (fraction == null ? NONE : formatPercent(fraction));
  const count = answer?.deals_closed;
  const cards: FigureCard[] = [
    { name: 'sales', label: t.sales, value: money(answer?.total_sales), href: commissions },
    { name: 'commission', label: t.commission, value: money(answer?.total_commission), href: commissions },
    {
      name: 'deals',
      label: t.deals,
      value: count === undefined || Number.isNaN(count) ? NONE : count.toLocaleString('en-US'),
      href: deals,
    },
    { name: 'average', label: t.average, value: money(answer?.average_deal_size), href: commissions },
    { name: 'conversion', label: t.conversion, value: formatShare(answer?.conversion_rate), hint: t.conversionHint, href: closedLink },
  ];
  return <FigureCards label={t.cards} cards={cards} loading={loading && (answer === null || stale)} />;
}
