import { Link } from 'wouter';
import { type Event, eventNeeds } from '../../../../contract/entities/event.ts';
import type { EventFigures } from '../../../../contract/entities/performance.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { whenOf, whenText } from '../../../../contract/rules/time/eventTime.ts';
import { addDays, type DateRange } from '../../../../contract/rules/time/period.ts';
import { useApp, useFeature } from '../../../app/context.ts';
import { createEvents } from '../../../services/events.ts';
import { createPerformance } from '../../../services/performance.ts';
import { type FigureCard, FigureCards } from '../../../shared/performance/FigureCards.tsx';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { useAnswerTo } from '../../../shared/useAnswer.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { NONE } from '../../../ui/display/format.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import type { Individual } from '../useIndividual.ts';

const t = messages.performance.ownEvents;
/** The next events shown, the days ahead, and the page size; independent of the selected period. */
const [NEXT, COMING_DAYS, READ] = [8, 90, 50];
const formatCount = (value: number | null | undefined): string =>
  value === null || value === undefined || Number.isNaN(value) ? NONE : value.toLocaleString('en-US');

const hasDay = (event: Event): boolean => {
  const isTimeKnown = whenOf(event)?.known;
  return isTimeKnown === 'day' || isTimeKnown === 'time';
};
/** Upcoming events without canceled ones; dated events first, in order (decisions 6.04). */
const findUpcoming = (events: readonly Event[]): readonly Event[] => {
  const upcoming = events.filter(({ program }) => program?.type !== 'Canceled');
  return [...upcoming.filter(hasDay), ...upcoming.filter((event) => !hasDay(event))];
};

function UpcomingEvent({ event, href }: { event: Event; href: string }) {
  const time = whenOf(event);
  return (
    <li className="own-event">
      <Link href={href}>{event.customer.name || NONE}</Link>
      <span className="muted">{event.program?.program || event.program?.type || ''}</span>
      <span>{time && hasDay(event) ? whenText(time) : t.noDay}</span>
    </li>
  );
}

/** decisions 3.02: an events manager's events, readiness and hours; the last two only if the server aggregates them. */
export default function UpcomingEvents({ chosen, today }: Pick<Individual, 'chosen' | 'today'>) {
  const { http } = useApp();
  const hasTeamSummary = useFeature('team-summary');
  const { start_date, end_date } = chosen;
  const next = { start_date: today, end_date: addDays(today, COMING_DAYS) };
  const load = async (range: Readonly<Record<string, string>>) => {
    const { start_date: from = '', end_date: to = '' } = range;
    const loadFigures = async (days: DateRange): Promise<EventFigures | null> =>
      hasTeamSummary ? (await createPerformance(http).team(days)).events : null;
    const { page } = createEvents(http);
    const sort = { sort_field: 'date_time', sort_direction: 'asc' };
    const [allEvents, upcoming, figures, figuresComing] = await Promise.all([
      page({ question: { start_date: from, end_date: to }, cursor: null, limit: 1 }),
      page({ question: { ...next, ...sort }, cursor: null, limit: READ }),
      loadFigures({ start_date: from, end_date: to }),
      loadFigures(next),
    ]);
    const events = findUpcoming(upcoming.data);
    const count = figuresComing?.events ?? (upcoming.pagination.cursor === null ? events.length : null);
    return { needs: allEvents.summary, next: events.slice(0, NEXT), count, total: figures?.events ?? allEvents.pagination.total, figures };
  };
  const { answer, loading, stale, error, retry } = useAnswerTo(load, { start_date, end_date }, t.loadFailed);
  const isWaiting = loading && (answer === null || stale);
  const link = (need = ''): string => `/events?${toPeriodQuery(chosen, { need })}`;
  const cards: FigureCard[] = [
    {
      name: 'total',
      label: t.total,
      value: formatCount(answer?.total),
      ...(answer?.figures ? { hint: messages.performance.eventsHint } : {}),
      href: link(),
    },
    { name: 'hours', label: t.hours, value: answer?.figures ? answer.figures.hours.toFixed(1) : NONE, href: link() },
    {
      name: 'ready',
      label: t.ready,
      value: answer?.figures ? fill(messages.performance.readyOf, { ready: answer.figures.ready, coming: answer.figures.coming }) : NONE,
      hint: messages.performance.readyHint,
      href: link(),
    },
    ...eventNeeds.map((need) => ({
      name: need,
      label: messages.events.needs[need],
      value: formatCount(answer?.needs?.[need]),
      href: link(need),
    })),
  ];
  return (
    <>
      {error !== null && <Alert onRetry={retry}>{error}</Alert>}
      <FigureCards label={t.cards} cards={cards} loading={isWaiting} />
      <Card
        title={t.title}
        actions={
          <span className="own-events-all">
            {!isWaiting && answer && answer.count !== null && answer.count > 0 && (
              <span className="muted">{fill(answer.count === 1 ? t.countOne : t.count, { count: answer.count })}</span>
            )}
            <Link href={`/events?${toPeriodQuery({ mode: 'custom', ...next }, {})}`}>{t.all}</Link>
          </span>
        }
      >
        {isWaiting && <Skeleton height={200} />}
        {!isWaiting && answer && answer.next.length === 0 && <EmptyState title={t.empty}>{t.emptyWhy}</EmptyState>}
        {!isWaiting && answer && (
          <ul className="own-events">
            {answer.next.map((event) => (
              <UpcomingEvent
                key={event.id}
                event={event}
                href={`/events?${toPeriodQuery({ mode: 'custom', ...next }, { event: event.id })}`}
              />
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
