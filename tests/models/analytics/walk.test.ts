import { beforeEach, describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { analytics, november, october, today } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...analytics,
    holds: ({ snapshot: { context, value } }) => {
      expect(value === 'free').toBe(context.view === null);
    },
  },
  table,
  ignored,
);

describe('the query of Analytics', () => {
  const start = () => {
    const rig = createRig(analytics.machine, { today, period: november, by: 'month', of: 'team', view: null }, analytics.rig);
    rig.actor.start();
    return rig;
  };
  let live: ReturnType<typeof start>;
  beforeEach(() => {
    live = start();
  });
  const now = () => live.actor.getSnapshot();

  it('decisions 1.02: a saved view keeps its query as saved, and one choice makes it a changed view', () => {
    live.actor.send({ type: 'question.open', period: october, by: 'territory', of: 'all', view: '7' });
    expect(now().value).toBe('viewed');
    expect(now().context).toMatchObject({ by: 'territory', of: 'all', range: { start_date: '2026-10-01', end_date: '2026-10-31' } });
    live.actor.send({ type: 'by.choose', by: 'person' });
    expect([now().value, now().context.view]).toEqual(['changed', '7']);
    live.actor.send({ type: 'view.saved', id: '7' });
    expect(now().value).toBe('viewed');
    live.actor.send({ type: 'view.forget' });
    expect([now().value, now().context.by]).toEqual(['free', 'person']);
  });

  it('choosing the current value requests nothing', () => {
    live.actor.send({ type: 'by.choose', by: 'month' });
    live.actor.send({ type: 'of.choose', of: 'team' });
    expect(now().value).toBe('free');
  });
});
