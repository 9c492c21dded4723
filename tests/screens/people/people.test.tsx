import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { App } from '../../../src/app/compose.ts';
import { sessionMachine } from '../../../src/machines/session/session.machine.ts';
import ProfileScreen from '../../../src/screens/profile/index.tsx';
import { toDeviceName } from '../../../src/screens/settings/deviceName.ts';
import SettingsScreen from '../../../src/screens/settings/index.tsx';
import ImportDialog from '../../../src/screens/users/parts/ImportDialog.tsx';
import type { Users } from '../../../src/screens/users/useUsers.ts';
import { createGeneralSettings } from '../../../src/services/generalSettings.ts';
import { watchLeaving } from '../../../src/services/leaving.ts';
import { createUsers } from '../../../src/services/users.ts';
import PasswordDialog from '../../../src/shared/password/PasswordDialog.tsx';
import { user } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';
import { line } from '../../models/userImport/cases.ts';
import { inactiveUser, other, self } from '../../models/users/cases.ts';

const dialogs = vi.hoisted(() => ({ alerts: [] as string[] }));
vi.mock('../../../src/services/browser.ts', async (original) => ({
  ...(await original<object>()),
  alertUser: (text: string) => void dialogs.alerts.push(text),
}));

type Call = Readonly<{ path: string; method: string; query?: unknown; body?: unknown; headers?: unknown }>;
const settle = () => act(async () => void (await new Promise((resolve) => setImmediate(resolve))));
const click = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
  await settle();
};
const type = (label: string, value: string): void => void fireEvent.change(screen.getByLabelText(label), { target: { value } });
const show = async (app: App, view: React.ReactNode): Promise<void> => {
  await act(async () => void render(<Stage app={app}>{view}</Stage>));
};
afterEach(cleanup);

describe('users on a provider with only section 7', () => {
  let calls: Call[] = [];
  const http = async (path: string, { method = 'GET', ...rest }: Partial<Call> = {}): Promise<unknown> => {
    calls.push({ path, method, ...rest });
    return method === 'GET' ? { data: [self, other, inactiveUser] } : method === 'POST' ? other : undefined;
  };
  const users = createUsers(http as App['http'], { pages: false, temporary: false });
  beforeEach(() => {
    calls = [];
  });

  it('spec 7.13: has one list by role, filtered here by name and address', async () => {
    const page = await users.page({ question: { role: 'admin', search: 'BEN@' }, cursor: null, limit: 25 });
    expect(page).toEqual({ data: [other], pagination: { cursor: null, limit: 1, total: 1 } });
    expect(calls).toEqual([{ path: '/api/v1/users', method: 'GET', query: { role: 'admin' } }]);
  });

  it('spec 7.14, 7.16: generates a missing password, sends and shows it', async () => {
    const { password } = await users.create({ first_name: 'Ben' });
    expect(calls[0]?.body).toEqual({ first_name: 'Ben', password });
    const reset = await users.resetPassword('9', '');
    expect(calls[1]).toEqual({ path: '/api/v1/users/9', method: 'PUT', body: { password: reset } });
    for (const generated of [password, reset]) expect(generated).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    expect(password).not.toBe(reset);
  });

  it('sends a typed password and does not show it', async () => {
    expect((await users.create({ first_name: 'Ben', password: 'typed by hand' })).password).toBeNull();
    expect(await users.resetPassword('9', 'typed by hand')).toBeNull();
    expect(calls.map(({ body }) => body)).toEqual([{ first_name: 'Ben', password: 'typed by hand' }, { password: 'typed by hand' }]);
  });

  it('sends a version as If-Match, and no header without one', async () => {
    await users.update('9', { active: false }, 4);
    await users.update('9', { active: false }, null);
    expect(calls.map(({ headers }) => headers)).toEqual([{ 'if-match': '"4"' }, undefined]);
  });
});

describe('without our server’s features', () => {
  it('spec 2.62: the profile changes for this visit, without a call', async () => {
    const app = await createStage();
    await show(app, <ProfileScreen />);
    await click('Edit Profile');
    type('First Name', 'Samuel');
    await settle();
    await click('Save');
    expect(screen.getByRole('heading', { name: 'Samuel Sales' })).toBeTruthy();
    expect(app.toasts.getSnapshot().context.items.map(({ text }) => text)).toEqual(['Profile updated successfully!']);
    expect(app.session.getSnapshot().context.user).toMatchObject({ first_name: 'Samuel', territory: 'West' });
  });

  it('spec 2.62, 5.10: Change Password alerts about a mismatch, and otherwise closes without a call or a success message', async () => {
    const app = await createStage();
    const onClose = vi.fn();
    await show(app, <PasswordDialog onClose={onClose} />);
    type('Current password', 'the old one');
    type('New password', 'twelve letters');
    type('Confirm new password', 'twelve lettres');
    await click('Change password');
    expect(dialogs.alerts).toEqual(['New passwords do not match']);
    expect(onClose).not.toHaveBeenCalled();
    type('Confirm new password', 'twelve letters');
    await click('Change password');
    expect(onClose).toHaveBeenCalledOnce();
    expect(app.toasts.getSnapshot().context.items).toEqual([]);
  });

  it('Privacy and Security says that there is no list of sessions', async () => {
    await show(await createStage(), <SettingsScreen />);
    fireEvent.click(screen.getByRole('tab', { name: 'Privacy and Security' }));
    expect(screen.getByText('This server keeps no list of sessions.')).toBeTruthy();
  });

  it('spec 9.13: a user without preferences starts with e-mail on and push off', async () => {
    await show(await createStage({ user: { ...user, preferences: undefined as never } }), <SettingsScreen />);
    expect(screen.getByLabelText('Default date range')).toHaveProperty('value', 'current_month');
    fireEvent.click(screen.getByRole('tab', { name: 'Notifications' }));
    expect(screen.getByLabelText('Send me emails')).toHaveProperty('checked', true);
    expect(screen.getByLabelText('Push notifications')).toHaveProperty('checked', false);
  });

  it('decisions 5.03: says that the server sends no emails and no push notifications, but says nothing on another provider', async () => {
    const sentences = () => screen.queryAllByText(/This server sends no/).map((item) => item.textContent);
    await show(await createStage({ features: ['no-mail', 'no-push'] }), <SettingsScreen />);
    fireEvent.click(screen.getByRole('tab', { name: 'Notifications' }));
    expect(sentences()).toEqual([
      'This server sends no emails yet; your choice is kept.',
      'This server sends no push notifications; your choice is kept.',
    ]);
    cleanup();
    await show(await createStage(), <SettingsScreen />);
    fireEvent.click(screen.getByRole('tab', { name: 'Notifications' }));
    expect(sentences()).toEqual([]);
  });

  it('spec 8.13: both screens say that there is no user', async () => {
    const nobody = createActor(sessionMachine, { input: { hasToken: false } }).start();
    const app = await createStage({ session: nobody as never });
    await show(app, <ProfileScreen />);
    await show(app, <SettingsScreen />);
    expect(screen.getAllByRole('alert').map((item) => item.textContent)).toEqual([
      'Unable to load user profile. Please try refreshing the page.',
      'Unable to load user settings.',
    ]);
  });
});

describe('the device of a session', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['curl/8.5.0', 'curl/8.5.0'],
  ])('%s is %s', (agent, name) => expect(toDeviceName(agent)).toBe(name));
});

describe('the configuration history', () => {
  it('has every version, page by page', async () => {
    const queries: unknown[] = [];
    const http = async (_: string, { query }: Partial<Call> = {}): Promise<unknown> => {
      queries.push(query);
      return queries.length === 1
        ? { data: [{ id: '502' }], pagination: { cursor: 'next', limit: 500, total: 2 } }
        : { data: [{ id: '1' }], pagination: { cursor: null, limit: 500, total: 2 } };
    };
    expect(await createGeneralSettings(http as App['http']).versions()).toEqual([{ id: '502' }, { id: '1' }]);
    expect(queries).toEqual([{ limit: 500 }, { limit: 500, cursor: 'next' }]);
  });
});

describe('an import whose answer was lost', () => {
  it('sent again, says that a new person already exists and needs another password', async () => {
    const users = {
      service: {
        imports: async () => [],
        previewImport: async () => ({ lines: [line(2, 'create'), line(3, 'create'), line(4, 'update')], unread: [] }),
        applyImport: async () => ({
          results: [
            { line: 2, what: 'same', errors: [], temporary_password: null },
            { line: 3, what: 'create', errors: [], temporary_password: 'made-up' },
            { line: 4, what: 'same', errors: [], temporary_password: null },
          ],
        }),
      },
    } as unknown as Users;
    await show(await createStage({}), <ImportDialog users={users} />);
    fireEvent.change(screen.getByLabelText('CSV file'), { target: { files: [new File(['x'], 'people.csv')] } });
    await settle();
    await click('Import 3 users');
    const errors = [...document.querySelectorAll('tbody tr')].map((row) => row.querySelector('.field-error')?.textContent ?? null);
    expect(errors).toEqual(['This user already exists, and the temporary password is not known: reset the password.', null, null]);
  });
});

describe('a line that raises the importer’s own pay', () => {
  it('waits for another person, and counts as neither imported nor refused (decisions 3.06)', async () => {
    const waits = 'This changes your own commission, so it waits for another person’s approval.';
    const results = [
      { line: 2, what: 'create', errors: [], temporary_password: null },
      { line: 3, what: 'waits', errors: [waits], temporary_password: null },
      { line: 4, what: 'error', errors: ['Email is required'], temporary_password: null },
    ];
    const users = {
      service: {
        imports: async () => [],
        previewImport: async () => ({ lines: [line(2, 'create'), line(3, 'update'), line(4, 'update')], unread: [] }),
        applyImport: async () => ({ results }),
      },
    } as unknown as Users;
    await show(await createStage({}), <ImportDialog users={users} />);
    fireEvent.change(screen.getByLabelText('CSV file'), { target: { files: [new File(['x'], 'people.csv')] } });
    await settle();
    await click('Import 3 users');
    expect(screen.getByText('Waits for approval').closest('td')?.textContent).toBe(`Waits for approval${waits}`);
    expect([...document.querySelectorAll('.field-error')].map(({ textContent }) => textContent)).toEqual(['Email is required']);
    expect(document.body.textContent).toContain(
      '1 user was imported. 1 wait in Approvals for another person. 1 line could not be imported.',
    );
  });
});

describe('leaving with unsaved changes', () => {
  let answer = false;
  let questions = 0;
  let end = (): void => {};
  const watch = (navigation?: EventTarget, includeQuery = false): void => {
    questions = 0;
    window.history.replaceState(null, '', '/profile');
    const mayLeave = (): boolean => {
      questions += 1;
      return answer;
    };
    end = watchLeaving(mayLeave, { history: window.history, window, navigation }, includeQuery);
  };
  const traverse = (path: string): Event =>
    Object.assign(new Event('navigate', { cancelable: true }), {
      navigationType: 'traverse',
      destination: { url: new URL(path, window.location.href).href, sameDocument: true },
    });
  afterEach(() => end());

  it('asks before leaving the page, and stays if declined; a new query on the same page does not ask', () => {
    watch();
    answer = false;
    window.history.pushState(null, '', '/commissions');
    expect([window.location.pathname, questions]).toEqual(['/profile', 1]);
    window.history.pushState(null, '', '/profile?tab=2');
    expect([window.location.search, questions]).toEqual(['?tab=2', 1]);
    answer = true;
    window.history.pushState(null, '', '/commissions');
    expect(window.location.pathname).toBe('/commissions');
  });

  it('asks on Back before the address changes, if the browser can', () => {
    const navigation = new EventTarget();
    watch(navigation);
    answer = false;
    const refused = traverse('/commissions');
    navigation.dispatchEvent(refused);
    expect(refused.defaultPrevented).toBe(true);
    answer = true;
    const granted = traverse('/commissions');
    navigation.dispatchEvent(granted);
    expect(granted.defaultPrevented).toBe(false);
    // The navigation was already confirmed, so changing the URL doesn't ask again.
    window.history.replaceState(null, '', '/commissions');
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(questions).toBe(2);
  });

  it('asks on Back about a dialog in the address too, but not about other moves within the page', () => {
    const navigation = new EventTarget();
    watch(navigation, true);
    answer = false;
    const refused = traverse('/profile?edit=7');
    navigation.dispatchEvent(refused);
    expect([refused.defaultPrevented, questions]).toEqual([true, 1]);
    const entry = traverse('/profile');
    navigation.dispatchEvent(entry);
    expect([entry.defaultPrevented, questions]).toEqual([false, 1]);
    window.history.pushState(null, '', '/profile?tab=2');
    expect([window.location.search, questions]).toEqual(['?tab=2', 1]);
  });

  it('if the browser cannot, restores the URL and notifies no other listener', () => {
    watch();
    answer = false;
    const listener = vi.fn();
    window.addEventListener('popstate', listener);
    window.history.replaceState(null, '', '/commissions');
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(window.location.pathname).toBe('/profile');
    expect(listener).not.toHaveBeenCalled();
    window.removeEventListener('popstate', listener);
  });

  it('keeps the tab from closing, and asks nothing once everything is saved', () => {
    watch();
    const closing = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(closing()).toBe(true);
    end();
    expect(closing()).toBe(false);
    window.history.pushState(null, '', '/commissions');
    expect([window.location.pathname, questions]).toEqual(['/commissions', 0]);
  });
});
