import { describe, expect, it } from 'vitest';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { view, views } from './cases.ts';

describeDesk(views);

describe('saved views', () => {
  it('decisions 1.02: the input survives a failed save, and a retry saves it', async () => {
    const live = createRig(views.machine, undefined);
    live.actor.start();
    await live.resolve('load', []);
    const form = { view: null, question: { by: 'person' } };
    live.actor.send({ type: 'form.open', form });
    live.actor.send({ type: 'step.submit', step: { kind: 'save', ...form, name: 'By person', shared: true } });
    await live.reject('save', { status: 422, data: { message: 'Taken.' } });
    expect(live.actor.getSnapshot().context).toMatchObject({ error: 'Taken.', form, content: [] });
    live.actor.send({ type: 'step.submit', step: { kind: 'save', ...form, name: 'Persons', shared: false } });
    expect(live.calls.at(-1)?.input).toMatchObject({ step: { name: 'Persons', shared: false, question: { by: 'person' } } });
    await live.resolve('save', view);
    expect(live.actor.getSnapshot().context).toMatchObject({ error: null, form: null, content: [view] });
  });

  it('decisions 1.02: after a conflict, the next try builds on the other save', async () => {
    const live = createRig(views.machine, undefined);
    live.actor.start();
    await live.resolve('load', [view]);
    const update = (from: typeof view) =>
      live.actor.send({
        type: 'step.submit',
        step: { kind: 'save', view: from, name: from.name, shared: from.shared, question: { by: 'person' } },
      });
    update(view);
    const current = { ...view, name: 'Of theirs', version: view.version + 1 };
    await live.reject('save', { status: 409, data: { message: 'It was changed.', code: 'stale_version', current } });
    await live.resolve('load', [current]);
    expect(live.actor.getSnapshot().context).toMatchObject({ error: 'It was changed.', content: [current] });
    update(live.actor.getSnapshot().context.content?.[0] as typeof view);
    expect(live.calls.at(-1)?.input).toMatchObject({ step: { view: { version: view.version + 1 } } });
  });

  it('decisions 1.02: after a conflict in the form, the next try builds on the other save', async () => {
    const live = createRig(views.machine, undefined);
    live.actor.start();
    await live.resolve('load', [view]);
    live.actor.send({ type: 'form.open', form: { view, question: view.question } });
    live.actor.send({ type: 'step.submit', step: { kind: 'save', view, name: 'Mine', shared: true, question: view.question } });
    await live.reject('save', { status: 409, data: { message: 'It was changed.' } });
    const current = { ...view, version: view.version + 1 };
    await live.resolve('load', [current]);
    expect(live.actor.getSnapshot()).toMatchObject({ value: 'asking', context: { error: 'It was changed.', form: { view: current } } });
  });
});
