import type { SnapshotFrom } from 'xstate';
import {
  type EditableField,
  type Event,
  type EventNeed,
  type EventSubset,
  type EventSummary,
  eventFilters,
  eventNeeds,
} from '../../../contract/entities/event.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { EventFilters } from '../../machines/events/eventFilters.machine.ts';
import type { eventsMachine } from '../../machines/events/events.machine.ts';
import type { infiniteListOf } from '../../machines/lists/infiniteList.machine.ts';
import { findOpenRow } from '../../shared/lists/connectList.ts';
import type { FilterChip } from '../../shared/lists/FilterChips.tsx';
import { formatDate } from '../../ui/display/format.ts';

type Screen = SnapshotFrom<typeof eventsMachine>;
type List = SnapshotFrom<ReturnType<typeof infiniteListOf<Event, EventSummary>>>;
export type Tail = Readonly<{ kind: 'loading' | 'failed' | 'end' | 'none'; text: string }>;

const t = messages.events;

/** A filter's value as display text. */
const valueText = (key: string, value: string): string => (key === 'only' ? (t.onlyLabels[value as EventSubset] ?? value) : value);

/** The active filters in words: "the need “Need review” and Customer “lincoln”"; '' without active filters. */
const describeFilters = (filters: EventFilters, need: EventNeed | null): string => {
  const filterLabels = Object.entries(filters)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => fill(t.emptyFilter, { field: t.filterLabels[key as keyof EventFilters], value: valueText(key, value) }));
  return [...(need === null ? [] : [fill(t.emptyNeed, { need: t.needs[need] })]), ...filterLabels].join(t.emptyAnd);
};

const describeEmpty = ({ context: { range, filters, need } }: Screen): { title: string; why: string; isFiltered: boolean } => {
  const days = { start: formatDate(range.start_date), end: formatDate(range.end_date) };
  const filterText = describeFilters(filters, need);
  if (filterText === '') return { title: t.empty, why: fill(t.emptyWhy, days), isFiltered: false };
  return { title: t.emptyFiltered, why: fill(t.emptyFilteredWhy, { ...days, what: filterText }), isFiltered: true };
};

const toTail = (list: List): Tail => {
  if (list.matches('loadingMore')) return { kind: 'loading', text: t.moreLoading };
  if (list.matches('failedMore')) return { kind: 'failed', text: list.context.error ?? t.moreFailed };
  const { items, cursor } = list.context;
  if (list.matches('shown') && cursor === null && items.length > 0) {
    return { kind: 'end', text: items.length === 1 ? t.endOne : fill(t.end, { count: items.length.toLocaleString('en-US') }) };
  }
  return { kind: 'none', text: '' };
};

const formatCount = (list: List): string => {
  const { items, total, cursor } = list.context;
  if (list.hasTag('stale')) return t.reading;
  if (items.length === 0) return list.hasTag('busy') ? t.reading : '';
  if (cursor === null && items.length === 1) return t.loadedOne;
  if (total === null || cursor === null) return fill(t.loaded, { count: items.length.toLocaleString('en-US') });
  return fill(t.loadedOf, { loaded: items.length.toLocaleString('en-US'), count: total.toLocaleString('en-US') });
};

/** Maps the snapshots of the page and its list to the page's view. */
export const connectEvents = (screen: Screen, list: List) => {
  const { context } = screen;
  const { items: rows, summary } = list.context;
  const loading = list.matches('loadingFirst');
  const stale = list.hasTag('stale');
  return {
    rows,
    loading,
    stale,
    error: list.matches('failedFirst') ? (list.context.error ?? t.failed) : null,
    total: list.context.total,
    /** A new value means that the list has changed and starts at the top. */
    answered: list.context.answered,
    count: formatCount(list),
    tail: toTail(list),
    more: list.can({ type: 'list.more' }),
    empty: describeEmpty(screen),
    /** `count` is null while loading or if the provider does not send it. */
    cards: eventNeeds.map((need) => ({
      need,
      label: t.needs[need],
      count: Number.isNaN(summary?.[need]) ? null : (summary?.[need] ?? null),
      loading: stale || (loading && summary === null),
      pressed: context.need === need,
    })),
    sort: context.sort,
    range: context.range,
    filters: context.filters,
    need: context.need,
    panel: findOpenRow(context.panel === null ? null : { id: context.panel, pane: '' }, rows),
    isModified: (event: Event, field: EditableField): boolean => context.modified[event.id]?.includes(field) ?? false,
    isRowModified: (event: Event): boolean => (context.modified[event.id]?.length ?? 0) > 0,
  };
};

type ActiveFilters = Readonly<{ filters: EventFilters; need: EventNeed | null }>;

/** The active filters as chips, each with its removal. */
export const eventChips = (
  { filters, need }: ActiveFilters,
  onNarrow: (filters: EventFilters, need: EventNeed | null) => void,
): readonly FilterChip[] => [
  ...(need === null ? [] : [{ key: 'need', label: t.needs[need], onRemove: () => onNarrow(filters, null) }]),
  ...eventFilters
    .filter((key) => filters[key] !== '')
    .map((key) => ({
      key,
      label: fill(t.chip, { field: t.filterLabels[key], value: valueText(key, filters[key]) }),
      onRemove: () => onNarrow({ ...filters, [key]: '' }, need),
    })),
];
