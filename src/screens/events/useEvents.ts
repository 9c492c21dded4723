import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { type EditableField, type Event, type EventNeed, eventTextFilters } from '../../../contract/entities/event.ts';
import { messages } from '../../../contract/messages.ts';
import { can, reachOf } from '../../../contract/permissions.ts';
import { useFeature, useLiveChanges, useToday, useUser } from '../../app/context.ts';
import type { eventCellsMachine } from '../../machines/events/eventCells.machine.ts';
import type { EventFilters } from '../../machines/events/eventFilters.machine.ts';
import { isByOthers } from '../../machines/events/news.ts';
import type { SavedLayout } from '../../machines/lists/columnLayout.machine.ts';
import type { gridEditingMachine } from '../../machines/lists/gridEditing.machine.ts';
import { savedLayout, useGridLayout } from '../../shared/lists/useColumnLayout.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { getOpeningPeriod } from '../../shared/period/getOpeningPeriod.ts';
import { parsePeriod } from '../../shared/period/periodInUrl.ts';
import { useBroadcastDay } from '../../shared/period/useBroadcastDay.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { useUnsavedGuard } from '../../shared/useUnsavedGuard.ts';
import { useNarrow } from '../../ui/support/useNarrow.ts';
import { createEventColumns } from './columns.tsx';
import { connectEvents } from './connectEvents.ts';
import { connectNews, toAnnouncement } from './connectNews.ts';
import { type EventsMode, parseEventSort, parseFilters, parseNeed, parsePanel, parseView, toEventsUrl } from './eventsInUrl.ts';
import { progressText } from './syncProgress.ts';
import { useEventsMachine } from './useEventsMachine.ts';
import { useFieldSuggestions } from './useFieldSuggestions.ts';
import { useUndo } from './useUndo.ts';

/** The field editor of the grid, a child of the cells machine. */
const useGridEditing = (cells: ActorRefFrom<typeof eventCellsMachine>) =>
  useSelector(cells, ({ children }) => children.gridEditing as ActorRefFrom<typeof gridEditingMachine>);
const hasUnsaved = ({ context: { cells, typing } }: SnapshotFrom<typeof eventCellsMachine>): boolean =>
  typing !== null || Object.keys(cells).length > 0;

/** Connects the Events page: its machine and children, the user's permissions, the URL. */
export const useEvents = () => {
  const user = useUser();
  const today = useToday();
  const search = useSearch();
  const hasTimeline = useFeature('event-timeline');
  const [announcement, announce] = useState('');
  const { machine, service, running, drafts, saveColumns } = useEventsMachine(announce, today);
  const [leftoverEdits] = useState(() => drafts.read(user.id));
  const ref = useMachineRef(machine, {
    today,
    layout: savedLayout(user, 'events'),
    period: getOpeningPeriod(user, today, search),
    filters: parseFilters(search),
    need: parseNeed(search),
    sort: parseEventSort(search),
    view: parseView(search),
    panel: parsePanel(search),
    drafts: leftoverEdits,
  });
  useEffect(() => {
    running.current = ref;
  }, [ref, running]);
  const {
    period,
    filters,
    list,
    edit,
    cells,
    sync,
    bulk,
    columns: layoutRef,
    calendar,
  } = useSelector(ref, (snapshot) => snapshot.children);
  if (!period || !filters || !list || !edit || !cells || !sync || !bulk || !layoutRef || !calendar)
    throw new Error('events runs without its children');
  useBroadcastDay(today, period, calendar);

  useLiveChanges(({ events }) => {
    if (events === null) return ref.send({ type: 'events.stale' });
    const { items } = list.getSnapshot().context;
    const newerEvents = events.filter(({ event: { id, version = 0 } }) => (items.find((row) => row.id === id)?.version ?? 0) < version);
    for (const change of newerEvents) ref.send({ type: 'event.heard', ...change });
    const visibleChanges = newerEvents.filter((change) => isByOthers(change) && items.some(({ id }) => id === change.event.id));
    if (visibleChanges.length > 0) announce(toAnnouncement(visibleChanges));
  });

  const field = useGridEditing(cells);
  useUnsavedGuard(useSelector(cells, hasUnsaved), messages.eventCells.leave);
  const screen = useSelector(ref, (snapshot) => snapshot);
  const listState = useSelector(list, (snapshot) => snapshot);
  const syncing = useSelector(sync, (snapshot) => snapshot.hasTag('busy'));
  const syncText = useSelector(sync, (snapshot) => progressText(snapshot.context.progress));
  const chosenPeriod = useSelector(period, (snapshot) => snapshot.context.period);
  const mode = useSelector(calendar, (snapshot) => snapshot.context.mode);
  const view: EventsMode = screen.matches('table') ? 'table' : mode;
  const editReach = reachOf(user, 'event:edit');
  // If the provider does not send `can_edit`, it decides when the edit is saved.
  const canEdit = useMemo(() => (event: Event) => event.can_edit ?? editReach !== 'none', [editReach]);
  const undo = useUndo(cells);
  const suggestions = useFieldSuggestions(listState.context.items, editReach !== 'none');
  const isNarrow = useNarrow();
  const columns = useMemo(() => createEventColumns(canEdit, isNarrow, today), [canEdit, isNarrow, today]);

  const address = toEventsUrl({ ...screen.context, period: chosenPeriod, view });
  useQueryInUrl({
    question: address,
    search,
    texts: eventTextFilters,
    follow: (link) => {
      const linkedPeriod = parsePeriod(link);
      if (linkedPeriod) period.send({ type: 'period.set', period: linkedPeriod });
      filters.send({ type: 'filters.set', filters: parseFilters(link), need: parseNeed(link) });
      const sort = parseEventSort(link) ?? { key: 'date_time', direction: 'desc' as const };
      ref.send({ type: 'sort.to', ...sort });
      ref.send({ type: 'view.choose', view: parseView(link) });
      const panel = parsePanel(link);
      ref.send(panel === null ? { type: 'panel.close' } : { type: 'panel.open', id: panel });
    },
  });
  return {
    view: { ...connectEvents(screen, listState), shown: view, syncing, syncText, said: announcement },
    children: { filters, list, edit, cells, field, bulk, calendar },
    news: connectNews(screen.context, today),
    period,
    columns,
    ...useGridLayout(layoutRef, saveColumns),
    service,
    hasTimeline,
    undo,
    suggested: suggestions,
    today,
    address,
    hasViews: useFeature('event-views'),
    hasSavedViews: useFeature('views'),
    applyColumns: (saved: SavedLayout) => layoutRef.send({ type: 'layout.apply', layout: saved }),
    mayEdit: canEdit,
    mayEditAny: editReach !== 'none',
    maySync: can(user, 'event:sync'),
    sync: () => sync.send({ type: 'sync.start' }),
    setFilters: (newFilters: EventFilters, need: EventNeed | null) => filters.send({ type: 'filters.set', filters: newFilters, need }),
    toggleNeed: (need: EventNeed) => filters.send({ type: 'need.toggle', need }),
    clearFilters: () => filters.send({ type: 'filters.clear' }),
    more: () => list.send({ type: 'list.more' }),
    retry: () => list.send({ type: 'list.retry' }),
    toggleSort: (key: string) => ref.send({ type: 'sort.toggle', key }),
    sortTo: (key: string, direction: 'asc' | 'desc') => ref.send({ type: 'sort.to', key, direction }),
    choose: (next: EventsMode) => ref.send({ type: 'view.choose', view: next }),
    openPanel: (id: string) => ref.send({ type: 'panel.open', id }),
    closePanel: () => ref.send({ type: 'panel.close' }),
    /** Edits in place and saves in the background (decisions 6.05). */
    writeField: (row: Event, key: EditableField, value: string) => cells.send({ type: 'cells.write', written: [{ row, key, value }] }),
    edit: (event: Event, editedField: EditableField) => edit.send({ type: 'edit.open', event, field: editedField }),
    /** All events that match period, filters and need, in the table's order. */
    readAll: () => service.all(list.getSnapshot().context.question ?? {}),
  };
};
export type EventsPage = ReturnType<typeof useEvents>;
