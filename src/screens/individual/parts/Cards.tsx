import { fill, messages } from '../../../../contract/messages.ts';
import { useFeature } from '../../../app/context.ts';
import { payoutsPath } from '../../../app/routes.ts';
import { useNextPayout } from '../../../shared/payouts/useNextPayout.ts';
import { type FigureCard, FigureCards } from '../../../shared/performance/FigureCards.tsx';
import { closedDeals, wonDeals } from '../../../shared/performance/wonDeals.ts';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { centsOf, formatDate, formatMoney, formatPercent, NONE } from '../../../ui/display/format.ts';
import type { Individual, OwnFigures } from '../useIndividual.ts';

const t = messages.performance.own;

type Props = Pick<Individual, 'chosen' | 'isOwn' | 'userId' | 'readsPayouts'> & Readonly<{ figures: OwnFigures }>;

/** decisions 2.29: the next check leads to the page that explains it; no card while it is unknown. */
const useCheckCard = ({ isOwn, userId, readsPayouts }: Props): FigureCard[] => {
  const { answer } = useNextPayout(readsPayouts ? userId : null);
  if (!answer) return [];
  const { amount, payment_date } = answer.next;
  return [
    {
      name: 'check',
      label: messages.payouts.nextCard,
      value: formatMoney(centsOf(amount)),
      hint: fill(messages.payouts.on, { day: formatDate(payment_date) }),
      href: isOwn ? payoutsPath : `${payoutsPath}?${new URLSearchParams({ person: userId })}`,
    },
  ];
};

/** spec 2.42, 3.11: each card links to the rows behind its figure. */
export function IndividualCards(props: Props) {
  const { figures, chosen, isOwn, userId } = props;
  const { answer, stale, loading } = figures;
  const check = useCheckCard(props);
  const commissions = `/commissions?${toPeriodQuery(chosen, { person: isOwn ? '' : userId })}`;
  // Without the deals feature, an invoice counts as a deal.
  const isDeals = useFeature('deals');
  const deals = isDeals ? wonDeals(chosen, userId) : commissions;
  const closed = isDeals ? closedDeals(chosen, userId) : commissions;
  const money = (amount: number | undefined): string => (amount === undefined ? NONE : formatMoney(centsOf(amount)));
  const percent = (fraction: number | null | undefined): string => (fraction == null ? NONE : formatPercent(fraction));
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
    { name: 'conversion', label: t.conversion, value: percent(answer?.conversion_rate), hint: t.conversionHint, href: closed },
  ];
  return <FigureCards label={t.cards} cards={[...check, ...cards]} loading={loading && (answer === null || stale)} />;
}
