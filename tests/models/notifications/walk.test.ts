import { expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { notifications, refused } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...notifications,
    holds: ({ snapshot, rig }) => {
      const { marks } = snapshot.context;
      expect(marks.length > 0).toBe(snapshot.matches('marking'));
      expect(new Set(marks.map((mark: { id: string }) => mark.id)).size).toBe(marks.length);
      expect(rig.jobs.has('mark')).toBe(snapshot.matches('marking'));
    },
  },
  table,
  ignored,
);

const start = () => {
  const rig = createRig(notifications.machine, { opening: {} }, notifications.rig);
  rig.actor.start();
  return rig;
};
const marked = (rig: ReturnType<typeof start>) => rig.calls.filter(({ id }) => id === 'mark').map(({ input }) => input);

it('spec 4.04: marks two items chosen at once one after the other, and loads the page once', async () => {
  const rig = start();
  for (const id of ['a', 'b', 'a']) rig.actor.send({ type: 'notice.read', id });
  expect(marked(rig)).toEqual([{ id: 'a' }]);
  await rig.resolve('mark', 1);
  expect(marked(rig)).toEqual([{ id: 'a' }, { id: 'b' }]);
  expect(rig.heard).toEqual([]);
  await rig.resolve('mark', 1);
  expect(rig.heard.map(({ event }) => event)).toEqual([{ type: 'list.reload' }]);
  expect(rig.effects).toEqual([{ name: 'report', params: { id: 'b', count: 1 } }]);
});

it('decisions 5.01: Mark all as read reports the number of unread items, including one chosen while it runs', async () => {
  const rig = start();
  rig.actor.send({ type: 'all.read' });
  rig.actor.send({ type: 'notice.read', id: 'a' });
  await rig.resolve('mark', 3);
  expect(marked(rig)).toEqual([{ id: 'all' }]);
  expect(rig.effects).toEqual([{ name: 'report', params: { id: 'all', count: 3 } }]);
});

it('a failed mark is reported, and does not stop the next one', async () => {
  const rig = start();
  rig.actor.send({ type: 'notice.read', id: 'a' });
  rig.actor.send({ type: 'notice.read', id: 'b' });
  await rig.reject('mark', refused);
  expect(rig.actor.getSnapshot().context.error).toBe('This notification does not exist.');
  expect(marked(rig)).toEqual([{ id: 'a' }, { id: 'b' }]);
});
