import { beforeEach, describe, expect, it } from 'vitest';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { dispute, disputes, words } from './cases.ts';

describeDesk(disputes);

describe('questions about an amount', () => {
  const start = () => {
    const rig = createRig(disputes.machine, undefined);
    rig.actor.start();
    return rig;
  };
  let live: ReturnType<typeof start>;
  const context = () => live.actor.getSnapshot().context;
  const saves = () => live.calls.filter(({ id }) => id === 'save').map(({ input }) => input);
  beforeEach(() => {
    live = start();
  });

  it('decisions 2.13: saves a question once, and reloads the list', async () => {
    await live.resolve('load', []);
    const step = { kind: 'open', text: words } as const;
    live.actor.send({ type: 'step.submit', step });
    live.actor.send({ type: 'step.submit', step });
    expect(saves()).toEqual([{ content: [], step }]);
    await live.resolve('save');
    expect(context().saved).toBe(1);
    expect(live.effects.map(({ name }) => name)).toEqual(['reportSaved']);
    await live.resolve('load', [dispute('open', ['reply', 'withdraw'])]);
    expect(context().content).toHaveLength(1);
  });

  it.each(['reply', 'take', 'resolve', 'withdraw'] as const)('%s is allowed only if the server names it', async (kind) => {
    await live.resolve('load', [dispute('open', [])]);
    const step = kind === 'reply' || kind === 'resolve' ? { kind, id: '41', text: words } : { kind, id: '41' };
    expect(live.actor.getSnapshot().can({ type: 'step.submit', step })).toBe(false);
    live = start();
    await live.resolve('load', [dispute('open', [kind])]);
    expect(live.actor.getSnapshot().can({ type: 'step.submit', step })).toBe(true);
    expect(live.actor.getSnapshot().can({ type: 'step.submit', step: { ...step, id: '42' } })).toBe(false);
  });

  it('a failed step keeps the input as unsaved', async () => {
    await live.resolve('load', []);
    live.actor.send({ type: 'step.submit', step: { kind: 'open', text: words } });
    await live.reject('save', { status: 409, data: { message: 'This amount is being questioned already.' } });
    expect(context()).toMatchObject({ saved: 0, error: 'This amount is being questioned already.' });
    await live.resolve('load', []);
    expect(context().error).toBe('This amount is being questioned already.');
    live.actor.send({ type: 'step.submit', step: { kind: 'open', text: words } });
    expect(context().error).toBeNull();
    await live.reject('save', new TypeError('fetch failed'));
    expect(context().error).toBe('That could not be saved. What you wrote is kept; try again.');
  });

  it('decisions 2.13: a question taken on by somebody else is reloaded at once, so that only legal steps are offered', async () => {
    await live.resolve('load', [dispute('open', ['take', 'reply'])]);
    live.actor.send({ type: 'step.submit', step: { kind: 'take', id: '41' } });
    await live.reject('save', { status: 409, data: { message: 'Somebody else took it on.' } });
    await live.resolve('load', [dispute('in_review', ['reply'])]);
    expect(context()).toMatchObject({ saved: 0, error: 'Somebody else took it on.', content: [{ actions: ['reply'] }] });
    expect(live.actor.getSnapshot().can({ type: 'step.submit', step: { kind: 'take', id: '41' } })).toBe(false);
  });

  it('clears only the text of the last save', async () => {
    await live.resolve('load', [dispute('open', ['take', 'reply'])]);
    live.actor.send({ type: 'step.submit', step: { kind: 'take', id: '41' } });
    await live.resolve('save');
    expect(context()).toMatchObject({ saved: 1, last: { kind: 'take', id: '41' }, step: null });
  });

  it('a failed list can be requested again', async () => {
    await live.reject('load', new TypeError('fetch failed'));
    expect(context().error).toBe('The questions could not be loaded.');
    live.actor.send({ type: 'desk.reload' });
    await live.resolve('load', []);
    expect(context().error).toBeNull();
  });
});
