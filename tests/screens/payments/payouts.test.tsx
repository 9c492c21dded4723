import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NextPayout, Payout, PayoutDetail, WaitingRecord } from '../../../contract/entities/payout.ts';
import type { Role, User } from '../../../contract/entities/user.ts';
import type { App } from '../../../src/app/compose.ts';
import { differenceText } from '../../../src/screens/payouts/differenceText.ts';
import PayoutsScreen from '../../../src/screens/payouts/index.tsx';
import { user as someone } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

type Call = Readonly<{ path: string; query: Record<string, unknown> }>;
let calls: Call[];
let failing: readonly string[];
let nextCheck: NextPayout;
beforeEach(() => {
  calls = [];
  failing = [];
  nextCheck = { ...checkOf(ready), waiting: 200, held: 30, draw: { drawn: 0, recovered: 500, owed: 1000 } };
  window.history.replaceState(null, '', '/payouts');
});
afterEach(cleanup);

const payout = (id: string, amount: number, payment_date: string, overrides: Partial<Payout> = {}): Payout => ({
  id,
  user_id: someone.id,
  user_name: 'Sam Seller',
  amount,
  payment_date,
  status: 'completed',
  reversal_of: null,
  reversed_by: null,
  ...overrides,
});
const october = payout('po-7', 1000, '2026-10-31');
const september = payout('po-6', 640, '2026-09-30');
const ready = payout(`next-${someone.id}`, 687.6, '2026-11-30', { status: 'ready' });
const checkOf = (next: Payout): NextPayout => ({
  next,
  in_progress: [],
  ready: next.amount,
  ready_on: '2026-11-30',
  waiting: 0,
  held: 0,
  computing: false,
});
const step = (cause: PayoutDetail['steps'][number]['cause'], amount: number, count = 1) => ({
  cause,
  amount,
  before: 0,
  after: amount,
  count,
});
const detail: PayoutDetail = {
  ...ready,
  parts: [
    {
      cause: 'new_sales',
      amount: 887.6,
      lines: [
        {
          kind: 'record',
          id: '3',
          label: '22047-ABC',
          customer_name: 'Flagstaff Library',
          day: '2026-11-03',
          amount: 687.6,
          missing: false,
        },
        { kind: 'record', id: '4', label: '22048-ABC', customer_name: 'Mesa Library', day: '2026-11-04', amount: 200, missing: true },
      ],
    },
    { cause: 'draw_recovered', amount: -70, lines: [] },
  ],
  baseline: october,
  steps: [step('memos', -42.4), step('paid_late', -200, 2), step('draw_recovered', -70)],
  earlier: [october, september],
};
const waitingRecords: readonly WaitingRecord[] = [
  {
    id: '8',
    invoice_number: '22050-ABC',
    customer_name: 'Tempe Library',
    booking_date: '2026-09-04',
    amount: 200,
    expected_on: '2026-12-04',
    why: 'Released once the customer pays; the invoice is due Dec 4, 2026.',
  },
  {
    id: '9',
    invoice_number: '22051-ABC',
    customer_name: 'Yuma Library',
    booking_date: '2026-11-05',
    amount: 30,
    expected_on: null,
    why: 'On hold: The order is disputed',
  },
];
const inProgress = { pending: { count: 3, amount: 1200 }, processing: { count: 1, amount: 800 } };
const answerTo = (path: string): unknown => {
  if (path.endsWith('/waiting')) return { data: waitingRecords, total: 12_000 };
  if (path.endsWith('/next')) return nextCheck;
  if (path === '/api/v1/payouts')
    return { data: [october, september], pagination: { cursor: null, limit: 25, total: 2 }, summary: inProgress };
  if (path.startsWith('/api/v1/payouts/')) return detail;
  return { data: [], pagination: { cursor: null, limit: 500, total: 0 } };
};
const show = async (role: Role = 'salesperson') => {
  const user = { ...someone, role } as User;
  const app = await createStage({ features: ['my-check'], user });
  const http = (path: string, { query = {} }: { query?: Record<string, unknown> } = {}) => {
    calls.push({ path, query });
    return failing.includes(path) ? Promise.reject({ status: 500, data: {} }) : Promise.resolve(answerTo(path));
  };
  await act(async () => {
    render(
      <Stage app={{ ...app, http: http as unknown as App['http'] }}>
        <PayoutsScreen />
      </Stage>,
    );
  });
};
const check = () => screen.findByRole('region', { name: 'Your next check' });

describe('decisions 2.29: the text about late invoices', () => {
  it.each([
    [900, { before: 200, after: 0, amount: -200 }, 'less from invoices paid late'],
    [900, { before: 0, after: -200, amount: -200 }, '1 invoice paid late'],
    [1200, { before: -200, after: 0, amount: 200 }, 'fewer invoices paid late'],
    [1200, { before: 0, after: 200, amount: 200 }, 'late invoices paid'],
  ])('a check of %d with %j says "%s"', (amount, late, words) =>
    expect(differenceText({ amount, baseline: october, steps: [{ cause: 'paid_late', count: 1, ...late }] })).toContain(`: ${words}.`),
  );
});

describe('decisions 2.29: my check', () => {
  it('shows the next check, its day, the waiting amounts, and its difference from the last one', async () => {
    await show();
    const region = await check();
    expect(await within(region).findByText('$687.60')).toBeDefined();
    expect(within(region).getByText(/Nov 30, 2026/)).toBeDefined();
    expect(within(region).getByText('$200.00 is earned and not released yet.')).toBeDefined();
    expect(within(region).getByText('$30.00 is earned and on hold.')).toBeDefined();
    expect(within(region).getByText('$500.00 of this check pays back earlier draws.')).toBeDefined();
    expect(within(region).getByText('$1,000.00 of draws is still owed after it.')).toBeDefined();
    expect(within(region).queryByText(/^A draw adds/)).toBeNull();
    expect(
      await within(region).findByText('$312.40 less than on Oct 31, 2026: 2 invoices paid late, draw recovered, 1 credit memo.'),
    ).toBeDefined();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('opens the comparison, and keeps the other check in the address', async () => {
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'See why' }));
    const dialog = await screen.findByRole('dialog', { name: /Nov 30, 2026/ });
    expect(await within(dialog).findByRole('region', { name: 'What it is made of' })).toBeDefined();
    expect(within(dialog).getByText('22047-ABC')).toBeDefined();
    expect(within(dialog).getByText('Not paid by the customer in time')).toBeDefined();
    await act(async () => {});
    const select = within(dialog).getByRole('combobox', { name: 'Compare with' });
    fireEvent.change(select, { target: { value: 'po-6' } });
    await act(async () => {});
    expect(calls.at(-1)).toEqual({ path: `/api/v1/payouts/next-${someone.id}`, query: { against: 'po-6' } });
  });

  it('lists all waiting amounts of every month, with the expected day and the reason', async () => {
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Show each invoice' }));
    const dialog = await screen.findByRole('dialog', { name: 'Your commission that waits' });
    expect(await within(dialog).findByText('On hold: The order is disputed')).toBeDefined();
    const cells = within(dialog)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(cells.slice(1).map(([, expected, amount]) => [expected, amount])).toEqual([
      ['Dec 4, 2026', '$200.00'],
      ['Not known', '$30.00'],
    ]);
    // The total counts records beyond those that are listed.
    expect(within(dialog).getByText('$12,000.00')).toBeDefined();
    await act(async () => {});
    expect(window.location.search).toBe(`?payout=waiting-${someone.id}`);
    expect(calls.at(-1)).toEqual({ path: '/api/v1/payouts/waiting', query: { user_id: someone.id } });
  });

  it('shows a payment in progress as the next check, and other due amounts later', async () => {
    const pending = payout('po-9', 500, '2026-11-27', { status: 'pending' });
    nextCheck = { ...checkOf(pending), in_progress: [pending], ready: 80, ready_on: '2026-12-31' };
    await show();
    const region = await check();
    expect(await within(region).findByText('Proposed. A second person still has to approve it.')).toBeDefined();
    expect(within(region).getByText('This payment leaves out $80.00 that is due so far and planned for Dec 31, 2026.')).toBeDefined();
    cleanup();
    nextCheck = { ...nextCheck, ready_on: '2026-11-27' } as typeof nextCheck;
    await show();
    expect(await within(await check()).findByText('$80.00 more is due and comes with a later check.')).toBeDefined();
  });

  it('decisions 2.29: shows amounts due for later months, with the pay day of each', async () => {
    nextCheck = { ...checkOf(ready), later: [{ amount: 300, pay_on: '2026-12-28' }] };
    await show();
    const region = await check();
    expect(
      await within(region).findByText('$300.00 is due, for a later month than this run pays. Its pay day is Dec 28, 2026.'),
    ).toBeDefined();
  });

  it('says that nothing is due, or that a deduction is carried forward', async () => {
    nextCheck = { ...checkOf({ ...ready, amount: 0 }), ready: -25 };
    await show();
    const region = await check();
    expect(await within(region).findByText('Nothing is due for Nov 30, 2026 yet.')).toBeDefined();
    expect(within(region).getByText('$25.00 is carried forward: deductions exceed the due amount.')).toBeDefined();
  });

  it('finance starts with everyone, and requests no check of their own', async () => {
    await show('finance');
    const words = 'In progress: 3 payments of $1,200.00 waiting for approval, 1 payment of $800.00 on the way.';
    expect(await screen.findByRole('link', { name: words })).toBeDefined();
    expect(screen.getByText('Choose a person to see their next check.')).toBeDefined();
    expect(calls.some(({ path }) => path.endsWith('/next'))).toBe(false);
  });

  it('decisions 8.05: a failed load never looks like an empty list', async () => {
    failing = ['/api/v1/payouts', '/api/v1/payouts/next'];
    await show();
    expect(await screen.findAllByText('The payouts could not be loaded.')).not.toEqual([]);
    expect(await screen.findByText('The next check could not be loaded.')).toBeDefined();
    expect(screen.queryByText('No payouts yet')).toBeNull();
  });
});

describe('the sentence of a difference', () => {
  it.each([
    [687.6, detail.steps, '$312.40 less than on Oct 31, 2026: 2 invoices paid late, draw recovered, 1 credit memo.'],
    [1100, [step('new_sales', 150), step('memos', -50)], '$100.00 more than on Oct 31, 2026: more from new sales.'],
    [1000, [step('new_sales', 50), step('memos', -50)], 'The same amount as on Oct 31, 2026.'],
    [900, [step('paid_late', -100, 1)], '$100.00 less than on Oct 31, 2026: 1 invoice paid late.'],
    [850, [step('memos', -100, 2), step('adjustments', -50)], '$150.00 less than on Oct 31, 2026: 2 credit memos, adjustments.'],
  ] as const)('%d', (amount, steps, sentence) => expect(differenceText({ amount, steps: [...steps], baseline: october })).toBe(sentence));

  it('is empty without an earlier check', () => expect(differenceText({ amount: 1, steps: [], baseline: null })).toBeNull());
});
