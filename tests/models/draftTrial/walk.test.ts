import { beforeEach, describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { broken, draft, draftTrial, trial } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...draftTrial,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.has('tryDraft')).toBe(snapshot.matches('calculating'));
      const { commissionsConfig, people } = snapshot.context;
      const question = rig.calls.at(-1)?.input;
      if (snapshot.hasTag('current')) expect(question).toEqual({ commissionsConfig, people });
    },
  },
  table,
  ignored,
);

describe('decisions 2.35: trying a draft while typing', () => {
  const start = () => {
    const rig = createRig(draftTrial.machine, { commissionsConfig: '{}' });
    rig.actor.start();
    rig.actor.send({ type: 'people.choose', people: ['7'] });
    return rig;
  };
  let rig: ReturnType<typeof start>;
  const type = (commissionsConfig: string) => rig.actor.send({ type: 'draft.changed', commissionsConfig });
  beforeEach(() => {
    rig = start();
  });

  it('sends one request 250 ms after the last keystroke, and drops an answer about an older draft', async () => {
    await rig.resolve('tryDraft', trial);
    for (const text of [draft, broken, draft]) {
      type(text);
      rig.clock.increment(249);
      expect(rig.jobs.has('tryDraft')).toBe(false);
    }
    rig.clock.increment(1);
    expect(rig.calls.map(({ input }) => Reflect.get(input as object, 'commissionsConfig'))).toEqual(['{}', draft]);
    type('{ }');
    expect([rig.jobs.has('tryDraft'), rig.actor.getSnapshot().hasTag('current')]).toEqual([false, false]);
  });

  it('sends no request for a draft with errors: the previous amounts stay, marked as not current', async () => {
    await rig.resolve('tryDraft', trial);
    expect(rig.actor.getSnapshot().hasTag('current')).toBe(true);
    type(broken);
    rig.clock.increment(250);
    expect([rig.actor.getSnapshot().value, rig.actor.getSnapshot().context.trial]).toEqual(['held', trial]);
    expect(rig.actor.getSnapshot().hasTag('current')).toBe(false);
  });

  it('shows a failure until the next change sends a request', async () => {
    await rig.reject('tryDraft', { status: 500 });
    expect(rig.actor.getSnapshot().context.error).toBe('The amounts could not be calculated.');
    type(draft);
    rig.clock.increment(250);
    await rig.resolve('tryDraft', trial);
    expect(rig.actor.getSnapshot().context.error).toBeNull();
  });
});
