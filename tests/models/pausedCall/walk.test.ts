import { describe, expect, it } from 'vitest';
import { createActor, createMachine, fromPromise, waitFor } from 'xstate';
import { pausedCallMachine } from '../../../src/machines/support/pausedCall.machine.ts';
import { expectChangeAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { call } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...call,
    holds: ({ snapshot, rig }) => {
      expect(rig.calls).toEqual([{ id: 'call', input: { id: '9' } }]);
      if (snapshot.matches('done')) expect(snapshot.output).toBe('kept');
    },
  },
  table,
  ignored,
);

describe('a call that takes at least half a second', () => {
  const start = () => {
    const rig = createRig(pausedCallMachine, { id: '9' });
    rig.actor.subscribe({ error: () => {} });
    rig.actor.start();
    return rig;
  };

  it('spec 2.38, 9.07: an immediate answer is passed on at 500 ms, not at 499', async () => {
    const rig = start();
    await rig.resolve('call', 'kept');
    expectChangeAt(rig, 500);
    expect(rig.actor.getSnapshot()).toMatchObject({ status: 'done', output: 'kept' });
  });

  it('decisions 2.10: half a second without an answer aborts nothing', async () => {
    const rig = start();
    rig.clock.increment(5000);
    expect(rig.actor.getSnapshot().status).toBe('active');
    await rig.resolve('call', 'kept');
    expect(rig.actor.getSnapshot()).toMatchObject({ status: 'done', output: 'kept' });
  });

  it('a failure passes through at once, and the parent gets the same error', async () => {
    const rig = start();
    await rig.reject('call', { status: 422 });
    expect(rig.actor.getSnapshot()).toMatchObject({ status: 'error', error: { status: 422 } });

    const failing = pausedCallMachine.provide({ actors: { call: fromPromise(() => Promise.reject(new Error('refused'))) } });
    const received: unknown[] = [];
    const parent = createMachine({
      initial: 'saving',
      states: {
        saving: {
          invoke: {
            src: failing,
            input: {},
            onDone: 'saved',
            onError: { target: 'failed', actions: ({ event }) => void received.push(event.error) },
          },
        },
        saved: {},
        failed: {},
      },
    });
    const actor = createActor(parent).start();
    await waitFor(actor, (snapshot) => snapshot.matches('failed'));
    expect(received).toEqual([new Error('refused')]);
  });
});
