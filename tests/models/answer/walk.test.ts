import { beforeEach, describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { answer } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...answer,
    holds: ({ snapshot, rig }) => {
      expect([...rig.jobs.keys()]).toEqual(snapshot.matches('loading') ? ['loadAnswer'] : []);
      // The running request is for the current question.
      if (snapshot.matches('loading')) expect(rig.jobs.get('loadAnswer')?.input).toEqual(snapshot.context.question);
      if (snapshot.matches('failed') || snapshot.matches('refused')) expect(snapshot.context.answer).toBeNull();
      if (snapshot.matches('shown')) expect(snapshot.context.error).toBeNull();
    },
  },
  table,
  ignored,
);

describe('an answer', () => {
  const start = () => {
    const rig = createRig(answer.machine, { question: { as_of: '' }, fallback: 'It could not be loaded.' });
    rig.actor.start();
    return rig;
  };
  let live: ReturnType<typeof start>;
  const context = () => live.actor.getSnapshot().context;
  beforeEach(() => {
    live = start();
  });

  it('decisions 8.02: requests another day, and the previous day’s answer is stale until then', async () => {
    await live.resolve('loadAnswer', 'of today');
    live.actor.send({ type: 'question.changed', question: { as_of: '2026-10-31' } });
    expect(live.calls.at(-1)).toEqual({ id: 'loadAnswer', input: { as_of: '2026-10-31' } });
    expect(context().answer).toBe('of today');
    expect(live.actor.getSnapshot().hasTag('stale')).toBe(true);
    await live.resolve('loadAnswer', 'of October');
    expect(context().answer).toBe('of October');
    live.actor.send({ type: 'question.ask', question: { as_of: '2026-10-31' } });
    expect(live.actor.getSnapshot().hasTag('stale')).toBe(false);
  });

  it('a page that repeats its query requests nothing; an explicit reload does', async () => {
    live.actor.send({ type: 'question.changed', question: { as_of: '' } });
    expect(live.calls).toHaveLength(1);
    await live.resolve('loadAnswer', 'of today');
    live.actor.send({ type: 'question.changed', question: { as_of: '' } });
    expect([live.calls.length, live.actor.getSnapshot().value]).toEqual([1, 'shown']);
    live.actor.send({ type: 'question.ask', question: { as_of: '' } });
    expect(live.calls).toHaveLength(2);
  });

  it('never shows a late answer to an old query', async () => {
    const lateJob = live.jobs.get('loadAnswer');
    live.actor.send({ type: 'question.changed', question: { as_of: '2026-10-31' } });
    lateJob?.resolve('late');
    await live.resolve('loadAnswer', 'of October');
    expect(context().answer).toBe('of October');
  });

  it("a failure removes the old answer and shows the server's message, or else its own", async () => {
    await live.resolve('loadAnswer', 'of today');
    live.actor.send({ type: 'question.changed', question: { as_of: '2026-10-31' } });
    await live.reject('loadAnswer', { status: 503, data: { message: 'Quotaboard is busy.' } });
    expect(context()).toMatchObject({ answer: null, error: 'Quotaboard is busy.' });
    live.actor.send({ type: 'answer.retry' });
    expect(live.calls.at(-1)?.input).toEqual({ as_of: '2026-10-31' });
    await live.reject('loadAnswer', new TypeError('fetch failed'));
    expect(context().error).toBe('It could not be loaded.');
  });

  it.each([400, 403, 404, 422])(
    'a refusal with %i is its own state: the message, no answer, and no retry of the same query',
    async (status) => {
      await live.resolve('loadAnswer', 'of today');
      live.actor.send({ type: 'question.changed', question: { as_of: '2199-01-01' } });
      await live.reject('loadAnswer', { status, data: { message: 'That day is to come.' } });
      expect(live.actor.getSnapshot().value).toBe('refused');
      expect(context()).toMatchObject({ answer: null, error: 'That day is to come.' });
      const callCount = live.calls.length;
      live.actor.send({ type: 'answer.retry' });
      expect(live.calls).toHaveLength(callCount);
      live.actor.send({ type: 'question.changed', question: { as_of: '2026-10-31' } });
      await live.resolve('loadAnswer', 'of October');
      expect(context()).toMatchObject({ answer: 'of October', error: null });
    },
  );
});
