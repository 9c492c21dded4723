import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fullName, type User } from '../../../contract/entities/user.ts';
import type { UserAction } from '../../../src/machines/people/users.machine.ts';
import UsersScreen from '../../../src/screens/users/index.tsx';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { settle } from '../support/mountScreen.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { inactiveUser, other, refused, self } from '../users/cases.ts';
import { rowAction } from './cases.ts';

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof Jobs>, asked: [] as unknown[] }));
vi.mock('../../../src/services/users.ts', () => ({
  createUsers: () => ({
    page: async (request: { question: unknown }) => {
      jobs.asked.push(request.question);
      const { inactiveUser: a, other: b, self: c } = await import('../users/cases.ts');
      return { data: [a, b, c], pagination: { cursor: null, limit: 25, total: 3 } };
    },
    update: (...args: unknown[]) => jobs.current.start('saveAction', args),
    remove: (...args: unknown[]) => jobs.current.start('saveAction', args),
    resetPassword: (...args: unknown[]) => jobs.current.start('saveAction', args),
  }),
}));
vi.mock('../../../src/services/browser.ts', async (original) => ({
  ...(await original<object>()),
  // Any text confirms, as in the walk.
  confirmWithUser: async (text: string) => (await jobs.current.start<string | null>('askAction', text)) !== null,
  askUser: (text: string) => jobs.current.start('askAction', text),
}));
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

// The menu's list is loaded when a menu opens; here it is preloaded.
beforeAll(() => import('../../../src/ui/menu/MenuList.tsx'));

const click = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};
const choose = async (user: User, item: string): Promise<void> => {
  await click(`Actions for ${fullName(user)}`);
  fireEvent.click(screen.getByRole('menuitem', { name: item }));
  await settle();
};
const items = { delete: 'Delete User', deactivate: 'Deactivate', activate: 'Activate', reset: 'Reset Password' } as const;
const questions = {
  delete: 'Delete Ben Ortiz? This cannot be undone.',
  deactivate: 'Deactivate Ben Ortiz? Their sessions end at once.',
  activate: 'Activate Cleo Park?',
  reset: 'Temporary password for Ben Ortiz. Leave it empty to have one generated.',
  invite: 'Invite Ben Ortiz to choose a password? The invitation works once and for 72 hours, and replaces an earlier one.',
  liftLock: 'Lift the sign-in lock of Ben Ortiz? Failed attempts until now no longer count.',
  resetFactor: "Remove Ben Ortiz's second factor? Then their password alone lets them in until they set one up again.",
  withdraw: 'Withdraw the invitation of Ben Ortiz? The link stops working.',
} as const;

const kindOf = ({ action }: { action: unknown }): string | undefined => (action as UserAction | null)?.kind;

/** Walks User Management's list and the actions of its row menu. */
describeScreen({
  of: {
    ...rowAction,
    cases: {
      ...rowAction.cases,
      'action.choose': [
        { action: { kind: 'delete', user: other } },
        { action: { kind: 'deactivate', user: other } },
        { action: { kind: 'activate', user: inactiveUser } },
        { action: { kind: 'reset', user: other } },
      ],
      // Only a prompt returns a text, and a password is generated only for a reset.
      'xstate.done.actor.askAction': ({ context }) => [
        { output: null },
        { output: '' },
        ...(kindOf(context) === 'reset' ? [{ output: 'a typed password' }] : []),
      ],
      'xstate.done.actor.saveAction': [{ output: null }],
      'xstate.error.actor.askAction': [{ error: refused }],
      'xstate.error.actor.saveAction': [{ error: refused }],
    },
    project: (context) => [kindOf(context), context.reply, context.error],
  },
  mount: async () => {
    jobs.current = createJobs();
    const observer = createObserver(rowAction.machine);
    const app = await createStage({ features: ['users-pages'], user: self, inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <UsersScreen />
        </Stage>,
      );
    });
    await settle();
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        await jobs.current.settle(event);
        await settle();
      },
    };
  },
  gestures: {
    'action.choose': ({ action }) => choose(action.user, items[action.kind as keyof typeof items]),
    'error.dismiss': () => click('Dismiss'),
  },
  shows: (model) => {
    const { error } = model.context;
    expect(screen.queryByRole('alert')?.textContent ?? null).toBe(error);
    const { kind, user } = (model.context.action ?? {}) as UserAction;
    const last = jobs.current.calls.at(-1);
    if (model.matches('asking')) expect(last?.input).toBe(questions[kind]);
    if (model.matches('saving')) {
      if (kind === 'delete') expect(last?.input).toEqual([user.id]);
      else if (kind === 'reset') expect(last?.input).toEqual([user.id, model.context.reply]);
      else expect(last?.input).toEqual([user.id, { active: kind === 'activate' }, null]);
    }
  },
});

/** spec 8.12: the server's own message, otherwise the one for the attempted action. */
describe.each([
  ['delete', refused, 'Ben Ortiz has history. Deactivate instead.'],
  ['delete', { status: 500, data: { error: 'Full disk' } }, 'Full disk'],
  ['delete', { status: 500 }, 'Failed to delete user'],
  ['deactivate', { status: 500 }, 'Failed to update user'],
  ['delete', new TypeError('fetch failed'), 'Failed to delete user'],
] as const)('a failing %s', (kind, error, sentence) => {
  it(`spec 8.12: shows why: ${sentence}`, async () => {
    jobs.current = createJobs();
    const app = await createStage({ features: ['users-pages'], user: self });
    await act(async () => {
      render(
        <Stage app={app}>
          <UsersScreen />
        </Stage>,
      );
    });
    await settle();
    await choose(other, items[kind]);
    for (const event of [
      { type: 'xstate.done.actor.askAction', output: '' },
      { type: 'xstate.error.actor.saveAction', error },
    ]) {
      await act(async () => void (await jobs.current.settle(event)));
      await settle();
    }
    expect(screen.getByRole('alert').textContent).toBe(sentence);
  });
});
