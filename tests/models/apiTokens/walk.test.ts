import { beforeEach, describe, expect, it } from 'vitest';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { apiTokensCases, body, issued, token, wrongPassword } from './cases.ts';

const withoutStep = 'every step from a shown list is a revocation, which is confirmed first';

describeDesk({
  ...apiTokensCases,
  unreachable: { ...apiTokensCases.unreachable, 'apiTokens.shown --step.submit[1]--> apiTokens.saving': withoutStep },
  holds: ({ rig, snapshot }) => {
    const calls = rig.calls.map(({ id, input }) => ({ id, kind: (input as { step?: { kind: string } } | undefined)?.step?.kind }));
    // Only a confirmed token is revoked.
    for (const [index, { id, kind }] of calls.entries())
      if (id === 'save' && kind === 'revoke') expect(calls[index - 1]?.id).toBe('confirm');
    // A new token covers the page until the list is loaded again.
    if (snapshot.context.content?.issued) expect(['shown', 'loading', 'failed']).toContain(snapshot.value);
  },
});

describe('API tokens (decisions 4.11)', () => {
  const start = () => {
    const rig = createRig(apiTokensCases.machine, undefined);
    rig.actor.start();
    return rig;
  };
  let rig: ReturnType<typeof start>;
  const context = () => rig.actor.getSnapshot().context;
  beforeEach(async () => {
    rig = start();
    await rig.resolve('load', { tokens: [token], issued: null });
  });
  const create = async (): Promise<void> => {
    rig.actor.send({ type: 'form.open', form: { kind: 'new' } });
    rig.actor.send({ type: 'step.submit', step: { kind: 'create', body } });
  };

  it('shows a new token until the list is loaded again, and accepts no other step meanwhile', async () => {
    await create();
    await rig.resolve('save', issued);
    expect(context()).toMatchObject({ content: { tokens: [issued.token, token], issued }, form: null });
    expect(rig.actor.getSnapshot().can({ type: 'form.open', form: { kind: 'new' } })).toBe(false);
    expect(rig.actor.getSnapshot().can({ type: 'step.submit', step: { kind: 'revoke', token } })).toBe(false);
    rig.actor.send({ type: 'desk.reload' });
    await rig.resolve('load', { tokens: [issued.token, token], issued: null });
    expect(context().content?.issued).toBeNull();
    expect(JSON.stringify(context())).not.toContain('qb_secret');
  });

  it('keeps the form open after a wrong password', async () => {
    await create();
    await rig.reject('save', wrongPassword);
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'asking', context: { fields: { current_password: 'Wrong password' } } });
  });

  it('revokes nothing while the form is open, and creates nothing without it', () => {
    expect(rig.actor.getSnapshot().can({ type: 'step.submit', step: { kind: 'create', body } })).toBe(false);
    rig.actor.send({ type: 'form.open', form: { kind: 'new' } });
    expect(rig.actor.getSnapshot().can({ type: 'step.submit', step: { kind: 'revoke', token } })).toBe(false);
  });
});
