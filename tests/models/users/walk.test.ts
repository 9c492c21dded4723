import { beforeEach, describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { inactiveUser, other, self, users } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...users,
    holds: ({ snapshot, rig }) => {
      const { subject, temporary } = snapshot.context;
      expect(temporary !== null).toBe(snapshot.matches('revealing'));
      if (!snapshot.matches('editing')) expect(subject).toBeNull();
      // decisions 4.03: no action ever applies to the current user.
      for (const { event } of rig.heard) expect(event).not.toHaveProperty('action.user.id', self.id);
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
  const sentEvents = () => rig.heard.map(({ event }) => event);
  beforeEach(() => {
    rig = start();
  });

  it('spec 7.13, 8.12: requests 25 people, whoever they are', () => {
    expect(rig.calls).toEqual([
      { id: 'list', input: { pageSize: 25, fallback: 'Failed to load users', filters: {}, search: '', page: 1 } },
    ]);
  });

  it.each(['delete', 'deactivate', 'activate'] as const)(
    'spec 2.58: %s is passed to the list, one at a time, and reported once done',
    (kind) => {
      const action = { kind, user: kind === 'activate' ? inactiveUser : other };
      rig.actor.send({ type: 'action.choose', action });
      rig.actor.send({ type: 'action.choose', action });
      expect(sentEvents()).toEqual([{ type: 'action.choose', action }]);
      rig.actor.send({ type: 'action.settled', action, outcome: 'refused' });
      expect(rig.effects).toEqual([]);
      rig.actor.send({ type: 'action.choose', action });
      rig.actor.send({ type: 'action.settled', action, outcome: 'succeeded', answer: null });
      expect(rig.effects).toMatchObject([{ name: 'reportDone', params: { action } }]);
    },
  );

  it('spec 2.58: a generated password is shown until its dialog is closed', () => {
    const action = { kind: 'reset', user: other } as const;
    rig.actor.send({ type: 'action.choose', action });
    rig.actor.send({ type: 'action.settled', action, outcome: 'succeeded', answer: 'abcd-efgh' });
    expect(context().temporary).toEqual({ user: other, kind: 'password', secret: 'abcd-efgh' });
    rig.actor.send({ type: 'temporary.close' });
    expect(context().temporary).toBeNull();
    rig.actor.send({ type: 'action.choose', action });
    rig.actor.send({ type: 'action.settled', action, outcome: 'succeeded', answer: null });
    expect(rig.effects.map(({ name }) => name)).toEqual(['reportDone']);
  });

  it.each(['delete', 'deactivate', 'reset'] as const)('decisions 4.03: users cannot %s themselves', (kind) => {
    rig.actor.send({ type: 'action.choose', action: { kind, user: self } });
    expect(rig.actor.getSnapshot().value).toBe('browsing');
    expect(sentEvents()).toEqual([]);
  });

  it('a new user without a password gets a generated one on screen; with a password, success is reported', () => {
    rig.actor.send({ type: 'form.open', user: null });
    rig.actor.send({ type: 'form.saved', user: other, password: 'made-up' });
    expect(context().temporary).toEqual({ user: other, kind: 'password', secret: 'made-up' });
    rig.actor.send({ type: 'temporary.close' });
    for (const subject of [null, other]) {
      rig.actor.send({ type: 'form.open', user: subject });
      rig.actor.send({ type: 'form.saved', user: other, password: null });
    }
    expect(rig.effects.map(({ params }) => params)).toEqual([
      { user: other, isNew: true },
      { user: other, isNew: false },
    ]);
    expect(sentEvents().filter(({ type }) => type === 'list.reload')).toHaveLength(3);
  });
});
