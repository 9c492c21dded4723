import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor, setup } from 'xstate';
import { eventCellsMachine } from '../../../src/machines/events/eventCells.machine.ts';
import type { UnsavedCell } from '../../../src/machines/events/unsavedCells.ts';
import { conflict, event } from '../eventEdit/cases.ts';
import { describeMachine } from '../support/walk.ts';
import { cell, eventCells } from './cases.ts';
import { resolveSave, row, start } from './driving.ts';
import { ignored, table } from './table.ts';

// A child's events must arrive after its step has finished: during the step, xstate warns about every queue that is started.
const warned = vi.spyOn(console, 'warn');
afterEach(() => expect(warned).not.toHaveBeenCalled());

describeMachine(
  {
    ...eventCells,
    holds: ({ snapshot }) => {
      const { cells, offered } = snapshot.context;
      // Every unsaved cell has a queue that saves it.
      for (const id of Object.keys(cells)) expect(snapshot.children[id]).toBeDefined();
      expect(offered.length > 0).toBe(snapshot.matches('offering'));
    },
  },
  table,
  ignored,
);

describe('the cells of the events table', () => {
  it('decisions 6.05: no cell waits for another: four names make four complete calls', async () => {
    const live = start();
    for (const [index, name] of ['Ana', 'Ben', 'Cid', 'Dan'].entries()) live.write(row(`${index}`), 'sales_lead', name);
    expect(live.sent()).toEqual(['0 sales_lead Ana', '1 sales_lead Ben', '2 sales_lead Cid', '3 sales_lead Dan']);
    await live.answer(3, resolveSave);
    await live.answer(0, resolveSave);
    expect(Object.keys(live.context().cells)).toEqual(['1 sales_lead', '2 sales_lead']);
  });

  it('decisions 6.05: the same cell waits its turn, but two fields of an event do not', async () => {
    const live = start();
    live.write(event, 'sales_lead', 'Ana');
    live.write(event, 'sales_lead', 'Ben');
    live.write(event, 'invoice_id', '7');
    expect(live.sent()).toEqual(['41 sales_lead Ana', '41 invoice_id 7']);
    await live.answer(0, resolveSave);
    expect(live.calls.map(({ input }) => input).at(-1)).toEqual({ id: '41', field: 'sales_lead', value: 'Ben', version: 4 });
  });

  it('spec 5.11: sends an emptied cell as null, but no unchanged cell and no cell outside the staff fields', () => {
    const live = start();
    live.write(event, 'sales_person', '');
    live.write(event, 'sling_shift_time', '9:00 AM');
    live.write(event, 'host', 'Ana');
    expect(live.sent()).toEqual(['41 sales_person null']);
  });

  it('a cell edited while its own save is answered starts from that answer', async () => {
    const live = start();
    live.write(event, 'sales_lead', 'Ana');
    live.open(event, 'sales_lead', 'B');
    await live.answer(0, resolveSave);
    live.field().send({ type: 'cell.commit', cell, value: 'Ben', next: null });
    expect(live.calls[1]?.input).toEqual({ id: '41', field: 'sales_lead', value: 'Ben', version: 4 });
  });

  it('spec 8.05: reports and keeps a failure, and the next cells continue', async () => {
    const live = start();
    live.write(event, 'sales_lead', 'Ana');
    live.write(row('42'), 'sales_lead', 'Ben');
    await live.answer(0, ({ reject }) => reject({ status: 500 }));
    await live.answer(1, resolveSave);
    expect(live.said).toEqual(['failed sales_lead: Failed to update event', 'saved sales_lead']);
    expect(live.context().cells['41 sales_lead']).toMatchObject({ phase: 'failed', values: ['Ana'] });
    live.actor.send({ type: 'cell.retry', cell });
    await live.answer(2, resolveSave);
    expect(live.context().cells).toEqual({});
  });

  it('retries or discards all failed values at once, but leaves those in progress alone', async () => {
    const live = start();
    for (const id of ['1', '2', '3']) live.write(row(id), 'sales_lead', `N${id}`);
    await live.answer(0, ({ reject }) => reject({ status: 500 }));
    await live.answer(1, ({ reject }) => reject({ status: 500 }));
    live.actor.send({ type: 'failed.retry' });
    expect(live.sent().slice(3)).toEqual(['1 sales_lead N1', '2 sales_lead N2']);
    await live.answer(3, ({ reject }) => reject({ status: 500 }));
    live.actor.send({ type: 'failed.discard' });
    expect(Object.keys(live.context().cells)).toEqual(['2 sales_lead', '3 sales_lead']);
  });

  describe('a conflict', () => {
    it('shows in its cell, requests nothing and lets the next cells continue', async () => {
      const live = start();
      live.write(event, 'sales_lead', 'Ana');
      live.open(row('42'), 'sales_lead', 'B');
      await live.answer(0, ({ reject }) => reject(conflict));
      expect([live.question(), live.said]).toEqual(['free', ['conflict sales_lead']]);
      live.field().send({ type: 'cell.commit', cell: { rowKey: '42', key: 'sales_lead' }, value: 'Ben', next: null });
      expect(live.sent()).toEqual(['41 sales_lead Ana', '42 sales_lead Ben']);
    });

    const conflicted = async () => {
      const live = start();
      live.write(event, 'sales_lead', 'Ana');
      await live.answer(0, ({ reject }) => reject(conflict));
      return live;
    };
    const conflictOf = async () => {
      const live = await conflicted();
      live.actor.send({ type: 'conflict.ask', cell });
      return live;
    };

    it('Enter on the cell keeps mine over their version, Escape takes theirs', async () => {
      const live = await conflicted();
      live.actor.send({ type: 'cell.retry', cell });
      expect(live.calls[1]?.input).toEqual({ id: '41', field: 'sales_lead', value: 'Ana', version: 9 });
      const other = await conflicted();
      other.actor.send({ type: 'cell.discard', cell });
      expect([other.context().cells, other.sent().length]).toEqual([{}, 1]);
    });

    it('saving mine uses their version, and a third person causes another conflict', async () => {
      const live = await conflictOf();
      live.asking().send({ type: 'conflict.mine' });
      expect(live.calls[1]?.input).toEqual({ id: '41', field: 'sales_lead', value: 'Ana', version: 9 });
      expect(live.question()).toBe('free');
      await live.answer(1, ({ reject }) => reject(conflict));
      expect(live.context().cells['41 sales_lead']?.phase).toBe('conflicted');
    });

    it('keeping theirs closes the cell', async () => {
      const live = await conflictOf();
      live.asking().send({ type: 'conflict.theirs' });
      expect([live.question(), live.context().cells, live.sent().length]).toEqual(['free', {}, 1]);
    });

    it('decisions 6.05: asks again after a reload if undecided, over the version it replaces', async () => {
      const { kept: unsavedCells } = await conflicted();
      const live = start(unsavedCells.at(-1));
      live.actor.send({ type: 'drafts.restore' });
      expect(live.calls.map(({ input }) => input)).toEqual([{ id: '41', field: 'sales_lead', value: 'Ana', version: 3 }]);
      await live.answer(0, ({ reject }) => reject(conflict));
      expect(live.context().cells['41 sales_lead']).toMatchObject({ phase: 'conflicted', values: ['Ana'] });
    });

    it('postponed, it stays in its cell until the user returns to it', async () => {
      const live = await conflictOf();
      live.asking().send({ type: 'conflict.later' });
      expect([live.question(), Object.keys(live.context().cells)]).toEqual(['free', ['41 sales_lead']]);
      live.actor.send({ type: 'conflict.ask', cell });
      expect(live.question()).toBe('asking');
    });
  });

  describe('Undo and Redo in cells (decisions 6.05)', () => {
    const undo = (live: ReturnType<typeof start>, step?: number) =>
      (live.actor.getSnapshot().children.editHistory as AnyActorRef).send({ type: 'edit.undo', ...(step ? { step } : {}) });
    const written = (...ids: string[]) => ids.map((id) => ({ row: row(id), key: 'reviewed', value: 'Yes' }));

    it('many cells at once are one step, which one Undo reverts in their queues', async () => {
      const live = start();
      live.actor.send({ type: 'cells.write', written: written('1', '2') });
      expect([live.sent(), live.said]).toEqual([['1 reviewed Yes', '2 reviewed Yes'], ['step 1: 2']]);
      await live.answer(0, resolveSave);
      undo(live);
      expect(live.sent().slice(2)).toEqual(['1 reviewed No']);
      await live.answer(1, resolveSave);
      expect(live.sent().slice(3)).toEqual(['2 reviewed No']);
      expect(live.said.at(-1)).toBe('saved reviewed');
      expect(live.said).toContain('back 2, left 0');
    });

    it('keeps and reports a newer value from another user', async () => {
      const live = start();
      live.actor.send({ type: 'cells.write', written: written('1', '2') });
      await live.answer(0, resolveSave);
      await live.answer(1, resolveSave);
      live.actor.send({ type: 'event.read', event: { ...row('1'), reviewed: 'Unknown', version: 9 } });
      undo(live);
      expect([live.sent().slice(2), live.said.at(-1)]).toEqual([['2 reviewed No'], 'back 1, left 1']);
    });

    it('also keeps a live change from another user', async () => {
      const live = start();
      live.actor.send({ type: 'cells.write', written: written('1', '2') });
      await live.answer(0, resolveSave);
      await live.answer(1, resolveSave);
      live.actor.send({ type: 'event.heard', event: { ...row('1'), reviewed: 'Unknown', version: 9 } });
      undo(live);
      expect([live.sent().slice(2), live.said.at(-1)]).toEqual([['2 reviewed No'], 'back 1, left 1']);
    });

    it('an edit without a change is not a step', () => {
      const live = start();
      live.actor.send({ type: 'cells.write', written: [{ row: event, key: 'reviewed', value: 'No' }] });
      undo(live);
      expect([live.sent(), live.said]).toEqual([[], []]);
    });
  });

  describe('input kept for the next visit', () => {
    const values = (drafts: readonly UnsavedCell[] | undefined) => drafts?.map((draft) => [draft.event.id, draft.field, ...draft.values]);

    it('decisions 6.05: has every character of the open field, and every unanswered value', async () => {
      const live = start();
      live.write(event, 'sales_lead', 'Ana');
      live.write(event, 'sales_lead', 'Ben');
      live.open(row('42'), 'sales_lead', 'C');
      expect(values(live.kept.at(-1))).toEqual([
        ['41', 'sales_lead', 'Ana', 'Ben'],
        ['42', 'sales_lead', 'C'],
      ]);
      await live.answer(0, resolveSave);
      expect(values(live.kept.at(-1))).toEqual([
        ['41', 'sales_lead', 'Ben'],
        ['42', 'sales_lead', 'C'],
      ]);
      await live.answer(1, resolveSave);
      live.field().send({ type: 'cell.cancel', cell: { rowKey: '42', key: 'sales_lead' } });
      expect(live.kept.at(-1)).toEqual([]);
    });

    it('is offered, kept while offered, and saved in order', async () => {
      const live = start([
        { event, field: 'sales_lead', values: ['Ana', 'Ben'] },
        { event, field: 'sales_lead', values: ['Cid'] },
        { event: row('42'), field: 'invoiced', values: ['Sent'] },
      ]);
      live.write(row('43'), 'sales_lead', 'Dan');
      expect(live.kept.at(-1)).toHaveLength(4);
      live.actor.send({ type: 'drafts.restore' });
      expect(live.sent().slice(1)).toEqual(['41 sales_lead Ana', '42 invoiced Sent']);
      for (const callIndex of [0, 1, 2, 3, 4]) await live.answer(callIndex, resolveSave);
      expect(live.sent().slice(3)).toEqual(['41 sales_lead Ben', '41 sales_lead Cid']);
      expect([live.context().cells, live.kept.at(-1)]).toEqual([{}, []]);
    });

    it('is no longer offered once discarded or overwritten', () => {
      const live = start([{ event, field: 'sales_lead', values: ['Old'] }]);
      live.write(event, 'sales_lead', 'New');
      expect(live.context().offered).toEqual([]);
      expect(live.sent()).toEqual(['41 sales_lead New']);
      const other = start([{ event, field: 'sales_lead', values: ['Old'] }]);
      other.actor.send({ type: 'drafts.discard' });
      expect([other.context().offered, other.kept.at(-1), other.sent()]).toEqual([[], [], []]);
    });
  });
});

describe('the cells and their screen', () => {
  it('decisions 6.05: the event loaded during a conflict is passed on', () => {
    const received: unknown[] = [];
    const screen = setup({ actors: { eventCells: eventCellsMachine } }).createMachine({
      invoke: { id: 'eventCells', src: 'eventCells', input: { drafts: [] } },
      on: { 'event.read': { actions: ({ event: sent }) => void received.push(sent) } },
    });
    const actor = createActor(screen).start();
    actor.getSnapshot().children.eventCells?.send({ type: 'event.read', event });
    expect(received).toEqual([{ type: 'event.read', event }]);
    actor.stop();
  });
});
