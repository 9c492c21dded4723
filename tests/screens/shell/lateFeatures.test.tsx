import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { User } from '../../../contract/entities/user.ts';
import type { App } from '../../../src/app/compose.ts';
import Inside from '../../../src/app/Inside.tsx';
// Loaded on demand by the screen under test.
import '../../../src/screens/invoices/index.tsx';
import '../../../src/screens/invoices/sample.ts';
import { useQueryInUrl } from '../../../src/shared/lists/useQueryInUrl.ts';
import { sent } from '../../models/invoiceForm/cases.ts';
import { user as seller } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

const searched: string[] = [];
const summary = { total_invoiced: 1, total_paid: 0, total_overdue: 0, total_commissions: 0, unassigned: 0 };
const http = async (path: string, { query = {} }: { query?: Record<string, string> } = {}) => {
  if (path !== '/api/v1/invoices') throw new Error(`no answer for ${path}`);
  searched.push(query.search ?? '');
  return { data: [{ ...sent, invoice_number: 'LIVE-1' }], pagination: { cursor: null, limit: 25, total: 1 }, summary };
};
const open = async (features: string[]): Promise<App> => {
  window.history.replaceState(null, '', '/invoices');
  const app = await createStage({ features, user: { ...seller, id: '1', role: 'finance' } as User });
  await act(async () => {
    render(
      <Stage app={{ ...app, http: http as unknown as App['http'] }}>
        <Inside />
      </Stage>,
    );
  });
  return app;
};
afterEach(cleanup);

/** After three seconds without the server's features, the app starts without them (publicSettings). */
it('a screen whose features arrive late shows the live rows, and keeps and applies the typed search', async () => {
  const features: string[] = [];
  const app = await open(features);
  await screen.findByText('INV-2024-003');
  const field = () => document.querySelector<HTMLInputElement>('.list-filters input[type=search]');
  fireEvent.change(field() as HTMLInputElement, { target: { value: 'LIVE' } });
  await waitFor(() => expect(window.location.search).toBe('?search=LIVE'));
  features.push('invoices');
  await act(async () => app.settings.send({ type: 'settings.changed' }));
  await waitFor(() => expect(screen.queryByText('INV-2024-003')).toBeNull());
  await screen.findByText('LIVE-1');
  expect(field()?.value).toBe('LIVE');
  await waitFor(() => expect(searched.at(-1)).toBe('LIVE'));
});

it('an address that only gains a scope keeps the current input (decisions 3.09)', async () => {
  const followed: string[] = [];
  function Page({ typed, search }: { typed: string; search: string }) {
    useQueryInUrl({
      question: typed === '' ? '' : `search=${typed}`,
      search,
      bare: true,
      follow: (address) => void followed.push(address),
    });
    return null;
  }
  window.history.replaceState(null, '', '/invoices');
  const { rerender } = render(<Page typed="" search="" />);
  rerender(<Page typed="5003" search="" />);
  // Written by useScope before the typed text reaches the address.
  window.history.replaceState(null, '', '/invoices?scope=team');
  rerender(<Page typed="5003" search="scope=team" />);
  await waitFor(() => expect(window.location.search).toBe('?search=5003&scope=team'));
  expect(followed).toEqual([]);
});
