import { eventNeeds } from '../../../../contract/entities/event.ts';
import type { EventFigures } from '../../../../contract/entities/performance.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import { useApp, useFeature } from '../../../app/context.ts';
import { createEvents } from '../../../services/events.ts';
import { createPerformance } from '../../../services/performance.ts';
import { type FigureCard, FigureCards } from '../../../shared/performance/FigureCards.tsx';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { useAnswerTo } from '../../../shared/useAnswer.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatCount, NONE } from '../../../ui/display/format.ts';
import { useStableHandlers } from '../../../ui/support/withStableHandlers.tsx';
import type { Individual } from '../useIndividual.ts';
import { EventWeek } from './EventWeek.tsx';

const t = messages.performance.ownEvents;
/** decisions 3.02: an events manager's events, readiness and hours; the last two only if the server aggregates them. */
export default function OwnEvents({ chosen, today }: Pick<Individual, 'chosen' | 'today'>) {
  const { http } = useApp();
  const hasTeamSummary = useFeature('team-summary');
  const { start_date, end_date } = chosen;
  const load = async (range: Readonly<Record<string, string>>) => {
    const { start_date: from = '', end_date: to = '' } = range;
    const loadFigures = async (days: DateRange): Promise<EventFigures | null> =>
      hasTeamSummary ? (await createPerformance(http).team(days)).events : null;
    const { page } = createEvents(http);
    const [allEvents, figures] = await Promise.all([
      page({ question: { start_date: from, end_date: to }, cursor: null, limit: 1 }),
      loadFigures({ start_date: from, end_date: to }),
    ]);
    return { needs: allEvents.summary, total: figures?.events ?? allEvents.pagination.total, figures };
  };
  const { answer, loading, stale, error, retry, ask } = useAnswerTo(load, { start_date, end_date }, t.loadFailed);
  const { onSaved } = useStableHandlers({ onSaved: () => ask({ start_date, end_date }) });
  const isWaiting = loading && (answer === null || stale);
  const link = (need = ''): string => `/events?${toPeriodQuery(chosen, { need })}`;
  const cards: FigureCard[] = [
    ...eventNeeds.map((need) => ({
      name: need,
      label: messages.events.needs[need],
      value: formatCount(answer?.needs?.[need]),
      href: link(need),
    })),
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
  ];
  return (
    <>
      <EventWeek key={today} today={today} onSaved={onSaved} />
      {error !== null && <Alert onRetry={retry}>{error}</Alert>}
      <FigureCards label={t.cards} cards={cards} loading={isWaiting} />
    </>
  );
}
