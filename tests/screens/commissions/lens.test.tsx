import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CommissionSummary } from '../../../contract/entities/commission.ts';
import type { Comparison } from '../../../contract/entities/comparison.ts';
import CommissionsScreen from '../../../src/screens/commissions/index.tsx';
import { user } from '../../models/session/cases.ts';
import { commissionRow as row } from '../../models/support/commissionRow.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), today: () => '2026-11-21' }));
beforeAll(async () => {
  await import('../../../src/screens/commissions/compared/ComparisonCard.tsx');
  await import('../../../src/screens/commissions/parts/RecordPanel.tsx');
  await import('../../../src/screens/commissions/why/WhyTab.tsx');
  await import('../../../src/ui/dialog/Dialog.tsx');
}, 60_000);
afterEach(cleanup);

const sums = (total: number, due: number) =>
  ({ total_commission: total, period_commission: total, total_adjustments: 0, total_commission_due: due }) as CommissionSummary;
const bar = (id: string, amount: number, after: 'due' | null): Comparison['bars'][number] => ({
  ref: { kind: 'record', id },
  label: `10${id}-A`,
  salesperson_name: 'Sam Sales',
  user_id: '7',
  date: '2026-11-03',
  before: 300,
  after: 300 + amount,
  amount,
  status_before: 'not_due',
  status_after: after,
});
const comparison: Comparison = {
  asOf: '2026-11-10',
  against: '2026-11-15',
  from: sums(1000, 0),
  to: sums(1030, 500),
  bars: [bar('42', 60, 'due'), bar('43', -50, null)],
  others: { count: 3, amount: 20 },
};

let requests: string[] = [];
beforeEach(() => {
  requests = [];
});
const features = ['as-of', 'adjustments', 'explain', 'disputes', 'history', 'holds', 'splits', 'statements', 'commission-search'] as const;
const mount = async (address: string, announced: readonly string[] = features) => {
  window.history.replaceState(null, '', `/commissions?period=month&start=2026-11-01&end=2026-11-30${address}`);
  const app = await createStage({ features: [...announced], user: { ...user, role: 'admin' } });
  const http = async (path: string, { query = {} }: { query?: Record<string, string> } = {}) => {
    requests.push(`${path}?${new URLSearchParams(query)}`);
    if (path === '/api/v1/commissions') return { data: [row], summary: sums(300, 0), pagination: { cursor: null, limit: 10, total: 1 } };
    if (path === '/api/v1/commissions/comparison') return comparison;
    if (path.startsWith('/api/v1/commissions/9'))
      throw Object.assign(new Error(path), { status: 404, data: { message: 'not asked here' } });
    return { data: [], pagination: { cursor: null, limit: 10, total: 0 }, count: 0, months: [] };
  };
  const services = new Map<unknown, unknown>();
  const getService = (createService: (client: typeof http) => unknown) =>
    services.get(createService) ?? services.set(createService, createService(http)).get(createService);
  const stage = { ...app, http, getService } as unknown as typeof app;
  await act(
    async () =>
      void render(
        <Stage app={stage}>
          <CommissionsScreen />
        </Stage>,
      ),
  );
  await screen.findByText('1042-A');
};
const list = () => requests.filter((call) => call.startsWith('/api/v1/commissions?'));
const address = () => new URLSearchParams(window.location.search);

describe('Commissions as of a past day', () => {
  it('the day in the URL is requested from the first call and shown in a banner, and nothing can be changed', async () => {
    await mount('&asOf=2026-11-10');
    expect(list().every((call) => call.includes('asOf=2026-11-10'))).toBe(true);
    expect(screen.getByText('As known at the end of Nov 10, 2026. Nothing can be changed here.')).toBeTruthy();
    for (const name of ['New Adjustment', 'Generate Commission Statement', 'Calculate Projections', 'Review Adjustments'])
      expect(screen.queryByRole('button', { name }), name).toBeNull();
    expect(screen.queryByRole('region', { name: 'Commission Adjustments' })).toBeNull();
  });

  it('a record has Why and Details as known then, and no actions', async () => {
    await mount('&asOf=2026-11-10&row=9');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Why?', 'Details']);
    expect(requests).toContain('/api/v1/commissions/9/explain?asOf=2026-11-10');
    expect(dialog.queryByRole('button', { name: 'Edit Commission' })).toBeNull();
    expect(dialog.queryByLabelText('As of')).toBeNull();
  });

  it('Back to now requests the present, and the address drops the day', async () => {
    await mount('&asOf=2026-11-10');
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Back to now' })));
    await screen.findByText('1042-A');
    expect(list().at(-1)).not.toContain('asOf');
    expect(address().has('asOf')).toBe(false);
    expect(screen.getByRole('button', { name: 'Generate Commission Statement' })).toBeTruthy();
  });

  it('two days show both figures, and a bar for each record that links to it as it was', async () => {
    await mount('&asOf=2026-11-10&against=2026-11-15');
    expect(await screen.findByRole('heading', { name: 'What changed between Nov 10, 2026 and Nov 15, 2026' })).toBeTruthy();
    const compared = requests.find((call) => call.startsWith('/api/v1/commissions/comparison'));
    expect(compared).toContain('start_date=2026-11-01&end_date=2026-11-30&asOf=2026-11-10&against=2026-11-15');
    const links = screen.getAllByRole('link', { name: /· Sam Sales$/ });
    const month = '/commissions?period=month&start=2026-11-01&end=2026-11-30';
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['1042-A · Sam Sales', `${month}&row=42&asOf=2026-11-15`],
      // The record no longer existed on the second day.
      ['1043-A · Sam Sales', `${month}&row=43&asOf=2026-11-10`],
    ]);
    for (const words of ['Not due → Due', 'Not due → Not there', '3 others', 'Total on Nov 10, 2026', 'Total on Nov 15, 2026'])
      expect(screen.getByText(words), words).toBeTruthy();
    const figures = screen.getByRole('table', { name: 'Both days' });
    expect(within(figures).getByRole('row', { name: 'Total commission $1,000.00 $1,030.00 $30.00' })).toBeTruthy();
    expect(within(figures).getByRole('row', { name: 'Due $0.00 $500.00 $500.00' })).toBeTruthy();
  });

  it('a provider without past days gets no request for one, whatever the address says', async () => {
    await mount('&asOf=2026-11-10', []);
    expect(list().some((call) => call.includes('asOf'))).toBe(false);
    expect(screen.queryByRole('button', { name: 'View as of a day' })).toBeNull();
  });
});
