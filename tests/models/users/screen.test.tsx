import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { fullName, type User } from '../../../contract/entities/user.ts';
import UsersScreen from '../../../src/screens/users/index.tsx';
import { fetchMenu } from '../../../src/ui/menu/Menu.tsx';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { settle } from '../support/mountScreen.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { other, self, users } from './cases.ts';

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof Jobs>, asked: [] as unknown[] }));
vi.mock('../../../src/services/users.ts', () => ({
  createUsers: () => ({
    page: async (request: { question: unknown }) => {
      jobs.asked.push(request.question);
      const { inactiveUser: a, other: b, self: c } = await import('./cases.ts');
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
// The form and the import have their own walks.
type Bound = { formSaved: (user: User, password: string | null) => void; formClosed: () => void; closeImport: () => void };
vi.mock('../../../src/screens/users/parts/UserDialog.tsx', () => ({
  default: ({ subject, users: bound }: { subject: User | null; users: Bound }) => (
    <section aria-label="form">
      <output>{subject?.id ?? 'new'}</output>
      <button type="button" onClick={bound.formClosed}>
        close form
      </button>
      {[null, 'made-up-1'].map((password) => (
        <button key={String(password)} type="button" onClick={() => bound.formSaved(subject ?? { ...other }, password)}>
          save {String(password)}
        </button>
      ))}
    </section>
  ),
}));
vi.mock('../../../src/screens/users/parts/ImportDialog.tsx', () => ({
  default: ({ users: bound }: { users: Bound }) => (
    <button type="button" onClick={bound.closeImport}>
      close import
    </button>
  ),
}));
beforeAll(async () => {
  await fetchMenu();
  await import('../../../src/screens/users/parts/TemporaryPassword.tsx');
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
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
const answer = async (event: AnyEventObject): Promise<void> => {
  await jobs.current.settle(event);
  await settle();
};
/** Drives the list to report how its action ended. */
const mountWithOutcome = async ({ outcome, error, answer: output }: AnyEventObject): Promise<void> => {
  await answer({ type: 'xstate.done.actor.askAction', output: outcome === 'refused' ? null : '' });
  if (outcome === 'failed') await answer({ type: 'xstate.error.actor.saveAction', error });
  if (outcome === 'succeeded') await answer({ type: 'xstate.done.actor.saveAction', output });
};

describeScreen({
  of: {
    ...users,
    cases: {
      ...users.cases,
      // Actions on the current user can't be chosen, and the other row actions have their own walk.
      'action.choose': [{ action: { kind: 'reset', user: other } }],
      'import.open': ({ context }) => (context.mayImport ? [{}] : []),
    },
  },
  mount: async (input) => {
    jobs.current = createJobs();
    jobs.asked.length = 0;
    const observer = createObserver(users.machine);
    const app = await createStage({
      features: input?.mayImport ? ['users-import', 'users-pages'] : [],
      user: self,
      inspect: observer.inspect,
    });
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
      perform: mountWithOutcome,
    };
  },
  gestures: {
    'form.open': ({ user }) => (user ? choose(user, 'Edit User') : click('Add User')),
    'form.closed': () => click('close form'),
    'form.saved': ({ password }) => click(`save ${password}`),
    'import.open': () => click('Import'),
    'import.closed': () => click('close import'),
    'action.choose': ({ action }) => choose(action.user, 'Reset Password'),
    'temporary.close': async () => {
      fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
      await settle();
    },
  },
  shows: (model) => {
    const { temporary, subject } = model.context;
    const grid = screen.getByRole('grid', { name: 'Users' });
    // spec 2.58: the columns, and one row per user.
    expect(
      within(grid)
        .getAllByRole('columnheader')
        .map((item) => item.textContent?.trim()),
    ).toEqual(['User', 'Role', 'Territory', 'Status', 'Created', 'Actions']);
    expect(within(grid).getByText('Inactive')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Import' }) !== null).toBe(model.context.mayImport);
    expect(screen.queryByRole('region', { name: 'form' })?.querySelector('output')?.textContent ?? null).toBe(
      model.matches('editing') ? (subject?.id ?? 'new') : null,
    );
    expect(screen.queryByRole('button', { name: 'close import' }) !== null).toBe(model.matches('importing'));
    expect(
      (screen.queryByRole('textbox', { name: /^(Temporary password|Invitation link)$/ }) as HTMLInputElement | null)?.value ?? null,
    ).toBe(temporary?.secret ?? null);
    // Leaving asks first while a one-time password is shown.
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(temporary === null);
  },
  unreachable: { 'users.browsing --action.choose[0]--> stays': 'What is against oneself is disabled in the menu.' },
});
