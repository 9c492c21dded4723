import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ProjectionInputs } from '../../../contract/entities/projection.ts';
import { defaultPlan } from '../../../contract/rules/commission/plan.ts';
import { createIndividualStage, figures, region, seller } from './individualStage.tsx';

vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), today: () => '2026-11-21' }));
beforeAll(async () => {
  await import('../../../src/screens/individual/parts/NextDeal.tsx');
});

const inputs: ProjectionInputs = {
  today: '2026-11-21',
  range: { start_date: '2026-10-01', end_date: '2026-12-31' },
  plan: defaultPlan,
  quota: 100_000_00,
  bookings: [
    {
      id: 1,
      invoiceNumber: 'A-1',
      bookingDate: '2026-10-05',
      net: 95_000_00,
      gross: 95_000_00,
      credit: 'sale',
      creditOf: null,
      original: null,
      rateOverride: null,
      excluded: false,
    },
  ],
  closed: null,
};

const stage = createIndividualStage();
const { mount } = stage;

describe('the next pay (decisions 2.29)', () => {
  const payout = { id: '5', user_id: '7', user_name: 'Sam', amount: 576.23, payment_date: '2026-11-30', status: 'pending' };
  const check = {
    next: payout,
    ...{
      in_progress: [payout, { ...payout, id: '6', amount: 190.92 }],
      ready: 0,
      ready_on: '2026-11-30',
      waiting: 10,
      held: 0,
      computing: false,
    },
  };
  const months = Array.from({ length: 12 }, (_, index) => ({
    month: `2026-${String(index + 1).padStart(2, '0')}-01`,
    total_commission: index * 100,
  }));
  const paid = { ...figures, months, summary: { next_rate: { missing: 5_000, rate: 0.075, period: 'Q4 2026' } } };
  const path = '/api/v1/payouts/next';

  it('comes first: amount, day and state, earnings, the distance to the next rate, and twelve months', async () => {
    stage.answers = { '/api/v1/analytics/performance': paid, [path]: check };
    await mount(['my-check']);
    const paidRegion = region('You are paid');
    expect((await paidRegion.findByRole('link', { name: '$576.23' })).getAttribute('href')).toBe('/payouts');
    expect(paidRegion.getByText('on Nov 30, 2026, in 9 days')).toBeTruthy();
    expect(paidRegion.getByText('Proposed. A second person still has to approve it.')).toBeTruthy();
    expect(paidRegion.getByText('Another $190.92 on Nov 30, 2026.')).toBeTruthy();
    expect(paidRegion.getByRole('link', { name: '$1,000.00' }).getAttribute('href')).toBe(
      '/commissions?period=month&start=2026-11-01&end=2026-11-21',
    );
    expect(screen.getAllByText('$5,000.00 more in Q4 2026 and the rest pays 7.5%.')).toHaveLength(1);
    fireEvent.click(await paidRegion.findByRole('button', { name: 'Show as table' }));
    expect(paidRegion.getByRole('link', { name: '$1,100.00' }).getAttribute('href')).toContain('start=2026-12-01');
  });

  it('decisions 8.05: a failed load of the check says so and keeps the other figures', async () => {
    stage.answers = { '/api/v1/analytics/performance': paid, [path]: { status: 500, data: { message: 'The check is unavailable.' } } };
    await mount(['my-check']);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Total Sales: $20,000.00' })).toBeTruthy();
    expect(screen.queryByText(/Nov 30, 2026/)).toBeNull();
  });

  const none = {
    ...paid,
    ...{ total_sales: 0, total_commission: 0, quota_amount: 0, quota_attainment: null },
    months: months.map(({ month }) => ({ month, total_commission: 0 })),
  };
  it('leads a manager without quota, sales or commission to the team instead of zeros', async () => {
    stage.answers = { ...stage.answers, '/api/v1/analytics/performance': none, [path]: check };
    await mount(['my-check'], { ...seller, role: 'sales_manager' });
    await screen.findByText('No commission of your own');
    expect(screen.queryByRole('link', { name: /^Total Sales/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Open Team Dashboard' }));
    expect(window.location.pathname).toBe('/dashboard/team');
  });

  it('a new salesperson sees their page, even if it is all zeros', async () => {
    stage.answers = { '/api/v1/analytics/performance': none, [path]: { ...check, next: { ...payout, amount: 0, status: 'ready' } } };
    await mount(['my-check']);
    expect(await screen.findByText('Nothing is due for Nov 30, 2026 yet.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Total Sales: $0.00' })).toBeTruthy();
  });
});

describe('the next deal', () => {
  it('decisions 2.13: computes with the engine while the slider moves, after one call', async () => {
    stage.answers = { ...stage.answers, '/api/v1/commissions/projections/inputs': inputs };
    await mount(['projections']);
    const slider = await screen.findByRole('slider');
    // 95,000 booked: 5,000 at 5% and 5,000 at 7.5%.
    expect(screen.getByText('Earns $625.00 (6.3%)')).toBeTruthy();
    fireEvent.change(slider, { target: { value: '5000' } });
    expect(screen.getByText('Earns $250.00 (5.0%)')).toBeTruthy();
    expect(stage.calls.filter((call) => call.includes('inputs'))).toHaveLength(1);
  });
});
