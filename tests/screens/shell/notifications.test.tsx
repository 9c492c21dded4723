import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Notifications } from '../../../src/app/shell/Notifications.tsx';
import NotificationsScreen from '../../../src/screens/notifications/index.tsx';
import { item } from '../../models/notificationsMenu/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

afterEach(cleanup);

const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))));
const open = async (features: readonly string[], address = '') => {
  window.history.replaceState(null, '', `/notifications${address}`);
  const app = await createStage({ features: features as ['notifications-page'] });
  const calls: string[] = [];
  let rows = [{ ...item('a', false), link: '/deals?deal=5' }, item('b', false), item('c', true)];
  const http = async (path: string, { method = 'GET', query = {} }: { method?: string; query?: Record<string, string> } = {}) => {
    calls.push(`${method} ${path.slice(7)} ${new URLSearchParams(query)}`.trim());
    if (path.endsWith('/unread-count')) return { count: rows.filter(({ read }) => !read).length };
    if (method === 'GET') return { data: rows, pagination: { cursor: null, limit: 25, total: rows.length } };
    const unread = rows.filter(({ read }) => !read).length;
    rows = rows.map((row) => (path.endsWith('read-all') || path.includes(`/${row.id}/`) ? { ...row, read: true } : row));
    return path.endsWith('read-all') ? { count: unread } : rows[0];
  };
  await act(async () => {
    render(
      <Stage app={{ ...app, http: http as typeof app.http }}>
        <Notifications />
        <NotificationsScreen />
      </Stage>,
    );
  });
  await settle();
  return calls;
};
const press = async (name: string | RegExp) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  await settle();
};
const badge = () => document.querySelector('.bell-badge')?.textContent ?? null;
const live = ['notifications-page', 'notifications-count'];

describe('decisions 5.01: the notifications page', () => {
  it('a notification read there is also read in the bell', async () => {
    await open(live);
    expect(badge()).toBe('2');
    await press('Mark as read: Title b');
    expect(badge()).toBe('1');
    await press('Mark all as read');
    expect(badge()).toBeNull();
  });

  it('a notification read in the bell is also read there', async () => {
    await open(live);
    await press(/^Notifications/);
    const [inBell] = screen.getAllByRole('button', { name: /Title b/ });
    await act(async () => void fireEvent.click(inBell as HTMLElement));
    await settle();
    expect(screen.queryByRole('button', { name: 'Mark as read: Title b' })).toBeNull();
  });

  it('spec 4.04: an opened notification is marked and leads to its item', async () => {
    const calls = await open(live);
    await act(async () => void fireEvent.click(screen.getAllByText('Title a').at(-1) as HTMLElement));
    await settle();
    expect(calls).toContain('PUT /notifications/a/read');
    expect(window.location.pathname).toBe('/deals');
  });

  it('the address keeps filters, and chips remove them', async () => {
    const calls = await open(live, '?unread=true&type=deal&from=2026-11-01&to=2026-11-30');
    expect(calls).toContain('GET /notifications unread=true&type=deal&start_date=2026-11-01&end_date=2026-11-30&limit=25');
    for (const chip of ['Unread', 'Deal', 'From Nov 1, 2026', 'To Nov 30, 2026'])
      expect(screen.getAllByText(chip).length).toBeGreaterThan(0);
  });

  it('decisions 1.03: on other providers, makes only the calls of spec 7.24 and 7.25', async () => {
    const calls = await open([]);
    expect(screen.queryByRole('combobox')).toBeNull();
    await press('Mark all as read');
    expect(calls.filter((call) => call.startsWith('PUT'))).toEqual(['PUT /notifications/a/read', 'PUT /notifications/b/read']);
    expect(new Set(calls.filter((call) => call.startsWith('GET')))).toEqual(new Set(['GET /notifications limit=10']));
  });
});
