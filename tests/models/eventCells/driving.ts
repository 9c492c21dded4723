import { type AnyActorRef, createActor, fromPromise, SimulatedClock } from 'xstate';
import type { Event } from '../../../contract/entities/event.ts';
import { cellSaveMachine } from '../../../src/machines/events/cellSave.machine.ts';
import { eventCellsMachine } from '../../../src/machines/events/eventCells.machine.ts';
import { collectDrafts, type UnsavedCell } from '../../../src/machines/events/unsavedCells.ts';
import { event } from '../eventEdit/cases.ts';

type Change = Readonly<{ id: string; field: string; value: string | null; version: number | null }>;
type Call = Readonly<{ input: Change; resolve: (event: Event) => void; reject: (error: unknown) => void }>;

/** The cells with their real field and queues and a server whose responses the test controls. */
export const start = (drafts: readonly UnsavedCell[] = []) => {
  const calls: Call[] = [];
  const unsavedCells: (readonly UnsavedCell[])[] = [];
  const announcements: string[] = [];
  const clock = new SimulatedClock();
  const machine = eventCellsMachine.provide({
    actors: {
      cellSave: cellSaveMachine.provide({
        actors: { patchEvent: fromPromise(({ input }) => new Promise<Event>((resolve, reject) => calls.push({ input, resolve, reject }))) },
      }),
    },
    actions: {
      setDrafts: ({ context }) => void unsavedCells.push(collectDrafts(context)),
      reportSaved: (_, { field }) => void announcements.push(`saved ${field}`),
      reportFailed: (_, params) => void announcements.push(`failed ${params.cell.field}: ${params.cell.error}`),
      reportStep: (_, { step, count }) => void announcements.push(`step ${step}: ${count}`),
      reportReverted: (_, { done, left }) => void announcements.push(`back ${done}, left ${left}`),
      reportConflict: (_, params) => void announcements.push(`conflict ${params.cell.field}`),
    },
  });
  const actor = createActor(machine, { input: { drafts }, clock }).start();
  const field = (): AnyActorRef => actor.getSnapshot().children.gridEditing as AnyActorRef;
  const open = (row: Event, key: string, draft: string | null = null) => field().send({ type: 'cell.open', row, key, draft });
  const write = (row: Event, key: string, value: string) => {
    open(row, key, value.slice(0, 1));
    field().send({ type: 'cell.commit', cell: { rowKey: row.id, key }, value, next: null });
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const answer = async (callIndex: number, answerCall: (call: Call) => void) => {
    answerCall(calls[callIndex] as Call);
    await settled();
  };
  const sent = () => calls.map(({ input: { id, field, value } }) => `${id} ${field} ${value}`);
  const asking = (): AnyActorRef => actor.getSnapshot().children.cellQuestion as AnyActorRef;
  const question = () => asking().getSnapshot().value;
  return {
    actor,
    clock,
    calls,
    kept: unsavedCells,
    said: announcements,
    field,
    open,
    write,
    answer,
    sent,
    asking,
    question,
    context: () => actor.getSnapshot().context,
  };
};
export const resolveSave = ({ input, resolve }: Call) =>
  resolve({ ...event, id: input.id, [input.field]: input.value, version: (input.version ?? 0) + 1 });
export const row = (id: string): Event => ({ ...event, id });
