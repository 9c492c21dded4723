import { beforeEach, describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { close, rowAction } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...rowAction,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.has('askAction')).toBe(snapshot.matches('asking'));
      expect(rig.jobs.has('saveAction')).toBe(snapshot.matches('saving'));
      // A typed password is removed from memory after its call.
      if (!snapshot.matches('saving')) expect(snapshot.context.reply).toBe('');
      expect(snapshot.context.error !== null).toBe(snapshot.matches('failed'));
    },
  },
  table,
  ignored,
);

describe('row actions', () => {
  const start = () => {
    const created = createRig(rowAction.machine, undefined, rowAction.rig);
    created.actor.start();
    return created;
  };
  let rig: ReturnType<typeof start>;
  const saves = () => rig.calls.filter(({ id }) => id === 'saveAction').map(({ input }) => input);
  beforeEach(() => {
    rig = start();
  });

  it('spec 2.58: a declined confirmation saves nothing, and the next one is asked again', async () => {
    rig.actor.send({ type: 'action.choose', action: close });
    await rig.resolve('askAction', null);
    expect(saves()).toEqual([]);
    rig.actor.send({ type: 'action.choose', action: close });
    expect(rig.calls.filter(({ id }) => id === 'askAction')).toHaveLength(2);
  });

  it('decisions 2.10: sends the typed text with the action, once', async () => {
    rig.actor.send({ type: 'action.choose', action: close });
    await rig.resolve('askAction', 'because');
    rig.actor.send({ type: 'action.choose', action: { kind: 'reopen', id: '9' } });
    expect(saves()).toEqual([{ action: close, reply: 'because' }]);
    await rig.resolve('saveAction', 'made-up');
    expect(rig.effects).toMatchObject([{ name: 'reportSucceeded', params: { output: 'made-up' } }]);
  });

  it('text typed for one action is not sent with the next', async () => {
    rig.actor.send({ type: 'action.choose', action: close });
    await rig.resolve('askAction', 'because');
    await rig.resolve('saveAction', null);
    rig.actor.send({ type: 'action.choose', action: close });
    await rig.resolve('askAction', '');
    expect(saves().at(-1)).toEqual({ action: close, reply: '' });
  });

  it.each([
    [{ status: 409, data: { message: 'Somebody was first.' } }, 'Somebody was first.'],
    [{ status: 500 }, 'The change could not be saved.'],
    [new TypeError('fetch failed'), 'The server could not be reached. What you see is kept; try again in a moment.'],
  ])('a failure says why until it is dismissed: %o', async (error, sentence) => {
    rig.actor.send({ type: 'action.choose', action: close });
    await rig.resolve('askAction', '');
    await rig.reject('saveAction', error);
    expect(rig.actor.getSnapshot().context.error).toBe(sentence);
    expect(rig.effects).toEqual([{ name: 'reportFailed', params: { error } }]);
    rig.actor.send({ type: 'error.dismiss' });
    expect(rig.actor.getSnapshot().context.error).toBeNull();
  });
});
