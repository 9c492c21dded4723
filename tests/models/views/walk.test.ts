import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { view, views } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...views,
    holds: ({ snapshot, rig }) => {
      const [state = ''] = typeof snapshot.value === 'string' ? [snapshot.value] : Object.keys(snapshot.value);
      const job = { loading: 'loadViews', saving: 'saveView', removing: 'removeView' }[state];
      expect([...rig.jobs.keys()]).toEqual(job === undefined ? [] : [job]);
      if (snapshot.matches('naming') || snapshot.matches('saving')) expect(snapshot.context.draft).not.toBeNull();
    },
  },
  table,
  ignored,
);

describe('saved views', () => {
  it('decisions 1.02: what was typed outlives a save that failed, and a second try saves it', async () => {
    const live = createRig(views.machine, undefined);
    live.actor.start();
    await live.resolve('loadViews', []);
    live.actor.send({ type: 'view.new', question: { by: 'person' } });
    live.actor.send({ type: 'form.submit', name: 'By person', shared: true });
    await live.reject('saveView', { status: 422, data: { message: 'Taken.' } });
    expect(live.actor.getSnapshot().context).toMatchObject({ error: 'Taken.', draft: { name: 'By person', shared: true }, views: [] });
    live.actor.send({ type: 'form.submit', name: 'Persons', shared: false });
    expect(live.calls.at(-1)?.input).toMatchObject({ name: 'Persons', shared: false, question: { by: 'person' } });
    await live.resolve('saveView', view);
    expect(live.actor.getSnapshot().context).toMatchObject({ error: null, draft: null, views: [view] });
  });

  it('decisions 1.02: after a conflict the next try is over what the other one saved', async () => {
    const live = createRig(views.machine, undefined);
    live.actor.start();
    await live.resolve('loadViews', [view]);
    live.actor.send({ type: 'view.update', view, question: { by: 'person' } });
    const current = { ...view, name: 'Of theirs', version: view.version + 1 };
    await live.reject('saveView', { status: 409, data: { message: 'It was changed.', code: 'stale_version', current } });
    expect(live.actor.getSnapshot().context).toMatchObject({ error: 'It was changed.', views: [current] });
    live.actor.send({ type: 'view.update', view: live.actor.getSnapshot().context.views[0] as typeof view, question: { by: 'person' } });
    expect(live.calls.at(-1)?.input).toMatchObject({ view: { version: view.version + 1 } });
  });
});
