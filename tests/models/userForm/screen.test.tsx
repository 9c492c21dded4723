import { fireEvent, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { User } from '../../../contract/entities/user.ts';
import UserDialog from '../../../src/screens/users/parts/UserDialog.tsx';
import type { Users } from '../../../src/screens/users/useUsers.ts';
import { createJobs } from '../support/jobs.ts';
import { mountScreen, settle } from '../support/mountScreen.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { other, self } from '../users/cases.ts';
import { adding, lastAdmin, refused, stale, userForm } from './cases.ts';

const answer = vi.hoisted(() => ({ yes: false }));
vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), confirmWithUser: () => answer.yes }));

const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const button = (name: string) => screen.queryByRole('button', { name }) as HTMLButtonElement | null;
const type = (name: string, value: string): void => void fireEvent.change(field(name), { target: { value } });
const press = async (name: string): Promise<void> => {
  fireEvent.click(button(name) as HTMLElement);
  // Validation is loaded first, so the machine receives the event a moment later.
  await settle();
  await settle();
};

const asksBeforeClosing = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

let outcomes: string[] = [];
/** The user the form started with. */
let first: User | null = null;
let hasTyped = false;
let jobs = createJobs();

const typePerson = (last: string): void => {
  hasTyped = true;
  type('First Name', 'Ben');
  type('Last Name', last);
  if (!first) type('Email', 'ben@demo.test');
  type('Role', 'finance');
};
const typeFirst = (): void => {
  type('First Name', first?.first_name ?? '');
  type('Last Name', first?.last_name ?? '');
  if (!first) type('Email', '');
  type('Role', first?.role ?? '');
};

describeScreen({
  of: {
    ...userForm,
    cases: {
      ...userForm.cases,
      // Two failures and a conflict cover everything visible; walk.test.ts covers the rest.
      'xstate.error.actor.saveForm': [{ error: refused }, { error: stale }, { error: lastAdmin }],
    },
  },
  mount: async (input) => {
    jobs = createJobs();
    outcomes = [];
    hasTyped = false;
    first = (input ?? adding).edited ? other : null;
    const observer = createObserver(userForm.machine);
    const app = await createStage({ inspect: observer.inspect });
    const users = {
      service: {
        page: async () => ({ data: [self, other], pagination: { cursor: null, limit: 500, total: 2 } }),
        update: async (...args: unknown[]) => (await jobs.start<{ user: User }>('saveForm', args)).user,
        create: (...args: unknown[]) => jobs.start('saveForm', args),
      },
      formSaved: () => void outcomes.push('saved'),
      formClosed: () => void outcomes.push('closed'),
    } as unknown as Users;
    return mountScreen(
      observer,
      {
        settle: (event) => {
          hasTyped = false;
          return jobs.settle(event);
        },
      },
      <Stage app={app}>
        <UserDialog subject={first} users={users} />
      </Stage>,
    );
  },
  gestures: {
    'form.submit': async () => {
      typePerson('Ortiz');
      await press('Save');
    },
    'close.ask': async ({ dirty }) => {
      if (dirty) typePerson('Somebody');
      else typeFirst();
      await settle();
      answer.yes = false;
      await press('Cancel');
    },
    'close.confirmed': async () => {
      typePerson('Somebody');
      await settle();
      answer.yes = true;
      await press('Cancel');
    },
    'newest.take': async () => {
      await press('Use the saved version');
      first = stale.data.current;
    },
  },
  shows: (model) => {
    const { error, fields, edited, newest } = model.context;
    expect(button('Saving…') !== null).toBe(model.matches('saving'));
    expect(field('First Name').disabled).toBe(model.matches('saving'));
    // spec 5.09: an existing user's email address is read-only.
    expect(field('Email').readOnly).toBe(edited !== null);
    const alerts = screen.queryAllByRole('alert').map((item) => item.textContent ?? '');
    if (model.matches('open') && error !== null && !(hasTyped && fields.first_name))
      expect(alerts.some((item) => item.startsWith(fields.first_name ?? error))).toBe(true);
    // The other user's saved values are shown below the typed ones.
    expect(button('Use the saved version') !== null).toBe(model.matches({ open: 'conflicted' }));
    if (model.matches({ open: 'conflicted' })) {
      expect(screen.queryByText('Saved in the meantime: Ortiz-Lane') !== null).toBe(field('Last Name').value !== 'Ortiz-Lane');
      expect(screen.queryByText('Saved in the meantime: Midwest') !== null).toBe(field('Territory').value !== 'Midwest');
    }
    if (model.matches('saving')) {
      const [id, body, version] = (jobs.calls.at(-1)?.input ?? []) as unknown[];
      if (edited) expect([id, version]).toEqual(['9', newest ? 7 : 4]);
      // spec 7.14: empty optional fields aren't sent.
      else expect([id, body]).toEqual([{ first_name: 'Ben', last_name: 'Ortiz', email: 'ben@demo.test', role: 'finance' }, undefined]);
    }
    const differs = [
      ['First Name', first?.first_name],
      ['Last Name', first?.last_name],
      ['Email', first?.email],
      ['Role', first?.role],
    ].some(([name = '', value = '']) => field(name).value !== value);
    expect(asksBeforeClosing()).toBe(differs && (model.matches('open') || model.matches('saving')));
    expect(outcomes).toEqual(['saved', 'closed'].filter((state) => model.matches(state)));
  },
});
