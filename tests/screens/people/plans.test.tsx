import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlanClause, Plans, PricedClauses, PricedRowPage } from '../../../contract/entities/plan.ts';
import type { App } from '../../../src/app/compose.ts';
import PlansScreen from '../../../src/screens/plans/index.tsx';
import { createStage, Stage } from '../../models/support/stage.tsx';

const clause = (key: string, path: string, group: PlanClause['group'], sentence: string): PlanClause => ({
  key,
  path,
  group,
  sentence,
  prices: group === 'rates',
});
const version = (id: number, by: string | null) => ({ id: String(id), version: id, since: '2026-11-03T12:00:00Z', by });
const base = clause('tiers.0', 'plans[0].base_commission_rate', 'rates', 'Net revenue up to the quota earns 5.0%.');
const overQuotaClause = clause('tiers.1', 'plans[0].over_quota_commission_rate', 'rates', 'Net revenue over the quota earns 8.0%.');
const plans: Plans = {
  version: version(7, 'Ada Lee'),
  compared: version(6, null),
  changes: [
    {
      plan_id: 'a',
      plan: 'Sellers',
      path: overQuotaClause.path,
      before: 'Net revenue over the quota earns 7.5%.',
      after: overQuotaClause.sentence,
    },
  ],
  plans: [
    { id: 'a', name: 'Sellers', own: true, people: 12, clauses: [base, overQuotaClause] },
    {
      id: 'b',
      name: 'Leads',
      own: false,
      people: 1,
      clauses: [clause('due', 'plans[1].due', 'release', 'Commission is released on booking.')],
    },
  ],
  company: [clause('payout', 'payout', 'company', 'Commission is paid out on the last day of the month.')],
  versions: [version(7, 'Ada Lee'), version(6, null)],
};
const line = (clause: PlanClause | null, key: string, amount: number, records: number, by = 7) => ({
  version: by,
  key,
  path: clause?.path ?? null,
  sentence: clause?.sentence ?? null,
  records,
  net_revenue: amount * 20,
  amount,
});
const priced: PricedClauses = {
  data: [
    line(base, 'tiers.0', 4000, 3),
    line(overQuotaClause, 'tiers.1', 1600, 1),
    { ...line(overQuotaClause, 'tiers.1', 75, 1, 5), sentence: 'It earned 7.5%.' },
    line(null, 'own_rate', 10, 2),
  ],
  total: { records: 6, amount: 5685 },
};
const row = {
  id: '41',
  invoice_number: '1042-A',
  customer_name: 'Mesa Library',
  salesperson_name: 'Sam Seller',
  booking_date: '2026-11-03',
};
const records: PricedRowPage = {
  data: [{ ...row, net_revenue: 20_000, rate: 0.08, amount: 1600 }],
  pagination: { cursor: null, limit: 10, total: null },
};

let calls: string[] = [];
let answer = plans;
const open = async (address: string): Promise<void> => {
  window.history.replaceState(null, '', address);
  const app = await createStage({ features: ['plan-page'] });
  const http = async (path: string, { query = {} }: { query?: Record<string, unknown> } = {}) => {
    calls.push(`${path} ${new URLSearchParams(query as Record<string, string>)}`);
    if (path === '/api/v1/plans' && 'version' in query && query.version === '99')
      throw { status: 404, data: { message: 'This version does not exist.' } };
    if (path === '/api/v1/plans') return answer;
    return path.endsWith('/clauses') ? priced : records;
  };
  await act(async () => {
    render(
      <Stage app={{ ...app, http: http as App['http'] }}>
        <PlansScreen />
      </Stage>,
    );
  });
};
const period = 'period=month&start=2026-11-01&end=2026-11-30';
const priceLine = (name: string) => screen.findByText(name);
const click = async (element: HTMLElement): Promise<void> => act(async () => void fireEvent.click(element));

beforeEach(() => {
  calls = [];
  answer = plans;
});
afterEach(cleanup);

describe('decisions 2.09: the plan page', () => {
  it('starts with one’s own plan, its version, and the changes from the previous one', async () => {
    await open(`/plans?${period}`);
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Sellers Your plan',
      'Leads ',
      'For everybody',
      'Version',
    ]);
    expect(screen.getByText('12 people are paid by it today.')).toBeTruthy();
    expect(within(screen.getByRole('list', { name: 'What changed since version 6' })).getByRole('listitem').textContent).toBe(
      'ChangedNet revenue over the quota earns 7.5%. Net revenue over the quota earns 8.0%.',
    );
    expect(screen.getByRole('combobox', { name: 'Version shown' })).toHaveProperty('value', '7');
    expect(calls).toEqual(['/api/v1/plans ', '/api/v1/plans/a/clauses start_date=2026-11-01&end_date=2026-11-30']);
  });

  it('says in one’s own plan that leave lowers the quota (decisions 2.22)', async () => {
    const leave = 'Quota of Q4 2026: 46 of its 92 days are leave, so it is $50,000.00 instead of $100,000.00.';
    answer = { ...plans, plans: plans.plans.map((plan) => (plan.own ? { ...plan, leave } : plan)) };
    await open(`/plans?${period}`);
    expect(screen.getByText(leave)).toBeTruthy();
  });

  it('a clause links to the records it priced, and the address keeps it', async () => {
    await open(`/plans?${period}`);
    expect((await priceLine('3 records, $4,000.00')).getAttribute('aria-expanded')).toBe('false');
    await click(await priceLine('1 record, $1,600.00'));
    expect((await screen.findByText('1042-A', { selector: 'a' })).getAttribute('href')).toBe(
      '/commissions?period=month&start=2026-11-01&end=2026-11-30&row=41',
    );
    expect(calls.at(-1)).toBe('/api/v1/plans/a/records key=tiers.1&version=7&start_date=2026-11-01&end_date=2026-11-30&limit=10');
    expect(new URLSearchParams(window.location.search).get('clause')).toBe(overQuotaClause.path);
    await click(await priceLine('1 record, $1,600.00'));
    expect(new URLSearchParams(window.location.search).get('clause')).toBeNull();
  });

  it('lists amounts priced by another version or no clause separately, and everything adds up', async () => {
    await open(`/plans?${period}`);
    await priceLine('1 record, $75.00 (by version 5)');
    expect(screen.getByText('It earned 7.5%.')).toBeTruthy();
    expect(screen.getByText('The invoice has a rate of its own.')).toBeTruthy();
    expect(screen.getByText('6 records of the period, $5,685.00 in all.')).toBeTruthy();
  });

  it('a link from Why names a clause by its JSON path alone', async () => {
    await open(`/plans?clause=plans[0].tiers[1].rate&${period}`);
    expect((await priceLine('1 record, $1,600.00')).getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText(overQuotaClause.sentence, { selector: 'li p' }).closest('li')?.getAttribute('aria-current')).toBe('true');
  });

  it('says that a clause is not in the plans the user may read', async () => {
    await open(`/plans?clause=plans[9].due&${period}`);
    expect((await screen.findByRole('status')).textContent).toBe('The rule that this link names is not in this version of your plans.');
  });

  it('requests another version, keeps it in the address, and offers Back to the current one', async () => {
    await open(`/plans?${period}`);
    await act(async () => void fireEvent.change(screen.getByRole('combobox', { name: 'Version shown' }), { target: { value: '6' } }));
    expect(calls).toContain('/api/v1/plans version=6');
    expect(new URLSearchParams(window.location.search).get('version')).toBe('6');
    await click(screen.getByRole('button', { name: 'Show the current version' }));
    expect(new URLSearchParams(window.location.search).get('version')).toBeNull();
  });

  it('a version that does not exist offers no retry, and leads back to the current one', async () => {
    await open(`/plans?version=99&${period}`);
    expect((await screen.findByRole('alert')).textContent).toContain('This version does not exist.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await click(screen.getByRole('button', { name: 'Show the current version' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(calls.at(-1)).not.toContain('version=');
  });

  it('says why there is nothing to read', async () => {
    answer = { ...plans, plans: [], changes: [] };
    await open(`/plans?${period}`);
    expect(screen.getByText('No plan applies to you')).toBeTruthy();
    expect(screen.getByText('Nothing that you may read changed since version 6.')).toBeTruthy();
  });
});
