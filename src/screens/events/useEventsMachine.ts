import { useEffect, useMemo, useRef } from 'react';
import { type ActorRefFrom, assign, fromPromise } from 'xstate';
import type { Event, EventSummary } from '../../../contract/entities/event.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { hasField } from '../../../contract/rules/events/eventFields.ts';
import { recountNeeds } from '../../../contract/rules/events/eventNeeds.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { useApp, useFeature, useToast, useUser } from '../../app/context.ts';
import { bulkEditMachine } from '../../machines/events/bulkEdit.machine.ts';
import { cellSaveMachine } from '../../machines/events/cellSave.machine.ts';
import { eventCellsMachine } from '../../machines/events/eventCells.machine.ts';
import { eventEditMachine } from '../../machines/events/eventEdit.machine.ts';
import { eventsMachine } from '../../machines/events/events.machine.ts';
import { eventsCalendarMachine } from '../../machines/events/eventsCalendar.machine.ts';
import { eventsSyncMachine } from '../../machines/events/eventsSync.machine.ts';
import { collectDrafts, isUnsavedCell } from '../../machines/events/unsavedCells.ts';
import { infiniteListOf } from '../../machines/lists/infiniteList.machine.ts';
import { createDrafts } from '../../services/drafts.ts';
import { createEvents } from '../../services/events.ts';
import { createLanes } from '../../services/lanes.ts';
import { useColumnMachine } from '../../shared/lists/useColumnLayout.ts';
import { isSyncEnded, toProgress } from './syncProgress.ts';

// Separate property reads: destructuring would bundle the messages of every screen into the first chunk.
const t = messages.events;
const eventEdit = messages.eventEdit;
const eventCells = messages.eventCells;
const eventBulk = messages.eventBulk;
const eventHistory = messages.eventHistory;

/** Provides the Events machine and its children with the service, confirmations, toasts and screen reader announcements. */
export const useEventsMachine = (announce: (announcement: string) => void, today: Day) => {
  const { http } = useApp();
  const toast = useToast();
  const columns = useColumnMachine('events');
  const hasSyncProgress = useFeature('events-sync');
  const { id: userId } = useUser();
  const service = useMemo(() => createEvents(http), [http]);
  const drafts = useMemo(() => createDrafts(sessionStorage, 'events', isUnsavedCell), []);
  /** The running page, for lookups by its children's actors. */
  const actor = useRef<ActorRefFrom<typeof eventsMachine> | null>(null);
  const latest = useRef({ toast, announce, today, hasSyncProgress });
  useEffect(() => {
    latest.current = { toast, announce, today, hasSyncProgress };
  });
  const machine = useMemo(() => {
    const findListedEvent = (id: string): Event | undefined =>
      actor.current
        ?.getSnapshot()
        .children.list?.getSnapshot()
        .context.items.find((item) => item.id === id);
    const getCells = () => actor.current?.getSnapshot().children.cells;
    const runQueued = createLanes(limits.events.savesAtOnce);
    return eventsMachine.provide({
      actors: {
        list: infiniteListOf<Event, EventSummary>().provide({
          actors: {
            // Fields are listed one by one, so that the compiler checks the machine's names against the service's.
            loadPage: fromPromise(({ input: { question, cursor, limit, loadedCount, until }, signal }) =>
              service.page({ question, cursor, limit, loadedCount, until }, signal),
            ),
          },
          actions: {
            recount: assign(({ context }, { before, after }) => ({
              summary: recountNeeds(context.summary, before, after, latest.current.today),
            })),
          },
        }),
        calendar: eventsCalendarMachine.provide({
          actors: { loadAll: fromPromise(({ input, signal }) => service.all(input.question, signal)) },
        }),
        edit: eventEditMachine.provide({
          actors: { patchEvent: fromPromise(({ input }) => service.patch(input)) },
          actions: {
            reportSaved: (_, { subject }) => {
              if (subject) latest.current.toast(fill(eventEdit.saved, { field: t.columns[subject.field] }));
            },
          },
        }),
        cells: eventCellsMachine.provide({
          actors: {
            cellSave: cellSaveMachine.provide({
              actors: { patchEvent: fromPromise(({ input }) => runQueued(() => service.patch(input))) },
            }),
          },
          actions: {
            setDrafts: ({ context }) => drafts.keep(userId, collectDrafts(context)),
            // Screen readers only: the cell shows it visually.
            reportSaved: (_, { field }) => latest.current.announce(fill(eventEdit.saved, { field: t.columns[field] })),
            reportFailed: (_, { cell }) =>
              latest.current.toast(
                fill(eventCells.failedToast, { field: t.columns[cell.field], message: cell.error ?? t.updateFailed }),
                'danger',
              ),
            reportConflict: (_, { cell }) =>
              latest.current.toast(fill(eventCells.conflictToast, { field: t.columns[cell.field] }), 'warning'),
            reportStep: ({ self }, { step, count }) =>
              latest.current.toast(fill(eventHistory.made, { count }), 'info', {
                label: eventHistory.undo,
                run: () => self.getSnapshot().children.editHistory?.send({ type: 'edit.undo', step }),
              }),
            reportReverted: (_, { done, left: skippedCount }) => {
              if (skippedCount > 0)
                latest.current.toast(
                  skippedCount === 1 ? eventHistory.leftOne : fill(eventHistory.left, { count: skippedCount }),
                  'warning',
                );
              if (done > 0) latest.current.announce(done === 1 ? eventHistory.revertedOne : fill(eventHistory.reverted, { count: done }));
            },
          },
        }),
        sync: eventsSyncMachine.provide({
          actors: {
            startSync: fromPromise(async () => {
              const run = await service.sync();
              if (run?.message) latest.current.toast(run.message, 'info');
              return latest.current.hasSyncProgress ? toProgress(run) : null;
            }),
            readSync: fromPromise(async ({ input }) => {
              const run = await service.syncState(input.id);
              if (isSyncEnded(run)) latest.current.toast(run.message, run.status === 'failed' ? 'danger' : 'success');
              return toProgress(run);
            }),
          },
          actions: { logFailure: (_, { error }) => console.warn(error) },
        }),
        bulk: bulkEditMachine.provide({
          actions: {
            writeCells: (_, { ids, field, value }) => {
              const key = field ?? '';
              const rows = ids.flatMap((id) => findListedEvent(id) ?? []);
              const editableRows = rows.filter((row) => row.can_edit !== false && field !== null && hasField(row, field));
              const skippedCount = ids.length - editableRows.length;
              if (skippedCount > 0) latest.current.toast(fill(eventBulk.leftOut, { count: skippedCount }), 'info');
              getCells()?.send({ type: 'cells.write', written: editableRows.map((row) => ({ row, key, value })) });
            },
          },
        }),
        columns: columns.machine,
      },
    });
  }, [service, drafts, userId, columns.machine]);
  return { machine, service, running: actor, drafts, saveColumns: columns.save };
};
