import { describe, expect, it } from 'vitest';
import { type AnyEventObject, createActor, setup } from 'xstate';
import { editHistoryMachine } from '../../../src/machines/events/editHistory.machine.ts';
import { event } from '../eventEdit/cases.ts';
import { describeMachine } from '../support/walk.ts';
import { change, editHistory } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...editHistory,
    holds: ({ snapshot }) => {
      const { past, future } = snapshot.context;
      expect(snapshot.can({ type: 'edit.undo' })).toBe(past.length > 0);
      expect(snapshot.can({ type: 'edit.redo' })).toBe(future.length > 0);
    },
  },
  table,
  ignored,
);

/** The history under a parent that records its events. */
const start = () => {
  const received: AnyEventObject[] = [];
  const parent = setup({ actors: { editHistory: editHistoryMachine } }).createMachine({
    invoke: { id: 'editHistory', src: 'editHistory' },
    on: { '*': { actions: ({ event: sent }) => void received.push(sent) } },
  });
  const actor = createActor(parent).start();
  const send = (event: AnyEventObject) => actor.getSnapshot().children.editHistory?.send(event as never);
  return { heard: received, send, last: () => received.at(-1) };
};
const changeTo = (after: string, id = '41') => ({ ...change, event: { ...event, id }, after });

describe('the edit history', () => {
  it('decisions 6.05: Undo restores the previous value, and Redo the new one', () => {
    const { send, last } = start();
    send({ type: 'step.made', changes: [changeTo('Ana')] });
    expect(last()).toEqual({ type: 'step.kept', step: 1, count: 1 });
    send({ type: 'edit.undo' });
    expect(last()).toEqual({ type: 'cells.revert', reverts: [{ event, field: 'sales_lead', from: 'Ana', to: null }] });
    send({ type: 'edit.redo' });
    expect(last()).toEqual({ type: 'cells.revert', reverts: [{ event, field: 'sales_lead', from: null, to: 'Ana' }] });
  });

  it('a paste is one step, and the toast of an older one undoes that one', () => {
    const { send, last } = start();
    send({ type: 'step.made', changes: [changeTo('Ana', '1'), changeTo('Ben', '2')] });
    send({ type: 'step.made', changes: [changeTo('Cid', '3')] });
    send({ type: 'edit.undo', step: 1 });
    expect(last()).toMatchObject({ reverts: [{ from: 'Ana' }, { from: 'Ben' }] });
    send({ type: 'edit.undo' });
    expect(last()).toMatchObject({ reverts: [{ from: 'Cid' }] });
  });

  it('an edit after an Undo clears Redo', () => {
    const { heard: received, send } = start();
    send({ type: 'step.made', changes: [changeTo('Ana')] });
    send({ type: 'edit.undo' });
    send({ type: 'step.made', changes: [changeTo('Ben')] });
    const receivedCount = received.length;
    send({ type: 'edit.redo' });
    expect(received).toHaveLength(receivedCount);
  });

  it('reverts over the newest version from the server', () => {
    const { send, last } = start();
    send({ type: 'step.made', changes: [changeTo('Ana')] });
    send({ type: 'event.known', event: { ...event, sales_lead: 'Ana', version: 9 } });
    send({ type: 'edit.undo' });
    expect(last()).toMatchObject({ reverts: [{ event: { version: 9 }, from: 'Ana', to: null }] });
  });

  it('keeps the last 100 steps', () => {
    const { heard: received, send } = start();
    for (let step = 0; step < 105; step += 1) send({ type: 'step.made', changes: [changeTo(`N${step}`)] });
    for (let step = 0; step < 105; step += 1) send({ type: 'edit.undo' });
    expect(received.filter(({ type }) => type === 'cells.revert')).toHaveLength(100);
  });
});
