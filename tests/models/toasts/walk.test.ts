import { beforeEach, describe, expect, it } from 'vitest';
import { expectChangeAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { toast, toasts } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...toasts,
    holds: ({ snapshot }) => {
      const { items } = snapshot.context;
      expect(snapshot.matches('empty')).toBe(items.length === 0);
      expect(new Set(items.map(({ text }: { text: string }) => text)).size).toBe(items.length);
    },
  },
  table,
  ignored,
);

describe('toasts', () => {
  const create = () => createRig(toasts.machine, undefined);
  let rig: ReturnType<typeof create>;
  const show = (id: string, text?: string) => rig.actor.send({ type: 'toast.show', toast: toast(id, text) });
  const getIds = () => rig.actor.getSnapshot().context.items.map(({ id }: { id: string }) => id);

  beforeEach(() => {
    rig = create();
    rig.actor.start();
  });

  it('a toast disappears after exactly 4,000 ms', () => {
    show('a');
    expectChangeAt(rig, 4000);
    expect(getIds()).toEqual([]);
  });

  it('a newer toast does not extend the time of the oldest', () => {
    show('a');
    rig.clock.increment(3000);
    show('b');
    rig.clock.increment(999);
    expect(getIds()).toEqual(['a', 'b']);
    rig.clock.increment(1);
    expect(getIds()).toEqual(['b']);
    expectChangeAt(rig, 4000);
    expect(getIds()).toEqual([]);
  });

  it('nothing disappears while they are held, not even when one more arrives', () => {
    show('a');
    rig.actor.send({ type: 'toasts.hold' });
    show('b');
    rig.clock.increment(60_000);
    expect(getIds()).toEqual(['a', 'b']);
    rig.actor.send({ type: 'toasts.release' });
    expectChangeAt(rig, 4000);
    expect(getIds()).toEqual(['b']);
  });

  it('the same message is not shown twice at once', () => {
    show('a', 'Saved');
    show('b', 'Saved');
    expect(getIds()).toEqual(['a']);
  });

  it('dismissing the oldest gives the next one its full time', () => {
    show('a');
    show('b');
    rig.clock.increment(3000);
    rig.actor.send({ type: 'toast.dismiss', id: 'a' });
    expectChangeAt(rig, 4000);
    expect(getIds()).toEqual([]);
  });

  it('a dismissed toast disappears at once, and the last one leaves the area empty', () => {
    show('a');
    show('b');
    rig.actor.send({ type: 'toast.dismiss', id: 'a' });
    expect(getIds()).toEqual(['b']);
    rig.actor.send({ type: 'toast.dismiss', id: 'b' });
    expect(rig.actor.getSnapshot().value).toBe('empty');
  });
});
