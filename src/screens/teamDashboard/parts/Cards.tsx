import { Link } from 'wouter';
import { fill, messages } from '../../../../contract/messages.ts';
import type { Period } from '../../../../contract/rules/time/period.ts';
import { useFeature } from '../../../app/context.ts';
import { type FigureCard, FigureCards } from '../../../shared/performance/FigureCards.tsx';
import { wonDeals } from '../../../shared/performance/wonDeals.ts';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { formatDate, formatMoney, formatPercent, NONE } from '../../../ui/display/format.ts';
import type { TeamShown } from '../connectTeam.ts';

const t = messages.performance;

/** Shows a sign and a word, never color alone. */
function Change({ change, range }: { change: number | null; range: Readonly<{ start_date: string; end_date: string }> | null }) {
  if (change === null || range === null) return null;
  const words = fill(t.versus, { start: formatDate(range.start_date), end: formatDate(range.end_date) });
  const before = `/dashboard/team?${toPeriodQuery({ mode: 'custom', ...range }, {})}`;
  return (
    <>
      <span className={change < 0 ? 'fell' : 'grew'}>{`${change < 0 ? '−' : '+'}${formatPercent(Math.abs(change))}`}</span>{' '}
      <Link href={before} className="figure-before">
        {words}
      </Link>
    </>
  );
}

const countOf = (value: number): string => (Number.isNaN(value) ? NONE : value.toLocaleString('en-US'));

/** spec 2.41: four summary cards linked to their rows, plus three for users who see events. */
export function TeamCards({ team, period, asOf }: { team: TeamShown; period: Period; asOf: string | null }) {
  const { totals, before, money, events, everybody, isCompany } = team;
  const deals = useFeature('deals');
  // For one person or everyone, a figure links to its records; for several people, to the table with each person's part.
  const one = team.one;
  const some = !everybody && one === null;
  const narrows = useFeature('team-scope');
  const rowsOf = (address: string): string => (isCompany || one !== null ? address : '#team-table');
  const records = `/commissions?${toPeriodQuery(period, { person: one?.id ?? '', asOf: asOf ?? '' })}`;
  const commissions = some || !narrows ? rowsOf(records) : records;
  const amountOf = (cents: number | null): string => (cents === null ? t.notForRole : formatMoney(cents));
  const changeOf = (change: number | null | undefined) => <Change change={change ?? null} range={before?.range ?? null} />;
  const cards: FigureCard[] = [
    { name: 'people', label: t.cards.people, value: countOf(totals.people), href: '#team-table' },
    {
      name: 'sales',
      label: t.cards.sales,
      value: amountOf(totals.sales),
      hint: changeOf(before?.sales),
      ...(money ? { href: commissions } : { withheld: true }),
    },
    {
      name: 'commission',
      label: t.cards.commission,
      value: amountOf(totals.commission),
      hint: changeOf(before?.commission),
      ...(money ? { href: commissions } : { withheld: true }),
    },
    {
      name: 'deals',
      label: t.cards.deals,
      value: countOf(totals.deals),
      hint: changeOf(before?.deals),
      // Without the deals feature, an invoice counts as a deal.
      ...(money ? { href: deals ? rowsOf(wonDeals(period, one?.id)) : commissions } : {}),
    },
  ];
  const link = rowsOf(`/events?${toPeriodQuery(period, { sales_person: one?.name ?? '' })}`);
  const ofEvents: FigureCard[] = events
    ? [
        { name: 'events', label: t.cards.events, value: countOf(events.events), hint: t.eventsHint, href: link },
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
  const shown = [...cards, ...ofEvents].map((card) => (team.unknown ? { ...card, value: NONE } : card));
  return <FigureCards label={t.cardsLabel} cards={shown} loading={team.waits} stale={team.stale} />;
}
