import { beforeEach, describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { gone, other, refused, self, users } from './cases.ts';
import { ignored, table } from './table.ts';

const runs = { asking: 'askAction', acting: 'saveAction' } as const;

describeMachine(
  {
    ...users,
    holds: ({ snapshot, rig }) => {
      const work = snapshot.value as keyof typeof runs;
      expect([...rig.jobs.keys()]).toEqual(runs[work] ? [runs[work]] : []);
      const { action, subject, temporary, password } = snapshot.context;
      expect(action !== null).toBe(work in runs);
      expect(temporary !== null).toBe(snapshot.matches('revealing'));
      if (!snapshot.matches('editing')) expect(subject).toBeNull();
      // A password is kept no longer than its call.
      if (!snapshot.matches('acting')) expect(password).toBe('');
      // decisions 4.03: nothing is ever done to oneself.
      for (const { id, input } of rig.calls) if (id === 'saveAction') expect(input).not.toHaveProperty('action.user.id', self.id);
    },
  },
  table,
  ignored,
);

describe('User Management', () => {
  const start = () => {
    const rig = createRig(users.machine, { selfId: '1', mayImport: true }, users.rig);
    rig.actor.start();
    return rig;
  };
  let rig: ReturnType<typeof start>;
  const context = () => rig.actor.getSnapshot().context;
  const told = () => rig.heard.map(({ event }) => event);
  const saves = () => rig.calls.filter(({ id }) => id === 'saveAction').map(({ input }) => input);
  beforeEach(() => {
    rig = start();
  });

  it('spec 7.13, 8.12: asks for 25 people, whoever they are', () => {
    expect(rig.calls).toEqual([
      { id: 'list', input: { pageSize: 25, fallback: 'Failed to load users', filters: { role: '' }, search: '', page: 1 } },
    ]);
  });

  it.each(['delete', 'deactivate', 'activate'] as const)(
    'spec 2.58: %s is confirmed, saved once, told, and the page read again',
    async (kind) => {
      const action = { kind, user: kind === 'activate' ? gone : other };
      rig.actor.send({ type: 'action.choose', action });
      expect(rig.calls.at(-1)).toEqual({ id: 'askAction', input: { action } });
      await rig.resolve('askAction', null);
      expect(saves()).toEqual([]);
      rig.actor.send({ type: 'action.choose', action });
      await rig.resolve('askAction', '');
      await rig.resolve('saveAction', null);
      expect(saves()).toEqual([{ action, password: '' }]);
      expect(rig.effects).toMatchObject([{ name: 'reportDone', params: { action } }]);
      expect(told()).toEqual([{ type: 'list.reload' }]);
    },
  );

  it('spec 2.58: a cancelled prompt resets nothing; an empty one has a password made up, which is shown until it is closed', async () => {
    const action = { kind: 'reset', user: other } as const;
    rig.actor.send({ type: 'action.choose', action });
    await rig.resolve('askAction', null);
    expect(saves()).toEqual([]);
    rig.actor.send({ type: 'action.choose', action });
    await rig.resolve('askAction', '');
    await rig.resolve('saveAction', 'abcd-efgh');
    expect(context().temporary).toEqual({ user: other, password: 'abcd-efgh' });
    rig.actor.send({ type: 'temporary.close' });
    expect(context().temporary).toBeNull();
    rig.actor.send({ type: 'action.choose', action });
    await rig.resolve('askAction', 'typed by the admin');
    expect(saves().at(-1)).toEqual({ action, password: 'typed by the admin' });
    await rig.resolve('saveAction', null);
    expect(rig.effects.map(({ name }) => name)).toEqual(['reportDone']);
  });

  it.each(['delete', 'deactivate', 'reset'] as const)('decisions 4.03: nobody does %s to themself', (kind) => {
    rig.actor.send({ type: 'action.choose', action: { kind, user: self } });
    expect(rig.actor.getSnapshot().value).toBe('browsing');
    expect(rig.jobs.size).toBe(0);
  });

  it.each([
    ['delete', refused, 'Ben Ortiz has history. Deactivate instead.'],
    ['delete', { status: 500, data: { error: 'Full disk' } }, 'Full disk'],
    ['delete', { status: 500 }, 'Failed to delete user'],
    ['deactivate', { status: 500 }, 'Failed to update user'],
    ['delete', new TypeError('fetch failed'), 'Failed to delete user'],
  ] as const)('spec 8.12: %s that fails shows why: %o', async (kind, error, sentence) => {
    rig.actor.send({ type: 'action.choose', action: { kind, user: other } });
    await rig.resolve('askAction', '');
    await rig.reject('saveAction', error);
    expect(context().error).toBe(sentence);
    rig.actor.send({ type: 'error.dismiss' });
    expect(context().error).toBeNull();
  });

  it('a new user without a password shows the one that was made up; with one it is told', () => {
    rig.actor.send({ type: 'form.open', user: null });
    rig.actor.send({ type: 'form.saved', user: other, password: 'made-up' });
    expect(context().temporary).toEqual({ user: other, password: 'made-up' });
    rig.actor.send({ type: 'temporary.close' });
    for (const subject of [null, other]) {
      rig.actor.send({ type: 'form.open', user: subject });
      rig.actor.send({ type: 'form.saved', user: other, password: null });
    }
    expect(rig.effects.map(({ params }) => params)).toEqual([
      { user: other, isNew: true },
      { user: other, isNew: false },
    ]);
    expect(told()).toHaveLength(3);
  });
});
