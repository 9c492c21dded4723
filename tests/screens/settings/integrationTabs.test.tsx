import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { announcedKinds, type ConnectionKind } from '../../../contract/entities/connection.ts';
import { integrationMessages } from '../../../contract/messages/integrations.ts';
import SystemSettingsScreen from '../../../src/screens/systemSettings/index.tsx';
import { createStage, Stage } from '../../models/support/stage.tsx';

/** Responses of a provider limited to section 7: exactly the fields of spec 3.15-3.18 (spec 3.22). */
const lists = {
  quickbooks: [
    {
      id: 4,
      company_name: 'Mesa Books',
      legal_name: 'Mesa Books LLC',
      realm_id: '91',
      invoice_suffix: 'MSA',
      status: 'active',
      contact_email: 'books@mesa.example',
      phone: null,
      website: null,
      address: null,
      last_sync_at: '2026-11-20T15:00:00Z',
      connection_status: 'connected',
      connection_message: null,
      sync_invoices: true,
      sync_payments: true,
      sync_customers: true,
    },
  ],
  mercury: [
    {
      id: 5,
      name: 'Main bank',
      status: 'expired',
      connection_status: 'error',
      connection_message: 'Token expired',
      sync_accounts: true,
      sync_transactions: true,
    },
  ],
  googlesheets: [
    {
      id: 6,
      name: 'Schedule 2026',
      spreadsheet_id: 'abc',
      sheet_name: 'Events',
      type: 'schedule',
      start_date: '2026-01-01',
      end_date: '2026-12-31',
      status: 'active',
      connection_status: 'connected',
      connection_message: null,
      last_sync_at: null,
    },
  ],
  sling: [
    {
      id: 7,
      name: 'Shifts',
      email: 'ops@example.test',
      start_date: '2026-01-01',
      end_date: '2026-12-31',
      connection_status: 'error',
      connection_message: 'Sign-in refused',
      last_sync_at: null,
      last_test_at: null,
    },
  ],
} as const;

const tabs = { quickbooks: 'QuickBooks', mercury: 'Mercury Bank', googlesheets: 'Google Sheets', sling: 'GetSling' } as const;

const calls: string[] = [];
/** Replaces the lists above. */
let answered: Readonly<Record<string, readonly unknown[]>> = {};
const http = async (path: string, { method = 'GET' }: { method?: string } = {}) => {
  calls.push(`${method} ${path}`);
  const kind = /^\/api\/v1\/integrations\/([a-z]+)$/.exec(path)?.[1];
  if (path.startsWith('/api/v1/settings') || path.startsWith('/api/v1/public')) return { companyName: 'Acme', commissionsConfig: '{}' };
  if (kind && method === 'POST') return { auth_url: 'https://vendor.example/authorize' };
  return kind ? { data: answered[kind] ?? lists[kind as keyof typeof lists] ?? [] } : null;
};

const openTab = async (name: string, features: readonly string[] = []) => {
  calls.length = 0;
  const app = await createStage({ features });
  render(
    <Stage app={{ ...app, http: http as never, getService: (createService) => createService(http as never) }}>
      <SystemSettingsScreen />
    </Stage>,
  );
  fireEvent.click(await screen.findByRole('tab', { name }));
};
const button = (name: string) => screen.findByRole('button', { name });
const isDisabled = async (name: string) => ((await button(name)) as HTMLButtonElement).disabled;

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/admin/settings');
  answered = {};
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('integration tabs on a provider with only section 7', () => {
  it('spec 2.49: are General Settings, QuickBooks, HubSpot, Mercury Bank, Google Sheets, GetSling', async () => {
    await openTab('General Settings');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'General Settings',
      'QuickBooks',
      'HubSpot',
      'Mercury Bank',
      'Google Sheets',
      'GetSling',
    ]);
  });

  it('groups the tabs on a server with settings of its own, and lists all connections first', async () => {
    await openTab('Connections', ['api-tokens', 'webhooks', 'second-factor', 'hubspot']);
    const [groups, systems] = screen.getAllByRole('tablist').map((list) =>
      within(list)
        .getAllByRole('tab')
        .map((tab) => tab.textContent),
    );
    expect(groups).toEqual(['General Settings', 'Connections', 'Security', 'Programs']);
    expect(systems).toEqual(['All', 'QuickBooks', 'HubSpot', 'Mercury Bank', 'Google Sheets', 'GetSling']);
    const [, ...rows] = await screen.findAllByRole('row');
    expect(rows.map(({ textContent }) => textContent?.slice(0, 8))).toEqual(['QuickBoo', 'HubSpotC', 'Mercury ', 'Google S', 'GetSling']);
    expect(screen.getByText('Mesa Books')).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Open: QuickBooks' }));
    expect(await screen.findByRole('button', { name: 'Refresh Info' })).toBeTruthy();
    expect(window.location.search).toBe('?tab=quickbooks');
  });

  it.each([
    ['?tab=sling', '/admin/settings', 'GetSling'],
    ['?tab=webhooks', '/admin/settings', 'Webhooks'],
    ['?tab=imports', '/imports', null],
    ['?run=5', '/imports?run=5', null],
  ])('keeps the old address %s', async (query, address, tab) => {
    window.history.replaceState(null, '', `/admin/settings${query}`);
    const app = await createStage({ features: ['api-tokens', 'webhooks', 'second-factor', 'imports'] });
    render(
      <Stage app={{ ...app, http: http as never, getService: (createService) => createService(http as never) }}>
        <SystemSettingsScreen />
      </Stage>,
    );
    if (tab === null) return expect(`${window.location.pathname}${window.location.search}`).toBe(address);
    expect((await screen.findByRole('tab', { name: tab })).getAttribute('aria-selected')).toBe('true');
  });

  const announced: readonly ConnectionKind[] = announcedKinds.filter((kind) => kind !== 'hubspot');
  it.each(announced)('decisions 1.03: %s has a tab if it is announced', async (kind) => {
    const { tab } = integrationMessages[kind];
    await openTab('General Settings');
    expect(screen.queryByRole('tab', { name: tab })).toBeNull();
    cleanup();
    await openTab(tab, [kind]);
    await screen.findByText(integrationMessages[kind].empty);
  });

  it.each([
    ['QuickBooks', 'Mesa Books', [false, false]],
    ['Mercury Bank', 'Main bank', [true, true]],
    ['Google Sheets', 'Schedule 2026', [false, false]],
    ['GetSling', 'Shifts', [false, false]],
  ] as const)('spec 2.51: %s shows %s; Test and Sync need status active, except for Sling', async (tab, name, off) => {
    await openTab(tab);
    await screen.findByText(name);
    expect([await isDisabled('Test'), await isDisabled('Sync')]).toEqual(off);
    expect(await isDisabled('Delete')).toBe(false);
    expect(screen.queryByRole('button', { name: 'Refresh Info' }) !== null).toBe(tab === 'QuickBooks');
  });

  it.each([
    ['Test', 'POST /api/v1/integrations/quickbooks/4/test-connection'],
    ['Sync', 'POST /api/v1/integrations/quickbooks/4/sync'],
    ['Refresh Info', 'POST /api/v1/integrations/quickbooks/4/refresh-info'],
  ])('spec 7.07, 7.10-7.12: %s makes its call, and the list reloads', async (name, call) => {
    await openTab('QuickBooks');
    fireEvent.click(await button(name));
    await waitFor(() =>
      expect(calls.filter((item) => item.includes('quickbooks'))).toEqual([
        'GET /api/v1/integrations/quickbooks',
        call,
        'GET /api/v1/integrations/quickbooks',
      ]),
    );
  });

  it('spec 3.17, 9.05: shows dates with a time as dates', async () => {
    const [sheet] = lists.googlesheets;
    answered = { googlesheets: [{ ...sheet, start_date: '2026-01-01T00:00:00.000Z', end_date: '2026-12-31T23:59:59-07:00' }] };
    await openTab('Google Sheets');
    await screen.findByText(/Jan 1, 2026.*Dec 31, 2026/);
  });

  const hostile: readonly unknown[] = [null, {}, { code: 1 }, [null], 'odd', 1e308, true];
  it.each(Object.keys(lists) as (keyof typeof lists)[])('decisions 1.05: no odd field of a %s connection breaks the page', async (kind) => {
    vi.spyOn(console, 'error').mockReturnValue();
    for (const value of hostile) {
      const wrongFields = Object.fromEntries(Object.keys(lists[kind][0]).map((key) => [key, value]));
      answered = { [kind]: [{ ...wrongFields, id: 9 }, wrongFields, value] };
      await openTab(tabs[kind]);
      await screen.findAllByRole('button', { name: 'Test' });
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('System Settings');
      expect(document.body.textContent).not.toMatch(/NaN|undefined|\[object/);
      cleanup();
    }
  });

  it('spec 2.57, decisions 1.03: HubSpot is a form that calls nothing and saves nothing', async () => {
    await openTab('HubSpot');
    await screen.findByText('This server does not connect to HubSpot. Nothing you enter here is saved or sent.');
    const frequency = screen.getByLabelText('Sync frequency') as HTMLSelectElement;
    expect([...frequency.options].map(({ text }) => text)).toEqual(['Real-time', 'Every Hour', 'Daily', 'Manual Only']);
    expect(await isDisabled('Connect')).toBe(true);
    expect(calls.filter((call) => call.includes('hubspot'))).toEqual([]);
  });

  it('decisions 7.07: HubSpot lists its connections if the server announces `hubspot`', async () => {
    await openTab('HubSpot', ['hubspot']);
    await screen.findByText('No HubSpot integrations yet');
    expect(calls).toContain('GET /api/v1/integrations/hubspot');
  });

  it('spec 2.51, 3.15, 7.09: Delete asks in the browser, naming the integration, and calls nothing if declined', async () => {
    const confirm = vi.fn<(question: string) => boolean>().mockReturnValueOnce(false).mockReturnValue(true);
    vi.stubGlobal('confirm', confirm);
    await openTab('QuickBooks');
    fireEvent.click(await button('Delete'));
    await waitFor(() => expect(confirm).toHaveBeenCalledTimes(1));
    expect(confirm.mock.calls[0]?.[0]).toContain('Mesa Books');
    expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
    await waitFor(async () => expect(await isDisabled('Delete')).toBe(false));
    fireEvent.click(await button('Delete'));
    await waitFor(() => expect(calls).toContain('DELETE /api/v1/integrations/quickbooks/4'));
  });

  it.each([
    ['in error', { connection_status: 'error' }],
    ['that expires soon', { expires_at: '2026-11-21T15:00:00Z', last_test_at: '2026-11-20T15:00:00Z' }],
  ])('decisions 7.04: closing the window reports no success for a connection %s', async (_name, overrides) => {
    answered = { quickbooks: [{ ...lists.quickbooks[0], ...overrides }] };
    const popup = { closed: false, location: {}, close: () => {} };
    vi.stubGlobal('open', () => popup);
    await openTab('QuickBooks', ['integrations-reconnect']);
    fireEvent.click(await button('Reconnect'));
    await waitFor(() => expect(popup.location).toEqual({ href: 'https://vendor.example/authorize' }));
    popup.closed = true;
    await screen.findByRole('button', { name: 'Try again' }, { timeout: 4000 });
    expect(document.body.textContent).not.toContain('QuickBooks is connected');
  });

  it('spec 3.18, 2.51: the card shows the system’s message and the time of the last sync', async () => {
    await openTab('GetSling');
    const card = (await screen.findByText('Shifts')).closest('section, article, .card, .p-card') as HTMLElement;
    expect(within(card).getByText('Sign-in refused')).toBeTruthy();
    expect(within(card).getByText('ops@example.test')).toBeTruthy();
    expect(within(card).getByText('Last sync').nextSibling?.textContent).toBe('Never');
  });
});
