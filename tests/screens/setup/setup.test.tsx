import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { LivePreview } from '../../../contract/entities/setup.ts';
import type { Role } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import SettingUp from '../../../src/app/pages/SettingUp.tsx';
import { findRoute } from '../../../src/app/routes.ts';
import SetupScreen from '../../../src/screens/setup/index.tsx';
import { setupPlaces } from '../../../src/screens/setup/places.ts';
import { user as someone } from '../../models/session/cases.ts';
import { live, settingUp } from '../../models/setup/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

afterEach(cleanup);

const t = messages.setup;
const preview: LivePreview = {
  people: [
    {
      user_id: '3',
      name: 'Sam Seller',
      role: 'salesperson',
      sees: messages.setupVisiblePages.salesperson,
      earned: 120.5,
      due: 20,
      invited: true,
    },
  ],
  blockers: [],
  warnings: [messages.setupWarnings.noMail],
};

const open = async (start = settingUp) => {
  const app = await createStage({ features: ['setup', 'no-mail'], user: { ...someone, role: 'admin' } });
  const calls: string[] = [];
  let shown = start;
  const http = async (path: string, { method = 'GET', body }: { method?: string; body?: object } = {}) => {
    calls.push(`${method} ${path} ${JSON.stringify(body ?? {})}`);
    if (path === '/api/v1/setup/live' && method === 'GET') return preview;
    if (path === '/api/v1/setup/live') shown = live;
    return shown;
  };
  await act(async () => {
    render(
      <Stage app={{ ...app, http: http as typeof app.http }}>
        <SetupScreen />
      </Stage>,
    );
  });
  return calls;
};
const press = (name: string) => act(async () => void fireEvent.click(await screen.findByRole('button', { name })));

describe('the setup checklist (decisions 4.08)', () => {
  it('links to existing pages, and offers each to the people who may open it', () => {
    expect(setupPlaces.plan?.href).toBe('/plans/edit');
    for (const { href, permission } of Object.values(setupPlaces))
      expect(findRoute(href.split('?')[0] ?? '')?.permission, href).toBe(permission);
  });

  it('shows each item’s status, why it matters and where to do it', async () => {
    await open();
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    expect(screen.getByText('Skipped by Fay Finance: Our host does it')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open: People' }).getAttribute('href')).toBe('/admin/users');
    expect(screen.queryByRole('button', { name: 'Skip: People' })).toBeNull();
  });

  it('skips an item with the typed reason', async () => {
    const calls = await open();
    await press('Skip: Connections');
    const reason = await screen.findByLabelText(t.reason);
    await act(async () => void fireEvent.change(reason, { target: { value: 'We import files' } }));
    await press(t.skip);
    expect(calls.at(-1)).toBe('PUT /api/v1/setup/items/connections/skip {"reason":"We import files"}');
  });

  it('shows what each person will see and get, and goes live once the warnings are accepted', async () => {
    const calls = await open();
    await press(t.goLive);
    expect(await screen.findByText('Sam Seller')).toBeTruthy();
    expect(screen.getByText(messages.setupDialog.byHand)).toBeTruthy();
    const confirm = screen.getByRole('button', { name: messages.setupDialog.confirm }) as HTMLButtonElement;
    expect(confirm.disabled).toBe(true);
    await act(async () => void fireEvent.click(screen.getByRole('checkbox')));
    await press(messages.setupDialog.confirm);
    expect(calls.at(-1)).toBe('POST /api/v1/setup/live {"accept_warnings":true}');
    expect(screen.getByRole('button', { name: t.undo })).toBeTruthy();
  });
});

describe('the notice of a company being set up (decisions 8.07)', () => {
  const show = async (role: Role, path: string) => {
    window.history.replaceState(null, '', path);
    const app = await createStage({ user: { ...someone, role } });
    render(
      <Stage app={app}>
        <SettingUp />
      </Stage>,
    );
  };

  it('is a page for people without figures yet, from which they can sign out', async () => {
    await show('salesperson', '/commissions');
    expect(screen.getByRole('heading', { name: 'Acme is being set up' })).toBeTruthy();
    expect(screen.getByRole('button', { name: messages.menu.signOut })).toBeTruthy();
  });

  it('is a banner for finance on every page but the checklist', async () => {
    await show('finance', '/commissions');
    expect(screen.getByRole('status').textContent).toContain(t.banner);
    cleanup();
    await show('finance', '/setup');
    expect(screen.queryByRole('status')).toBeNull();
  });
});
