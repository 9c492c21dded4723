import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Commission } from '../../../contract/entities/commission.ts';
import type { SummaryFigure } from '../../../src/machines/commissions/commissions.machine.ts';
import { statusOptions } from '../../../src/screens/commissions/connectCommissions.ts';
import WhySummary from '../../../src/screens/commissions/why/WhySummary.tsx';
import { createChips } from '../../../src/shared/lists/createChips.ts';
import { FilterChips } from '../../../src/shared/lists/FilterChips.tsx';
import { createStage, Stage } from '../../models/support/stage.tsx';
import { adjustment, range, record, summary } from './figuresCases.ts';

afterEach(cleanup);

const straddling = { commission_id: '9', salesperson_name: 'Sam Sales', booking_date: '2026-11-03', records: 'these' };
const difference = {
  amount: 20,
  adjustments: [
    { ...straddling, id: '31', invoice_number: '1042-A', amount: 30, effective_date: '2026-12-02' },
    {
      ...straddling,
      id: '32',
      invoice_number: '1001-B',
      amount: -15,
      effective_date: '2026-11-05',
      booking_date: '2026-09-20',
      records: 'others',
    },
  ],
  others: { count: 2, amount: 5 },
};

describe('the dialog behind a figure', () => {
  const requests: string[] = [];
  const open = async (figure: SummaryFigure, sample?: Commission) => {
    const acts = { onRows: vi.fn(), onAdjustments: vi.fn(), onClose: vi.fn() };
    requests.length = 0;
    const plan = { kind: 'plan', label: 'Default plan, version 1', date: null, amount: 100_000, note: 'quota of 2026-Q4' };
    const http = async (path: string): Promise<unknown> => {
      requests.push(path);
      if (path.endsWith('/explain')) return { rows: [plan, { ...plan, kind: 'earlier' }] };
      if (path.endsWith('/changes')) return { since: null, from: 0, to: 3_520.06, steps: [{ label: 'Commission', amount: 3_520.06 }] };
      if (path.endsWith('/difference')) return difference;
      return { data: [adjustment], pagination: { cursor: null, limit: 25 } };
    };
    const app = { ...(await createStage()), http, getService: (createService: (client: typeof http) => unknown) => createService(http) };
    await act(async () => {
      render(
        <Stage app={app as Parameters<typeof Stage>[0]['app']}>
          <WhySummary figure={figure} summary={summary} userId="7" range={range} sample={sample} {...acts} />
        </Stage>,
      );
    });
    return acts;
  };

  it('Adjustments lists those that add up to it, and links to their table', async () => {
    const acts = await open('total_adjustments');
    const table = await screen.findByRole('table', { name: 'How it is calculated' });
    expect(table.textContent).toContain('Invoice 1042-A: Referral bonusNov 3, 2026$25.05');
    expect(table.textContent).toContain('+ Other adjustments-$5.00');
    expect(table.textContent).toContain('= Adjustments$20.05');
    fireEvent.click(screen.getByRole('button', { name: 'Show the adjustments' }));
    expect(acts.onAdjustments).toHaveBeenCalledTimes(1);
  });

  it('decisions 2.05: Earned names the adjustments between it and the total, each linked to its other month', async () => {
    const acts = await open('total_commission_earned');
    const table = await screen.findByRole('table', { name: 'Why Earned differs from the total' });
    expect(
      [...table.querySelectorAll('tbody tr')].map(({ children }) => [...children].map((cell) => cell.textContent).join(' | ')),
    ).toEqual([
      'Invoice 1042-A | Sam Sales | Dec 2, 2026 | Nov 3, 2026 | $30.00',
      'Invoice 1001-B | Sam Sales | Nov 5, 2026 | Sep 20, 2026 | -$15.00',
      '+ Other adjustments |  |  |  | $5.00',
      '= Earned less the total |  |  |  | $20.00',
    ]);
    expect([...table.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      '/commissions?period=month&start=2026-12-01&end=2026-12-31&adjustments=approved',
      '/commissions?period=month&start=2026-09-01&end=2026-09-30&record=9',
    ]);
    fireEvent.click(screen.getByRole('link', { name: 'Invoice 1042-A' }));
    expect(acts.onClose).toHaveBeenCalledTimes(1);
  });

  it('Paid filters the table to its rows, including overpaid ones, and draws no total', async () => {
    const acts = await open('total_commission_paid', record);
    fireEvent.click(screen.getByRole('button', { name: 'Show the rows that are overpaid' }));
    expect(acts.onRows).toHaveBeenCalledWith('over_paid');
    expect(screen.getByText(/^Overpaid rows had \$400\.00 paid out/)).toBeTruthy();
    expect(screen.queryByRole('figure')).toBeNull();
    expect(requests).toEqual([]);
  });

  it('decisions 2.04: each figure of a formula leads to its own reason, a status to its rows, and earlier days to their records', async () => {
    window.history.replaceState(null, '', '/commissions?period=month&start=2026-11-01&end=2026-11-30&open=quota_attainment');
    const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    const month = '/commissions?period=month&start=2026-11-01&end=2026-11-30';
    await open('quota_attainment');
    expect(links()).toEqual([
      ['Commissionable sales', `${month}&open=total_commissionable_sales`],
      ['÷ Quota', `${month}&open=quota_amount`],
    ]);
    cleanup();
    await open('total_commission_due');
    expect(links()).toEqual([
      ['Due', `${month}&status=due`],
      ['+ Partially paid', `${month}&status=partially_paid`],
    ]);
    cleanup();
    await open('ytd_progress');
    expect(links()[0]).toEqual(['Jan 1, 2026 to Oct 31, 2026', '/commissions?period=custom&start=2026-01-01&end=2026-10-31&person=7']);
  });

  it("Quota shows the plan's text for one person's record", async () => {
    await open('quota_amount', record);
    const table = await screen.findByRole('table', { name: 'What the plan says' });
    expect(table.textContent).toContain('Plan: Default plan, version 1—quota of 2026-Q4$100,000.00');
    expect(table.querySelectorAll('tbody tr')).toHaveLength(1);
  });

  it('spec 2.35: the filter has five options, and overpaid is a removable chip beside them', () => {
    expect(statusOptions.map(({ label }) => label)).toEqual(['All', 'Due', 'Paid', 'Partially paid', 'Not due']);
    const onStatus = vi.fn();
    const choose = (_: string, status: string): void => onStatus(status);
    const chips = (status: string) => (
      <FilterChips
        chips={createChips({ filters: { status }, search: '', searches: 'all' }, { choose, setSearch: () => {} }, () => 'Overpaid')}
      />
    );
    const { rerender } = render(chips(''));
    expect(screen.queryByRole('button')).toBeNull();
    rerender(chips('over_paid'));
    fireEvent.click(screen.getByRole('button', { name: 'Only Overpaid: show all' }));
    expect(onStatus).toHaveBeenCalledWith('');
  });
});
