import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import type { EditableField, Event, EventNeed } from '../../../contract/entities/event.ts';
import { can, reachOf } from '../../../contract/permissions.ts';
import { savedLayout, useLayoutOf } from '../../app/columns/useColumnLayout.ts';
import { useFeature, useToday, useUser } from '../../app/context.ts';
import { openingPeriod } from '../../app/period/openingPeriod.ts';
import { periodFrom } from '../../app/period/periodInUrl.ts';
import { useDeepLink } from '../../app/period/useDeepLink.ts';
import { useFollowDay } from '../../app/period/useFollowDay.ts';
import { useMachineRef } from '../../app/useMachineRef.ts';
import { useNarrow } from '../../ui/useNarrow.ts';
import { columnsFor } from './columns.tsx';
import { connectEvents } from './connectEvents.ts';
import { addressOf, type EventsView, filtersFrom, needFrom, sortFrom, viewFrom } from './eventsInUrl.ts';
import { useEventsMachine } from './useEventsMachine.ts';

/** Binds the Events page: its machine and children, the user's rights, the address. */
export const useEvents = () => {
  const user = useUser();
  const today = useToday();
  const search = useSearch();
  const hasTimeline = useFeature('event-timeline');
  const [said, say] = useState('');
  const { machine, service, running, saveColumns } = useEventsMachine(say, today);
  const ref = useMachineRef(machine, {
    today,
    layout: savedLayout(user, 'events'),
    period: openingPeriod(user, today, search),
    filters: filtersFrom(search),
    need: needFrom(search),
    sort: sortFrom(search),
    view: viewFrom(search),
  });
  useEffect(() => {
    running.current = ref;
  }, [ref, running]);
  const { period, filters, list, edit, sync, bulk, columns: layoutRef, calendar } = useSelector(ref, (snapshot) => snapshot.children);
  if (!period || !filters || !list || !edit || !sync || !bulk || !layoutRef || !calendar)
    throw new Error('events runs without its children');
  useFollowDay(today, period, calendar);

  const screen = useSelector(ref, (snapshot) => snapshot);
  const listed = useSelector(list, (snapshot) => snapshot);
  const syncing = useSelector(sync, (snapshot) => snapshot.hasTag('busy'));
  const chosen = useSelector(period, (snapshot) => snapshot.context.period);
  const mode = useSelector(calendar, (snapshot) => snapshot.context.mode);
  const view: EventsView = screen.matches('table') ? 'table' : mode;
  const reach = reachOf(user, 'event:edit');
  // A provider that doesn't say leaves it to its answer.
  const mayEdit = useMemo(() => (event: Event) => event.can_edit ?? reach !== 'none', [reach]);
  const narrow = useNarrow();
  const columns = useMemo(() => columnsFor(mayEdit, narrow), [mayEdit, narrow]);

  useDeepLink({
    own: addressOf({ ...screen.context, period: chosen, view }),
    search,
    follow: (link) => {
      const linked = periodFrom(link);
      if (linked) period.send({ type: 'period.set', period: linked });
      filters.send({ type: 'filters.set', filters: filtersFrom(link), need: needFrom(link) });
      const sort = sortFrom(link) ?? { key: 'date_time', direction: 'desc' as const };
      ref.send({ type: 'sort.to', ...sort });
      ref.send({ type: 'view.choose', view: viewFrom(link) });
    },
  });
  return {
    view: { ...connectEvents(screen, listed), shown: view, syncing, said },
    children: { filters, list, edit, bulk, calendar },
    period,
    columns,
    ...useLayoutOf(layoutRef, saveColumns),
    service,
    hasTimeline,
    mayEdit,
    mayEditAny: reach !== 'none',
    maySync: can(user, 'event:sync'),
    sync: () => sync.send({ type: 'sync.start' }),
    toggleNeed: (need: EventNeed) => filters.send({ type: 'need.toggle', need }),
    clearFilters: () => filters.send({ type: 'filters.clear' }),
    more: () => list.send({ type: 'list.more' }),
    retry: () => list.send({ type: 'list.retry' }),
    toggleSort: (key: string) => ref.send({ type: 'sort.toggle', key }),
    sortTo: (key: string, direction: 'asc' | 'desc') => ref.send({ type: 'sort.to', key, direction }),
    choose: (next: EventsView) => ref.send({ type: 'view.choose', view: next }),
    openPanel: (id: string) => ref.send({ type: 'panel.open', id }),
    closePanel: () => ref.send({ type: 'panel.close' }),
    edit: (event: Event, field: EditableField, from: 'cell' | 'dialog') => edit.send({ type: 'edit.open', event, field, from }),
    /** All that period, filters and need find, in the order of the table. */
    readAll: () => service.all(list.getSnapshot().context.question ?? {}),
  };
};
export type EventsPage = ReturnType<typeof useEvents>;
