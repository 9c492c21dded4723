import { describe, expect, it } from 'vitest';
import { adjustment } from '../adjustmentForm/cases.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { adjustments, approve, november, october, subject } from './cases.ts';
import { ignored, table } from './table.ts';

type Told = { type: string; question?: Record<string, string> };

describeMachine(
  {
    ...adjustments,
    holds: ({ snapshot, rig }) => {
      const { range, sort, state, subject: open } = snapshot.context;
      // spec 7.21: the pages were last asked for exactly what is chosen now.
      const asked = rig.heard.filter(({ event }) => event.type === 'question.changed').at(-1);
      const first = rig.calls.find(({ id }) => id === 'adjustmentPages')?.input as { question: object };
      expect(asked?.event.question ?? first.question).toEqual({
        ...range,
        sort_field: sort.key,
        sort_direction: sort.direction,
        ...(state === '' ? {} : { state }),
      });
      expect(open !== null).toBe(snapshot.matches('editing'));
      expect(rig.jobs.has('decide')).toBe(snapshot.matches('deciding'));
    },
  },
  table,
  ignored,
);

describe('the adjustments table', () => {
  const start = (live = true) => {
    const rig = createRig(adjustments.machine, { range: november, pageSize: 11, live }, adjustments.rig);
    rig.actor.start();
    return rig;
  };
  const told = (rig: ReturnType<typeof start>) => rig.heard.map(({ event }) => event as Told);
  const context = (rig: ReturnType<typeof start>) => rig.actor.getSnapshot().context;

  it('spec 7.21: asks for the period, newest first', () => {
    expect(start().calls).toEqual([
      {
        id: 'adjustmentPages',
        input: {
          question: { start_date: '2026-11-01', end_date: '2026-11-21', sort_field: 'created_at', sort_direction: 'desc' },
          pageSize: 11,
          fallback: 'Failed to load adjustments',
        },
      },
    ]);
  });

  it('decisions 8.02: a link opens with its state and its sort', () => {
    const sort = { key: 'created_by', direction: 'asc' } as const;
    const rig = createRig(adjustments.machine, { range: november, pageSize: 11, live: true, state: 'pending', sort }, adjustments.rig);
    rig.actor.start();
    expect(rig.calls[0]?.input).toMatchObject({ question: { state: 'pending', sort_field: 'created_by', sort_direction: 'asc' } });
  });

  it('decisions 2.10: the words of a decision go with it', () => {
    const rig = start();
    rig.actor.send({ type: 'decision.confirmed', decision: { ...approve, kind: 'reject', reason: 'Paid twice' } });
    expect(rig.calls.at(-1)).toEqual({ id: 'decide', input: { ...approve, kind: 'reject', reason: 'Paid twice' } });
  });

  it('spec 2.36, 7.21: a header asks the server, up first and then down', () => {
    const rig = start();
    for (const key of ['adjustment_amount', 'adjustment_amount', 'created_by']) rig.actor.send({ type: 'sort.toggle', key });
    expect(told(rig).map(({ question }) => [question?.sort_field, question?.sort_direction])).toEqual([
      ['adjustment_amount', 'asc'],
      ['adjustment_amount', 'desc'],
      ['created_by', 'asc'],
    ]);
  });

  it('the same period twice asks once, and the search asks nothing (spec 2.36)', () => {
    const rig = start();
    rig.actor.send({ type: 'range.changed', range: { ...november } });
    rig.actor.send({ type: 'search.type', text: 'travel' });
    expect(told(rig)).toEqual([]);
    rig.actor.send({ type: 'range.changed', range: october });
    expect(told(rig)).toHaveLength(1);
  });

  it('decisions 2.13: Review Adjustments asks for what waits, and shows the table each time', () => {
    const rig = start();
    rig.actor.send({ type: 'review.open' });
    rig.actor.send({ type: 'review.open' });
    expect(told(rig)).toEqual([{ type: 'question.changed', question: expect.objectContaining({ state: 'pending' }) }]);
    expect(rig.effects.map(({ name }) => name)).toEqual(['reveal', 'reveal']);
  });

  it('decisions 2.10: a decision is asked for first, made once, and read again on the same page', async () => {
    const rig = start();
    rig.actor.send({ type: 'decision.ask', decision: approve });
    expect(rig.jobs.size).toBe(0);
    rig.actor.send({ type: 'decision.confirmed', decision: approve });
    rig.actor.send({ type: 'decision.confirmed', decision: approve });
    expect(rig.calls.filter(({ id }) => id === 'decide')).toEqual([{ id: 'decide', input: approve }]);
    await rig.resolve('decide');
    expect(told(rig)).toEqual([{ type: 'page.reload' }]);
    expect(rig.effects.map(({ name }) => name)).toEqual(['askUser', 'reportDecided', 'reportChanged']);
    expect(rig.effects[1]?.params).toMatchObject({ decision: approve });
  });

  it.each([
    [{ status: 409, data: { message: 'Somebody else decided it.' } }, 'Somebody else decided it.', ['page.reload']],
    [{ status: 403, data: { message: 'You wrote it yourself.' } }, 'You wrote it yourself.', ['page.reload']],
    [
      {
        status: 409,
        data: { code: 'stale_version', message: 'Load it again.', current: { ...adjustment, salesperson_name: 'Sam Sales' } },
      },
      'Somebody else was faster: the adjustment for Sam Sales on invoice 1042-A is now “Approved”. The table shows the current version.',
      ['page.reload'],
    ],
    [new TypeError('fetch failed'), 'The server could not be reached. What you see is kept; try again in a moment.', ['page.reload']],
    [{ status: 500 }, 'The adjustment could not be changed.', ['page.reload']],
  ])('a decision that fails says why: %o', async (error, sentence, reloads) => {
    const rig = start();
    rig.actor.send({ type: 'decision.confirmed', decision: approve });
    await rig.reject('decide', error);
    expect(context(rig).error).toBe(sentence);
    expect(told(rig).map(({ type }) => type)).toEqual(reloads);
    // Figures elsewhere may be others too.
    expect(rig.effects.map(({ name }) => name)).toContain('reportChanged');
    rig.actor.send({ type: 'error.dismiss' });
    expect(context(rig).error).toBeNull();
  });

  it('spec 2.38: where the server keeps none, what was saved and deleted is known on this page only', () => {
    const rig = start(false);
    const local = { ...adjustment, id: 'temp-1' };
    rig.actor.send({ type: 'form.open', subject });
    rig.actor.send({ type: 'form.saved', adjustment: local });
    rig.actor.send({ type: 'form.open', subject: { adjustment: local, prefill: null } });
    rig.actor.send({ type: 'form.saved', adjustment: { ...local, adjustment_amount: 5 } });
    expect(context(rig).drafts).toEqual([{ ...local, adjustment_amount: 5 }]);
    rig.actor.send({ type: 'form.open', subject: { adjustment: local, prefill: null } });
    rig.actor.send({ type: 'form.deleted', id: 'temp-1' });
    expect(context(rig)).toMatchObject({ drafts: [], removed: ['temp-1'] });
    expect(told(rig)).toEqual([]);
    expect(rig.actor.getSnapshot().can({ type: 'decision.ask', decision: approve })).toBe(false);
  });
});
