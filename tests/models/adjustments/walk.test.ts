import { describe, expect, it } from 'vitest';
import { toDecisionError } from '../../../src/machines/adjustments/decisionError.ts';
import { adjustment } from '../adjustmentForm/cases.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { adjustments, approve, november, subject } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...adjustments,
    holds: ({ snapshot }) => expect(snapshot.context.subject !== null).toBe(snapshot.hasTag('editing')),
  },
  table,
  ignored,
);

describe('the adjustments table', () => {
  const start = (live = true) => {
    const rig = createRig(adjustments.machine, { live, list: { pageSize: 11, part: november } }, adjustments.rig);
    rig.actor.start();
    return rig;
  };
  const sentEvents = (rig: ReturnType<typeof start>) => rig.heard.map(({ event }) => event);
  const context = (rig: ReturnType<typeof start>) => rig.actor.getSnapshot().context;

  it('spec 2.36, 7.21: the server sorts, newest first, and the search filters the page', () => {
    expect(start().calls).toEqual([
      {
        id: 'list',
        input: {
          part: { start_date: '2026-11-01', end_date: '2026-11-21' },
          searches: 'page',
          sorts: 'all',
          defaultSort: { key: 'created_at', direction: 'desc' },
          pageSize: 11,
          fallback: 'Failed to load adjustments',
        },
      },
    ]);
  });

  it('decisions 2.10: a decision is passed to the list once, and its success is reported', () => {
    const rig = start();
    rig.actor.send({ type: 'decision.ask', decision: approve });
    rig.actor.send({ type: 'decision.ask', decision: approve });
    expect(sentEvents(rig)).toEqual([{ type: 'action.choose', action: approve }]);
    rig.actor.send({ type: 'action.settled', action: approve, outcome: 'succeeded', answer: null });
    expect(rig.effects.map(({ name }) => name)).toEqual(['reportDecided', 'reportChanged']);
    expect(rig.effects[0]?.params).toMatchObject({ action: approve });
  });

  it('decisions 2.10: an unconfirmed step changes nothing; a failed one may have changed something', () => {
    const rig = start();
    rig.actor.send({ type: 'decision.ask', decision: approve });
    rig.actor.send({ type: 'action.settled', action: approve, outcome: 'refused' });
    expect(rig.effects).toEqual([]);
    rig.actor.send({ type: 'decision.ask', decision: approve });
    rig.actor.send({ type: 'action.settled', action: approve, outcome: 'failed', error: { status: 500 } });
    expect(rig.effects.map(({ name }) => name)).toEqual(['reportChanged']);
  });

  it.each([
    [{ status: 409, data: { message: 'Somebody else decided it.' } }, 'Somebody else decided it.'],
    [{ status: 403, data: { message: 'You wrote it yourself.' } }, 'You wrote it yourself.'],
    [
      {
        status: 409,
        data: { code: 'stale_version', message: 'Load it again.', current: { ...adjustment, salesperson_name: 'Sam Sales' } },
      },
      'Somebody else was faster: the adjustment for Sam Sales on invoice 1042-A is now “Approved”. The table shows the current version.',
    ],
    [new TypeError('fetch failed'), 'The server could not be reached. What you see is kept; try again in a moment.'],
    [{ status: 500 }, 'The adjustment could not be changed.'],
  ])('a failed decision says why: %o', (error, sentence) => expect(toDecisionError(error)).toBe(sentence));

  it('spec 2.38: if the server stores none, saves and deletions stay on this page', () => {
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
    expect(sentEvents(rig).filter(({ type }) => type !== 'error.dismiss')).toEqual([]);
    expect(rig.actor.getSnapshot().can({ type: 'decision.ask', decision: approve })).toBe(false);
  });
});
