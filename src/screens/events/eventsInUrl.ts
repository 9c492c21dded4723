import {
  activityTypes,
  type EventFilter,
  type EventNeed,
  eventColumns,
  eventFilters,
  eventNeeds,
  eventSubsets,
  invoicedValues,
  yesNoUnknown,
} from '../../../contract/entities/event.ts';
import type { Period } from '../../../contract/rules/time/period.ts';
import type { EventFilters } from '../../machines/events/eventFilters.machine.ts';
import type { ListSort } from '../../machines/lists/listQuestion.ts';
import { parseSort } from '../../shared/lists/listInUrl.ts';
import { toPeriodQuery } from '../../shared/period/periodInUrl.ts';

export type EventsMode = 'table' | 'month' | 'week';
const MAX_TEXT_LENGTH = 100;

/** The options of each choice filter (spec 9.10). */
export const filterChoices: Readonly<Partial<Record<EventFilter, readonly string[]>>> = {
  activity_type: activityTypes,
  reviewed: yesNoUnknown,
  tech_setup_required: yesNoUnknown,
  invoiced: invoicedValues,
  only: eventSubsets,
};

const toAcceptedValue = (key: EventFilter, value: string): string => {
  const choices = filterChoices[key];
  return choices && !choices.includes(value) ? '' : value.slice(0, MAX_TEXT_LENGTH);
};

/** The filters of a deep link; missing or invalid ones are off. */
export const parseFilters = (search: string): EventFilters => {
  const query = new URLSearchParams(search);
  return Object.fromEntries(eventFilters.map((key) => [key, toAcceptedValue(key, query.get(key) ?? '')])) as EventFilters;
};

export const parseNeed = (search: string): EventNeed | null => {
  const need = new URLSearchParams(search).get('need');
  return eventNeeds.find((candidate) => candidate === need) ?? null;
};

export const parseEventSort = (search: string): ListSort | null => parseSort(new URLSearchParams(search).get('sort') ?? '', eventColumns);

/** The id of the event whose panel is open. */
export const parsePanel = (search: string): string | null => new URLSearchParams(search).get('event') || null;

export const parseView = (search: string): EventsMode => {
  const view = new URLSearchParams(search).get('view');
  return view === 'month' || view === 'week' ? view : 'table';
};

type DisplayedState = Readonly<{
  period: Period;
  filters: EventFilters;
  need: EventNeed | null;
  sort: ListSort;
  view: EventsMode;
  panel: string | null;
}>;

/** The URL of the current view, without default values. */
export const toEventsUrl = ({ period, filters, need, sort, view, panel }: DisplayedState): string => {
  const isDefaultSort = sort.key === 'date_time' && sort.direction === 'desc';
  return toPeriodQuery(period, {
    ...filters,
    need: need ?? '',
    sort: isDefaultSort ? '' : `${sort.key}.${sort.direction}`,
    view: view === 'table' ? '' : view,
    event: panel ?? '',
  });
};
