import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import AuditScreen from '../../../src/screens/audit/index.tsx';
import { user } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

afterEach(cleanup);
const HASH = 'a'.repeat(64);
const row = (overrides: object) => ({
  id: '7',
  at: '2026-11-18T17:00:00Z',
  actor: 'Mia Manager',
  action: 'Adjustment edited',
  cause: 'A correction',
  changes: [{ field: 'Amount', before: '$75.00', after: '$90.00' }],
  entity: 'adjustment',
  entity_id: '12',
  subject: 'Mia Manager',
  amount: 15,
  own_benefit: true,
  ...overrides,
});
const page = {
  data: [row({}), row({ id: '6', own_benefit: false, amount: null, actor: 'System', changes: [] })],
  pagination: { cursor: null, limit: 50, total: null },
  summary: { head: HASH, today: { changes: 12, people: 4, own_benefit: 1 } },
};

const show = async (search = '') => {
  window.history.replaceState(null, '', `/admin/audit${search}`);
  const queries: unknown[] = [];
  const http = vi.fn(async (path: string, options?: { query?: unknown }) => {
    if (path !== '/api/v1/audit') return { data: [], pagination: { cursor: null, limit: 500, total: 0 } };
    queries.push(options?.query);
    return page;
  });
  const stage = await createStage({ user: { ...user, role: 'finance' }, features: ['audit-log', 'users-pages'] });
  const app = { ...stage, http: http as never };
  await act(
    async () =>
      void render(
        <Stage app={app}>
          <AuditScreen />
        </Stage>,
      ),
  );
  return queries;
};

it('lists who changed what for whom, marks changes to one’s own benefit, and shows the hash to keep', async () => {
  await show();
  expect(screen.getAllByText('Mia Manager').length).toBeGreaterThan(0);
  expect(screen.getAllByText('Own benefit')).toHaveLength(2);
  expect(screen.getByText('Amount: $75.00 → $90.00')).toBeTruthy();
  expect(screen.getByText(HASH)).toBeTruthy();
});

it('starts with today’s number of changes, and links to those that raised their author’s own pay', async () => {
  const queries = await show();
  expect(screen.getByText('12 changes today by 4 people.')).toBeTruthy();
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: '1 raised the pay of its own author' })));
  expect(queries.at(-1)).toMatchObject({ own_benefit: 'true' });
});

it('requests the filters, and keeps them in the address', async () => {
  const queries = await show('?kind=adjustments&own=true&amount=100&from=2026-11-01');
  expect(queries[0]).toMatchObject({ kind: 'adjustments', own_benefit: 'true', min_amount: '100', start_date: '2026-11-01', limit: 50 });
  await act(async () => void fireEvent.change(screen.getByLabelText('Benefit'), { target: { value: '' } }));
  expect(queries.at(-1)).not.toHaveProperty('own_benefit');
  expect(window.location.search).toBe('?kind=adjustments&amount=100&from=2026-11-01');
});

it.each([
  ['starts with changes', '', 'changes'],
  ['lists sign-ins too on request', '?kind=all', undefined],
])('%s', async (_, search, kind) => {
  const [query] = await show(search);
  expect((query as { kind?: string }).kind).toBe(kind);
  expect(window.location.search).toBe(search);
});

it('opens a row with its reason and each change', async () => {
  await show('?row=7');
  expect((await screen.findByRole('dialog')).textContent).toContain('A correction');
  expect(screen.getByRole('dialog').textContent).toContain('Adjustment 12');
});
