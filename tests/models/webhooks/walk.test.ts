import { beforeEach, describe, expect, it } from 'vitest';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { body, issued, notDelivered, refused, webhook, webhooksCases } from './cases.ts';

describeDesk({
  ...webhooksCases,
  holds: ({ rig, snapshot }) => {
    const calls = rig.calls.map(({ id, input }) => ({ id, kind: (input as { step?: { kind: string } } | undefined)?.step?.kind }));
    for (const [index, { id, kind }] of calls.entries())
      if (id === 'save' && (kind === 'remove' || kind === 'rotate')) expect(calls[index - 1]?.id).toBe('confirm');
    // A new secret covers the page until the list is loaded again.
    if (snapshot.context.content?.issued) expect(['shown', 'loading', 'failed']).toContain(snapshot.value);
  },
});

describe('webhooks (decisions 4.14)', () => {
  const start = () => {
    const rig = createRig(webhooksCases.machine, undefined);
    rig.actor.start();
    return rig;
  };
  let rig: ReturnType<typeof start>;
  const context = () => rig.actor.getSnapshot().context;
  const steps = () => rig.calls.filter(({ id }) => id === 'save').map(({ input }) => (input as { step: unknown }).step);
  beforeEach(async () => {
    rig = start();
    await rig.resolve('load', { webhooks: [webhook], issued: null });
  });

  it('shows a new secret until the list is loaded again, and accepts no other step meanwhile', async () => {
    rig.actor.send({ type: 'form.open', form: { edited: null } });
    rig.actor.send({ type: 'step.submit', step: { kind: 'save', edited: null, body } });
    await rig.resolve('save', issued);
    expect(context()).toMatchObject({ content: { webhooks: [webhook, issued.webhook], issued }, form: null });
    expect(rig.actor.getSnapshot().can({ type: 'form.open', form: { edited: null } })).toBe(false);
    expect(rig.actor.getSnapshot().can({ type: 'step.submit', step: { kind: 'test', webhook } })).toBe(false);
    rig.actor.send({ type: 'desk.reload' });
    await rig.resolve('load', { webhooks: [webhook, issued.webhook], issued: null });
    expect(JSON.stringify(context())).not.toContain('whsec_secret');
  });

  it('replaces a secret and deletes only after confirmation', async () => {
    for (const kind of ['rotate', 'remove'] as const) {
      rig.actor.send({ type: 'step.submit', step: { kind, webhook } });
      await rig.resolve('confirm', false);
    }
    expect(steps()).toEqual([]);
    rig.actor.send({ type: 'step.submit', step: { kind: 'rotate', webhook } });
    await rig.resolve('confirm', true);
    await rig.resolve('save', { ...issued, webhook });
    expect(context().content).toEqual({ webhooks: [webhook], issued: { ...issued, webhook } });
  });

  it('shows why a test was not accepted, above the reloaded list', async () => {
    rig.actor.send({ type: 'step.submit', step: { kind: 'test', webhook } });
    await rig.reject('save', notDelivered);
    const off = { ...webhook, problem: 'gone', off_at: '2026-11-22T12:00:00Z' };
    await rig.resolve('load', { webhooks: [off], issued: null });
    expect(context()).toMatchObject({ content: { webhooks: [off] }, error: notDelivered.data.message });
  });

  it('keeps the form open and shows the refused fields', async () => {
    rig.actor.send({ type: 'form.open', form: { edited: webhook } });
    rig.actor.send({ type: 'step.submit', step: { kind: 'save', edited: webhook, body } });
    await rig.reject('save', refused);
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'asking', context: { fields: { types: 'Choose at least one event' } } });
  });
});
