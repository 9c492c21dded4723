import { describe, expect, it, vi } from 'vitest';
import { type AnyStateMachine, createActor, fromPromise, type InspectionEvent } from 'xstate';
import type { UsersSummary } from '../../../contract/entities/people.ts';
import type { User } from '../../../contract/entities/user.ts';
import { createWindowFor } from '../../../src/app/inspect.ts';
import { toSafeCopy } from '../../../src/app/withoutSecrets.ts';
import { listOf } from '../../../src/machines/lists/list.machine.ts';
import { rowActionOf } from '../../../src/machines/lists/rowAction.machine.ts';
import { type UserAction, usersMachine } from '../../../src/machines/people/users.machine.ts';
import { changePasswordMachine } from '../../../src/machines/session/changePassword.machine.ts';
import { sessionMachine } from '../../../src/machines/session/session.machine.ts';
import { tokenRefreshMachine } from '../../../src/machines/session/tokenRefresh.machine.ts';
import { other } from '../../models/users/cases.ts';

const SECRET = 'kept-to-oneself';

/** Everything the inspector would receive while the machine runs, serialized. */
const sentBy = async (machine: AnyStateMachine, input: unknown, events: readonly { type: string }[]): Promise<string[]> => {
  const sentMessages: object[] = [];
  const inspect = (event: InspectionEvent): void => {
    const { type, snapshot = null, event: received = null } = event as { type: string; snapshot?: object; event?: object };
    sentMessages.push({ type, snapshot, event: received });
  };
  const actor = createActor(machine, { input, inspect });
  actor.start();
  for (const event of events) {
    actor.send(event);
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect(JSON.stringify(sentMessages)).toContain(SECRET);
  return sentMessages.map((event) => JSON.stringify(toSafeCopy(event)));
};

const answers = (value: unknown) => fromPromise(async () => value);
const secretUser = { user: other, password: SECRET };

describe('messages to the inspector', () => {
  it.each([
    [
      'a sign-in',
      sessionMachine.provide({ actors: { login: answers({ user: other, access_token: SECRET, refresh_token: SECRET }) as never } }),
      { hasToken: false },
      [{ type: 'login.submit', email: 'sam@demo.test', password: SECRET, remember: true }],
    ],
    [
      'a password change',
      changePasswordMachine.provide({ actors: { changePassword: answers(undefined) as never } }),
      undefined,
      [{ type: 'password.submit', current: SECRET, next: SECRET, confirm: SECRET }],
    ],
    [
      'a renewed token',
      tokenRefreshMachine.provide({ actors: { exchange: answers({ token: SECRET }) as never } }),
      undefined,
      [{ type: 'refresh.request', rejected: SECRET }],
    ],
    [
      'a reset that generates a password',
      usersMachine.provide({
        actors: {
          list: listOf<User, UsersSummary | null, UserAction>().provide({
            actors: {
              rowAction: rowActionOf<UserAction>().provide({
                actors: { askAction: answers(SECRET) as never, saveAction: answers(SECRET) as never },
              }),
            },
          }),
        },
      }),
      { selfId: '1', mayImport: true },
      [{ type: 'action.choose', action: { kind: 'reset', user: other } }],
    ],
    [
      'a new user with a temporary password',
      usersMachine,
      { selfId: '1', mayImport: true },
      [
        { type: 'form.open', user: null },
        { type: 'form.saved', ...secretUser },
      ],
    ],
  ])('decisions 4.05: for %s contain no password and no token', async (_case, machine, input, events) => {
    const sent = await sentBy(machine as AnyStateMachine, input, events);
    expect(sent.length).toBeGreaterThan(1);
    for (const item of sent) expect(item).not.toContain(SECRET);
  });

  it('decisions 4.05: are otherwise unchanged', () => {
    const event = { type: 'login.submit', email: 'sam@demo.test', password: 'x', remember: true };
    expect(toSafeCopy({ event, context: { hasToken: true, user: { must_change_password: true }, list: [{ access_token: 'y' }] } })).toEqual(
      {
        event: { ...event, password: '(removed)' },
        context: { hasToken: true, user: { must_change_password: true }, list: [{ access_token: '(removed)' }] },
      },
    );
  });

  it('decisions 4.05: have no contents that are not JSON', () => {
    const circular: Record<string, unknown> = { password: 'x' };
    circular.self = circular;
    expect(toSafeCopy({ type: '@xstate.event', event: circular })).toEqual({ type: '@xstate.event' });
  });

  it("decisions 4.05: go to the inspector's own origin, and messages from other pages are ignored", () => {
    const postMessage = vi.fn();
    const listener = vi.fn();
    const page = createWindowFor({ open: () => ({ postMessage }) as never, addEventListener: window.addEventListener.bind(window) });
    page.open('https://stately.ai/inspect', 'inspector')?.postMessage({ type: '@xstate.event' }, '*');
    expect(postMessage).toHaveBeenCalledWith({ type: '@xstate.event' }, 'https://stately.ai');
    page.addEventListener('message', listener);
    window.dispatchEvent(new MessageEvent('message', { data: 1, origin: 'https://other.test' }));
    expect(listener).not.toHaveBeenCalled();
    window.dispatchEvent(new MessageEvent('message', { data: 2, origin: 'https://stately.ai' }));
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
