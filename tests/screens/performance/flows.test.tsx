import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FlowPath, Flows } from '../../../contract/entities/flow.ts';
import type { User } from '../../../contract/entities/user.ts';
import type { App } from '../../../src/app/compose.ts';
import FlowsScreen from '../../../src/screens/flows/index.tsx';
import { layOutArrows } from '../../../src/screens/flows/layOutArrows.ts';
import { getListLinks } from '../../../src/screens/flows/listLinks.ts';
import { user as someone } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

let calls: string[];
let failing: readonly string[];
let answer: Flows;
beforeEach(() => {
  calls = [];
  failing = [];
  answer = flows;
  window.history.replaceState(null, '', '/admin/flows');
});
afterEach(cleanup);

const emptyState = { records: 0, amount: 0, oldest_days: null, median_days: null, oldest: [], waits: false };
const flows: Flows = {
  as_of: '2026-11-21',
  data: [
    {
      name: 'payout',
      waiting_records: 2,
      waiting_amount: 100,
      states: [
        {
          name: 'pending',
          description: "The payment waits for a second person's approval.",
          waits: true,
          records: 2,
          amount: 100,
          oldest_days: 20,
          median_days: 1,
          exits: [
            { event: 'approve', target: 'processing', guard: 'Waits for a second approver' },
            { event: 'fail', target: 'failed', guard: 'Only with a reason' },
          ],
          oldest: [{ id: '12', label: 'Kim Keller', amount: 40, days: 20 }],
        },
        {
          ...emptyState,
          name: 'processing',
          description: 'The money is on its way.',
          exits: [{ event: 'undo', target: 'pending', guard: null }],
        },
        { ...emptyState, name: 'failed', description: 'The money did not arrive.', exits: [] },
      ],
    },
  ],
};
const path: FlowPath = {
  name: 'payout',
  id: '12',
  label: 'Kim Keller',
  state: 'processing',
  amount: 40,
  days: 1,
  steps: [
    { id: '1', at: '2026-11-01T12:00:00.000Z', actor: 'Fay Finch', event: 'Commission payment recorded', from: null, state: 'pending' },
    {
      id: '2',
      at: '2026-11-20T12:00:00.000Z',
      actor: 'Finn Ferro',
      event: 'Commission payment approved',
      from: 'pending',
      state: 'processing',
    },
  ],
};
const FLOWS = '/api/v1/flows';
const PATH = '/api/v1/flows/payout/12';

const show = async (search = '') => {
  window.history.replaceState(null, '', `/admin/flows${search}`);
  const app = await createStage({ features: ['flows'], user: { ...someone, role: 'finance' } as User });
  const http = (address: string) => {
    calls.push(address);
    if (failing.includes(address)) return Promise.reject({ status: 500, data: {} });
    return Promise.resolve(address === FLOWS ? answer : path);
  };
  await act(async () => {
    render(
      <Stage app={{ ...app, http: http as unknown as App['http'] }}>
        <FlowsScreen />
      </Stage>,
    );
  });
};
const card = (name: string) => within(screen.getByRole('region', { name }));
const boxOf = (region: string, name: string) =>
  within(
    card(region)
      .getByRole('heading', { name: new RegExp(`^${name}`), level: 3 })
      .closest('li') as HTMLElement,
  );

describe('decisions 2.37: waiting money', () => {
  it('shows records, dollars, days and the guard of each state', async () => {
    await show();
    expect(card('Commission payments').getByText('$100.00 waits in 2 records')).toBeTruthy();
    const box = boxOf('Commission payments', 'Pending');
    expect(box.getByText('$100.00').closest('p')?.textContent).toBe('$100.002 records');
    expect(box.getByText('Oldest 20 days, median 1')).toBeTruthy();
    expect(box.getByText('Waits for a second approver')).toBeTruthy();
    expect(boxOf('Commission payments', 'Processing').getByText('Nothing holds it back')).toBeTruthy();
    expect(boxOf('Commission payments', 'Processing').getByText('No records')).toBeTruthy();
  });

  it('links to the list of the records, and to the paths of the oldest', async () => {
    await show();
    const box = boxOf('Commission payments', 'Pending');
    expect(box.getByRole('link', { name: '2 records: Pending, Commission payments' }).getAttribute('href')).toBe(
      '/payments?type=commission_payment&status=pending',
    );
    expect(box.getByRole('link', { name: 'Kim Keller, $40.00, 20 days' }).getAttribute('href')).toContain('?record=payout-12');
  });

  it('shows the same figures as a table', async () => {
    await show();
    const rows = [...screen.getByRole('table', { name: 'Commission payments as a table', hidden: true }).querySelectorAll('tbody tr')];
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Pending', '2', '$100.00', '20', '1', 'Approve → Processing (Waits for a second approver); Fail → Failed (Only with a reason)'],
      ['Processing', '0', '$0.00', '—', '—', 'Undo → Pending'],
      ['Failed', '0', '$0.00', '—', '—', '—'],
    ]);
  });

  it('leaves passing states out of the chart, and leads through them to where a record ends up', async () => {
    const exit = (event: string, target: string, guard: string | null = null) => ({ event, target, guard });
    const states = [
      { ...emptyState, name: 'computed', description: '', exits: [exit('', 'due', 'A part is released'), exit('', 'not_due')] },
      { ...emptyState, name: 'not_due', description: '', records: 1, amount: 5, exits: [exit('recompute', 'computed', 'Decision point')] },
      { ...emptyState, name: 'due', description: '', exits: [exit('recompute', 'computed', 'Decision point')] },
    ];
    answer = { ...flows, data: [{ name: 'commission', waiting_records: 0, waiting_amount: 0, states }] };
    await show();
    const headings = card('Commission release').getAllByRole('heading', { level: 3 });
    expect(headings.map(({ textContent }) => textContent)).toEqual(['Not due', 'Due']);
    expect(document.querySelectorAll('.flow-line')).toHaveLength(0);
    expect(boxOf('Commission release', 'Not due').getByText('Recompute → Due').textContent).toBe('Recompute → DueA part is released');
    expect(boxOf('Commission release', 'Due').getByText('Recompute → Not due').textContent).toBe('Recompute → Not dueIn all other cases');
    expect(screen.queryByText('$0.00', { selector: '.flow-figure *' })).toBeNull();
  });

  it('highlights the path of the record in the address', async () => {
    await show('?record=payout-12');
    expect(calls).toContain(PATH);
    const region = card('Path of Kim Keller');
    expect(region.getByText('$40.00, Processing for 1 day')).toBeTruthy();
    expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('PendingCommission payment recorded by Fay Finch'),
        expect.stringContaining('ProcessingCommission payment approved by Finn Ferro'),
      ]),
    );
    expect(boxOf('Path of Kim Keller', 'Pending').getByText('On the path')).toBeTruthy();
    expect(boxOf('Path of Kim Keller', 'Processing').getByText('The record is here')).toBeTruthy();
    const walked = document.querySelectorAll('.flow-arrows [data-walked]');
    expect([...walked].map(({ textContent }) => textContent)).toEqual(['Approve']);
  });

  it('decisions 8.05: shows a failed load as an error, never as nothing waiting', async () => {
    failing = [FLOWS];
    await show();
    expect(screen.getByRole('alert').textContent).toContain('Where money waits could not be loaded.');
    expect(screen.queryByText('Nothing waits here.')).toBeNull();
    cleanup();
    failing = [PATH];
    await show('?record=payout-12');
    expect(screen.getByRole('alert').textContent).toContain('The path of this record could not be loaded.');
    expect(card('Commission payments').getByText('$100.00 waits in 2 records')).toBeTruthy();
  });

  it('gives each arrow a lane of its own', () => {
    const arrows = layOutArrows(flows.data[0]?.states ?? []);
    expect(arrows.map(({ from, to, events, direction, lane }) => [from, to, events, direction, lane])).toEqual([
      ['pending', 'processing', ['approve'], 'ahead', 0],
      ['pending', 'failed', ['fail'], 'ahead', 1],
      ['processing', 'pending', ['undo'], 'back', 0],
    ]);
  });

  it('links to lists that exist', () => {
    const hrefs = (flow: Parameters<typeof getListLinks>[0], state: string) =>
      getListLinks(flow, state, '2026-11-21').map(({ href }) => href);
    expect(hrefs('invoice', 'sent')).toEqual(['/invoices?status=sent', '/invoices?status=overdue']);
    expect(hrefs('adjustment', 'pending')).toEqual(['/commissions?period=custom&start=2016-01-01&end=2026-12-31&adjustments=pending']);
    expect(hrefs('adjustment', 'void')).toEqual(['/commissions?period=custom&start=2016-01-01&end=2026-12-31&adjustments=void']);
    expect(hrefs('bankTransaction', 'waiting')).toEqual(['/payments?view=bank&state=waiting']);
    expect(hrefs('deal', 'open')).toEqual(['/deals']);
    expect(hrefs('dispute', 'open')).toEqual([]);
  });
});
