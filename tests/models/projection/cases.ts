import type { OpenDeal, Projection } from '../../../contract/entities/projection.ts';
import { projectionMachine } from '../../../src/machines/projections/projection.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const deal = (id: string): OpenDeal => ({
  id,
  name: `Deal ${id}`,
  customer_name: 'Acme School',
  stage: 'Proposal',
  amount: 20_000,
  probability: 0.5,
  expected_close_date: '2026-12-10',
});
export const projected = (commission: number): Projection => ({
  before: { net_revenue: 92_000, commission: 4600, quota_attainment: 0.92, effective_rate: 0.05 },
  after: { net_revenue: 112_000, commission, quota_attainment: 1.12, effective_rate: commission / 112_000 },
  rows: [{ label: 'Deal a', booking_date: '2026-12-10', net_revenue: 20_000, commission: 1300, rate: 0.065 }],
  periods: ['Q4 2026'],
  range: { start_date: '2026-10-01', end_date: '2026-12-31' },
  left_out: [],
  next_threshold: { missing: 8000, rate: 0.075, period: 'Q4 2026', quota_period: 'quarter', whole: false },
});
export const row = { net_revenue: 5000, booking_date: '2026-12-01' };

export const projection: MachineCases<typeof projectionMachine> = {
  machine: projectionMachine,
  inputs: [{ userId: '7' }],
  cases: {
    'person.choose': ({ context }) => [{ userId: context.userId === '7' ? '8' : '7' }, { userId: context.userId }],
    'deal.toggle': [{ id: 'a' }],
    'weighted.toggle': [{}],
    // One row is enough to add and remove.
    'row.add': ({ context }) => (context.extra.length < 1 ? [{ row }] : []),
    'row.remove': [{ index: 0 }],
    'projection.retry': [{}],
    'xstate.done.actor.loadDeals': [{ output: [deal('a'), deal('b')] }],
    'xstate.error.actor.loadDeals': [{ error: { status: 500 } }],
    'xstate.done.actor.calculate': [{ output: projected(5900) }],
    // A row can be rejected only if one exists.
    'xstate.error.actor.calculate': ({ context }) => [
      { error: { status: 500, data: { message: 'The plan is not complete.' } } },
      ...(context.extra.length > 0
        ? [{ error: { status: 422, data: { message: 'Too late.', errors: { 'extra.0.booking_date': 'Too late.' } } } }]
        : []),
    ],
  },
  project: ({ deals, ticked, extra, weighted, projection, rowErrors, error }) => [
    deals.length,
    ticked.length,
    extra.length,
    weighted,
    projection !== null,
    Object.keys(rowErrors).join(),
    error,
  ],
};
