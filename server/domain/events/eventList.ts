import {
  type EventColumn,
  type EventFilter,
  type EventNeed,
  type EventPage,
  eventFilters,
  eventNeeds,
} from '../../../contract/entities/event.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Actor } from '../../../contract/permissions.ts';
import type { EventListFilter } from '../../db/repositories/events/eventsPage.ts';
import { readRange } from '../commissions/commissionQuestion.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { invalidCursorProblem } from '../shared/cursor.ts';
import { readPage } from '../shared/page.ts';
import { badRequest } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { eventCursor } from './eventCursor.ts';
import { readEditRights } from './eventRights.ts';
import { eventEntityOf } from './eventView.ts';

type Filters = Readonly<
  { start_date?: string; end_date?: string; sort_field?: EventColumn; sort_direction?: 'asc' | 'desc' } & Partial<
    Record<EventFilter, string>
  > &
    Partial<Record<EventNeed, 'true' | 'false'>>
>;
export type EventsQuery = Filters & Readonly<{ cursor?: string; limit: number }>;

/** The selected need; `false` selects none. @throws Problem 400 for more than one */
const needOf = (query: Filters): EventNeed | null => {
  const chosen = eventNeeds.filter((need) => query[need] === 'true');
  if (chosen.length > 1)
    throw badRequest(
      'needs_exclusive',
      fill(messages.eventPatch.oneNeed, { needs: chosen.join(messages.events.emptyAnd) }),
      chosen[1] ?? 'need_review',
    );
  return chosen[0] ?? null;
};

/** Blank filters are ignored. */
const filtersOf = (query: Filters): EventListFilter['filters'] =>
  Object.fromEntries(eventFilters.flatMap((filter) => (query[filter]?.trim() ? [[filter, query[filter]?.trim() ?? '']] : [])));

/** spec 4.07: sorted by date and time, newest first, by default. */
const filterFrom = (query: Filters, today: string): EventListFilter => ({
  ...readRange(query.start_date, query.end_date),
  today,
  sort: query.sort_field ?? 'date_time',
  direction: query.sort_direction ?? 'desc',
  filters: filtersOf(query),
  need: needOf(query),
});

/** Later pages may send only cursor and limit; any other parameter must match the query of the cursor. */
const assertContinues = (query: Filters, question: EventListFilter): void => {
  const { start_date, end_date, sort, direction, filters, need } = question;
  const defaults: Readonly<Record<string, string | undefined>> = {
    start_date,
    end_date,
    sort_field: sort,
    sort_direction: direction,
    ...filters,
    ...(need === null ? {} : { [need]: 'true' }),
  };
  const hasOtherFilter = Object.entries(query).some(
    ([name, value]) => value !== defaults[name] && !(value === 'false' && defaults[name] === undefined),
  );
  if (hasOtherFilter) throw invalidCursorProblem();
};

/**
 * A page of events (spec 7.26) and the number of filtered events per need. `total` is that of the list. Users who may read events read all
 * of them; `can_edit` shows which ones they may change.
 * @throws Problem 400
 */
export const listEvents = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  { cursor: text, limit, ...query }: EventsQuery,
): Promise<EventPage> => {
  const cursor = text === undefined ? null : eventCursor.read(text);
  if (cursor && cursor.question.userId !== actor.id) throw invalidCursorProblem();
  if (cursor) assertContinues(query, cursor.question);
  const question = cursor?.question ?? filterFrom(query, todayIn((await currentConfig(store)).config.timezone, clock()));
  const [page, counts, mayEdit] = await Promise.all([
    readPage(
      limit,
      (maxRows) => store.eventsPage.page(question, cursor?.after ?? null, maxRows),
      ({ sort_values: values, id }) => eventCursor.write({ question: { ...question, userId: actor.id }, after: { values, id } }),
    ),
    store.eventsPage.counts(question),
    readEditRights(store, actor),
  ]);
  const { total, ...summary } = counts;
  return {
    data: page.rows.map((row) => eventEntityOf(row, mayEdit)),
    pagination: {
      cursor: page.cursor,
      limit,
      total: question.need === null ? total : counts[question.need],
    },
    summary,
  };
};
