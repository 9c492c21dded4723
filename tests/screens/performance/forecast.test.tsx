import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommissionCosts, Forecast } from '../../../contract/entities/forecast.ts';
import type { Role, User } from '../../../contract/entities/user.ts';
import type { App } from '../../../src/app/compose.ts';
import ForecastScreen from '../../../src/screens/forecast/index.tsx';
import { user as someone } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

let calls: Record<string, unknown>[];
let failing: readonly string[];
beforeEach(() => {
  calls = [];
  failing = [];
  window.history.replaceState(null, '', '/forecast');
});
afterEach(cleanup);

const noOverdue = { not_due: 0, days_1_30: 0, days_31_60: 0, days_61_90: 0, over_90: 0 };
const forecast: Forecast = {
  as_of: '2026-11-21',
  liability: [
    { until: 'month', end_date: '2026-11-30', due: 220, from_records: 0, from_deals: 0, payable: 220, unreleased: 440 },
    { until: 'quarter', end_date: '2026-12-31', due: 220, from_records: 385, from_deals: 25, payable: 630, unreleased: 280 },
    { until: 'year', end_date: '2026-12-31', due: 220, from_records: 385, from_deals: 25, payable: 630, unreleased: 280 },
  ],
  deals: 2,
  deals_left_out: 1,
  receivables: {
    total: 7600,
    invoices: 5,
    ages: { ...noOverdue, not_due: 3900, days_1_30: 3000, days_61_90: 400, over_90: 300 },
    customers: [{ customer_name: 'Mesa Library', invoices: 2, total: 4000, ages: { ...noOverdue, not_due: 1000, days_1_30: 3000 } }],
  },
  unapplied: 500,
  unapplied_receipts: 1,
  computing: false,
};
const costs: CommissionCosts = {
  total: { commission: 450, revenue: 9000, share: 0.05 },
  rows: [
    { key: '7', label: 'Sam Seller', commission: 450, revenue: 8000, share: 0.05625 },
    { key: '', label: null, commission: 0, revenue: 1000, share: 0 },
  ],
};

const show = async (role: Role = 'finance') => {
  const user = { ...someone, role } as User;
  const app = await createStage({ features: ['forecast', 'payments'], user });
  const http = (path: string, { query = {} }: { query?: Record<string, unknown> } = {}) => {
    calls.push({ path, ...query });
    if (failing.includes(path)) return Promise.reject({ status: 500, data: {} });
    return Promise.resolve(path.endsWith('/costs') ? costs : forecast);
  };
  await act(async () => {
    render(
      <Stage app={{ ...app, http: http as unknown as App['http'] }}>
        <ForecastScreen />
      </Stage>,
    );
  });
};
const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('decisions 2.30: the company forecast', () => {
  it('shows the amounts owed, and lists a day that ends both a quarter and a year once', async () => {
    await show();
    expect(await screen.findByText('$220.00 by Nov 30, 2026')).toBeDefined();
    expect(screen.getAllByText('$630.00 by Dec 31, 2026')).toHaveLength(1);
    expect(await screen.findByText('By Nov 30, 2026')).toBeDefined();
    expect(cellsOf(screen.getByRole('table', { name: 'Commission we will owe' }))).toEqual([
      ['End of', 'Nov 30, 2026', 'Dec 31, 2026'],
      ['Due today', '$220.00', '$220.00'],
      ['Released by then', '$0.00', '$385.00'],
      ['Open deals', '$0.00', '$25.00'],
      ['To pay', '$220.00', '$630.00'],
      ['Earned, released later', '$440.00', '$280.00'],
    ]);
    expect(screen.getByText('1 open deal is left out: amount, owner or close date is missing.')).toBeDefined();
  });

  it('shows commission as a share of revenue, by the chosen breakdown, in the address', async () => {
    await show();
    expect(await screen.findByText('5.0% of revenue: $450.00 of $9,000.00')).toBeDefined();
    fireEvent.change(screen.getByRole('combobox', { name: 'Show by' }), { target: { value: 'person' } });
    await act(async () => {});
    expect(calls.at(-1)).toMatchObject({ path: '/api/v1/forecast/costs', by: 'person' });
    expect(cellsOf(screen.getByRole('table', { name: 'Cost of commission' }))).toEqual([
      ['Person', 'Commission', 'Revenue', 'Share'],
      ['Sam Seller', '$450.00', '$8,000.00', '5.6%'],
      ['Nobody credited', '$0.00', '$1,000.00', '0.0%'],
    ]);
  });

  it('shows items older than 60 days, and the customers who owe most', async () => {
    await show();
    expect(await screen.findByText('$700.00 is older than 60 days, of $7,600.00 on 5 open invoices')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Mesa Library' }).getAttribute('href')).toBe('/invoices?search=Mesa+Library');
  });

  it('unapplied money links to Payments for users who apply it, and is hidden from others', async () => {
    const sentence = '$500.00 of 1 payment is applied to no invoice.';
    await show();
    expect((await screen.findByRole('link', { name: sentence })).getAttribute('href')).toBe('/payments?type=unapplied');
    cleanup();
    await show('vp_sales');
    await screen.findByRole('link', { name: 'Mesa Library' });
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it('decisions 8.05: each failed half says so, and the other is shown', async () => {
    failing = ['/api/v1/forecast'];
    await show();
    expect(await screen.findByText('The forecast could not be loaded.')).toBeDefined();
    expect(await screen.findByText('5.0% of revenue: $450.00 of $9,000.00')).toBeDefined();
    expect(screen.queryByText('No customer owes anything.')).toBeNull();
  });
});
