import { Link } from 'wouter';
import { fill, messages } from '../../../../contract/messages.ts';
import type { Period } from '../../../../contract/rules/time/period.ts';
import { useFeature } from '../../../app/context.ts';
import { type FigureCard, FigureCards } from '../../../shared/performance/FigureCards.tsx';
import { toWonDealsLink } from '../../../shared/performance/wonDeals.ts';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { formatCount, formatDate, formatMoney, formatPercent, NONE } from '../../../ui/display/format.ts';
import type { TeamView } from '../connectTeam.ts';

const t = messages.performance;

/** Shows a sign and a word, never color alone. */
function Change({ change, range }: { change: number | null; range: Readonly<{ start_date: string; end_date: string }> | null }) {
  if (change === null || range === null) return null;
  const rangeText = fill(t.versus, { start: formatDate(range.start_date), end: formatDate(range.end_date) });
  const previousRangeLink = `/dashboard/team?${toPeriodQuery({ mode: 'custom', ...range }, {})}`;
  return (
    <>
      <span className={change < 0 ? 'fell' : 'grew'}>{`${change < 0 ? '−' : '+'}${formatPercent(Math.abs(change))}`}</span>{' '}
      <Link href={previousRangeLink} className="figure-before">
        {rangeText}
      </Link>
    </>
  );
}

/** spec 2.41: four summary cards linked to their rows, plus three for users who see events. */
export function TeamCards({ team, period, asOf }: { team: TeamView; period: Period; asOf: string | null }) {
  const { totals, before, money, events, everybody, isCompany } = team;
  const deals = useFeature('deals');
  // For one person or everyone, a figure links to its records; for several people, to the table with each person's share.
  const person = team.one;
  const isSubset = !everybody && person === null;
  const hasTeamScope = useFeature('team-scope');
  const toRowsLink = (address: string): string => (isCompany || person !== null ? address : '#team-table');
  const records = `/commissions?${toPeriodQuery(period, { person: person?.id ?? '', asOf: asOf ?? '' })}`;
  const commissions = isSubset || !hasTeamScope ? toRowsLink(records) : records;
  const formatAmount = (cents: number | null): string => (cents === null ? NONE : formatMoney(cents));
  const renderChange = (change: number | null | undefined) => <Change change={change ?? null} range={before?.range ?? null} />;
  const amountCards: FigureCard[] = [
    {
      name: 'sales',
      label: t.cards.sales,
      value: formatAmount(totals.sales),
      hint: renderChange(before?.sales),
      href: commissions,
    },
    {
      name: 'commission',
      label: t.cards.commission,
      value: formatAmount(totals.commission),
      hint: renderChange(before?.commission),
      href: commissions,
    },
  ];
  const cards: FigureCard[] = [
    { name: 'people', label: t.cards.people, value: formatCount(totals.people), href: '#team-table' },
    ...(money ? amountCards : []),
    {
      name: 'deals',
      label: t.cards.deals,
      value: formatCount(totals.deals),
      hint: renderChange(before?.deals),
      // Without the deals feature, an invoice counts as a deal.
      ...(money ? { href: deals ? toRowsLink(toWonDealsLink(period, person?.id)) : commissions } : {}),
    },
  ];
  const link = toRowsLink(`/events?${toPeriodQuery(period, { sales_person: person?.name ?? '' })}`);
  const eventCards: FigureCard[] = events
    ? [
        { name: 'events', label: t.cards.events, value: formatCount(events.events), hint: t.eventsHint, href: link },
        { name: 'hours', label: t.cards.hours, value: events.hours.toFixed(1), href: link },
        {
          name: 'ready',
          label: t.cards.ready,
          value: fill(t.readyOf, { ready: events.ready, coming: events.coming }),
          hint: t.readyHint,
          href: link,
        },
      ]
    : [];
  const visibleCards = [...cards, ...eventCards].map((card) => (team.unknown ? { ...card, value: NONE } : card));
  return <FigureCards label={t.cardsLabel} cards={visibleCards} loading={team.isLoading} stale={team.stale} />;
}
