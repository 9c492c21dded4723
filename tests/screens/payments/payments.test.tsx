import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../../contract/entities/user.ts';
import type { App } from '../../../src/app/compose.ts';
import PaymentsScreen from '../../../src/screens/payments/index.tsx';
import { payment } from '../../models/paymentForm/cases.ts';
import { user as someone } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

type Call = Readonly<{ path: string; method: string; query: Record<string, unknown>; body: unknown }>;
let calls: Call[];
let failTotals = false;
beforeEach(() => {
  calls = [];
  window.history.replaceState(null, '', '/payments');
});
afterEach(cleanup);

const pending = { ...payment, id: 'cp-13', status: 'pending', actions: ['approve', 'fail'] };
const failed = {
  ...payment,
  id: 'po-4',
  type: 'commission_payment',
  customer_name: null,
  user_name: 'Sam Seller',
  status: 'failed',
  actions: ['retry'],
};
const answers: Record<string, unknown> = {
  '/api/v1/payments': {
    data: [pending, failed],
    pagination: { cursor: null, limit: 25, total: 2 },
    summary: { customer_total: 1200.5, commission_total: 300, pending_count: 1, transactions: 2 },
  },
  '/api/v1/users': { data: [], pagination: { cursor: null, limit: 500, total: 0 } },
  '/api/v1/payments/cp-13/approve': { ...pending, status: 'completed', version: 4 },
};
const show = async (features: readonly string[]) => {
  const user = { ...someone, role: 'finance' } as User;
  const app = await createStage({ features, user });
  const http = (
    path: string,
    { method = 'GET', query = {}, body }: { method?: string; query?: Record<string, unknown>; body?: unknown } = {},
  ) => {
    calls.push({ path, method, query, body });
    if (failTotals && query.part === 'totals') return Promise.reject({ status: 500 });
    return Promise.resolve({ ...Object(answers[path]), ...(query.part === 'rows' ? { summary: undefined } : {}) });
  };
  await act(async () => {
    render(
      <Stage app={{ ...app, http: http as unknown as App['http'] }}>
        <PaymentsScreen />
      </Stage>,
    );
  });
};
const card = (name: RegExp) => screen.findByRole('button', { name });

describe('spec 2.60: payments', () => {
  it('has four cards, Approve for pending and Retry for failed payments', async () => {
    await show(['payments']);
    expect((await card(/^Customer Payments/)).textContent).toContain('$1,200.50');
    expect((await card(/^Pending/)).textContent).toContain('1');
    fireEvent.click(await screen.findByRole('button', { name: 'Approve: cp-13' }));
    expect(screen.getByRole('button', { name: 'Retry: po-4' })).toBeDefined();
    await act(async () => {});
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({ path: '/api/v1/payments/cp-13/approve', body: { version: 3 } });
  });

  it('a card filters the list to the rows it counts', async () => {
    await show(['payments']);
    fireEvent.click(await card(/^Commission Payments/));
    await act(async () => {});
    expect(calls.at(-1)?.query).toMatchObject({ type: 'commission_payment' });
  });

  it('decisions 8.05: shows rows without their totals, and loads failed totals again', async () => {
    failTotals = true;
    await show(['payments']);
    await screen.findByRole('button', { name: 'Approve: cp-13' });
    expect((await screen.findByRole('alert')).textContent).toContain("The totals couldn't be loaded.");
    expect((await card(/^Pending/)).textContent).toContain('—');
    failTotals = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await act(async () => {});
    expect((await card(/^Pending/)).textContent).toContain('1');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('decisions 1.02, spec 3.20, 7.36: without the feature, shows the specified sample, tagged, and makes no call', async () => {
    await show([]);
    expect(await screen.findByText('Sample data')).toBeDefined();
    const grid = await screen.findByRole('grid', { name: 'Payments' });
    expect(await within(grid).findByText('Acme School District')).toBeDefined();
    fireEvent.click(within(grid).getByRole('button', { name: 'Approve: 3' }));
    await act(async () => {});
    expect(calls).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Payout runs' })).toBeNull();
  });
});
