import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import SystemSettingsScreen from '../../../src/screens/systemSettings/index.tsx';
import { integration } from '../../models/integrations/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

const books = integration({ held: 4, settings: { not_revenue: ['Shipping'], person_by_class: false } });
const heldRecords = [
  {
    id: '1',
    kind: 'invoice',
    external_id: '123',
    reason: 'It is in EUR. Other currencies are not converted.',
    asks: null,
    values: [
      { name: 'external_id', value: '123' },
      { name: 'document_number', value: '5024' },
      { name: 'customer', value: 'Mesa Library' },
      { name: 'gross', value: '$1,296.00' },
      { name: 'booking_date', value: '2026-11-02' },
    ],
    created_at: '2026-11-02T10:00:00.000Z',
  },
  {
    id: '3',
    kind: 'payment',
    external_id: 'p-1',
    reason: 'Its state is “LOCKED”, which Quotaboard doesn’t know, so nothing of it was imported.',
    asks: 'Do documents in this state count?',
    choices: [
      { value: 'counts', label: 'They count' },
      { value: 'left_out', label: 'Leave them out' },
    ],
    values: [],
    created_at: '2026-11-02T10:00:00.000Z',
  },
  {
    id: '4',
    kind: 'vanished',
    external_id: 'vanished:SalesReceipt',
    reason: '4 of 5 sales receipts are no longer in Acme Books, so they were left as they are.',
    asks: 'Type "remove" if they were deleted on purpose; the next sync removes them',
    values: [{ name: 'of', value: 'sales_receipt' }],
    created_at: '',
  },
  { id: '2', kind: 'event', external_id: 'i:0a1b2c', reason: 'Row 7: Customer is empty.', asks: null, values: [], created_at: '' },
];
const endedRun = {
  id: '8',
  status: 'completed',
  title: 'QuickBooks',
  counts: { created: 0, changed: 0, same: 4, held: 0, done: 4, total: 4, settled: 0 },
  error: null,
  created_at: '2026-11-02T10:00:00.000Z',
  started_at: '2026-11-02T10:00:00.000Z',
  finished_at: '2026-11-02T10:00:00.000Z',
};
const calls: [string, unknown][] = [];
const http = async (path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) => {
  if (method !== 'GET') calls.push([`${method} ${path}`, body]);
  if (path.endsWith('/quarantine'))
    return {
      data: heldRecords,
      answers: [
        { field: 'state', value: 'PARKED', answer: 'counts', records: 2 },
        { field: 'type', value: 'Estimate', answer: 'left_out', records: 200, settling: 'failed' },
      ],
    };
  if (path.endsWith('/runs'))
    return { data: [{ ...endedRun, id: '9', counts: { ...endedRun.counts, differing: 7 }, differing_invoices: ['5003-ABC', '5006-ABC'] }] };
  if (path.endsWith('/integrations/quickbooks')) return { data: [books] };
  return path.includes('/integrations/') ? { data: [] } : { companyName: 'Acme', commissionsConfig: '{}' };
};
const open = async () => {
  calls.length = 0;
  const app = await createStage({ features: ['integrations-runs', 'quarantine'] });
  render(
    <Stage app={{ ...app, http: http as never, getService: (createService) => createService(http as never) }}>
      <SystemSettingsScreen />
    </Stage>,
  );
  fireEvent.click(await screen.findByRole('tab', { name: 'QuickBooks' }));
};
afterEach(cleanup);

describe('an administrator’s choices for a QuickBooks company', () => {
  it('decisions 2.19, 7.03: are non-revenue items, one per line, and whether the class names the salesperson', async () => {
    await open();
    const items = (await screen.findByLabelText('Items that are not revenue')) as HTMLTextAreaElement;
    expect(items.value).toBe('Shipping');
    const save = screen.getByRole('button', { name: 'Save choices' }) as HTMLButtonElement;
    expect(save.disabled).toBe(true);
    fireEvent.change(items, { target: { value: 'Shipping\n\n  Travel costs ' } });
    fireEvent.click(screen.getByLabelText('The class of an invoice names its salesperson'));
    await waitFor(() => expect(save.disabled).toBe(false));
    fireEvent.click(save);
    await waitFor(() =>
      expect(calls).toEqual([
        ['PUT /api/v1/integrations/quickbooks/7/settings', { not_revenue: ['Shipping', 'Travel costs'], person_by_class: true }],
      ]),
    );
  });
});

describe('waiting records', () => {
  it('are described in words: identified by their number, with formatted dates and no internal names', async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Waiting for you (4)' }));
    const [invoice, , vanished, event] = within(await screen.findByRole('region', { name: 'Waiting for you' })).getAllByRole('listitem');
    expect(invoice?.textContent).toContain('Invoice 5024');
    expect(invoice?.textContent).toContain('Customer: Mesa Library · Number: 5024 · Gross amount: $1,296.00 · Booking date: Nov 2, 2026');
    expect(invoice?.textContent).not.toContain('external_id');
    expect(event?.textContent).toContain('Event Row 7: Customer is empty.');
    expect(event?.textContent).not.toContain('i:0a1b2c');
    expect(vanished?.textContent).toContain('Missing sales receipts 4 of 5 sales receipts are no longer in Acme Books');
    expect(vanished?.textContent).not.toContain('vanished:');
    expect(screen.getByRole('button', { name: 'Settle: Missing sales receipts' })).toBeTruthy();
  });

  it('decisions 2.26: ask whether documents in an unknown state count, with no third answer', async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Waiting for you (4)' }));
    const question = await screen.findByRole('group', { name: 'Payment p-1' });
    expect(question.textContent).toBe('Do documents in this state count?1 · They count2 · Leave them out');
    fireEvent.keyDown(question, { key: '0' });
    fireEvent.click(screen.getByRole('button', { name: '2 · Leave them out' }));
    await waitFor(() =>
      expect(calls).toEqual([['POST /api/v1/integrations/quickbooks/7/quarantine/retry', { ids: ['3'], answer: 'left_out' }]]),
    );
  });

  it('decisions 2.26: an answer about such documents stays visible and can be changed', async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Waiting for you (4)' }));
    const [answer] = within(await screen.findByRole('region', { name: 'Your answers' })).getAllByRole('listitem');
    expect(answer?.textContent).toContain('Documents in the state “PARKED” count.2 documents');
    fireEvent.click(screen.getByRole('button', { name: 'Leave them out: Documents in the state “PARKED”' }));
    const choice = { field: 'state', value: 'PARKED', answer: 'left_out' };
    await waitFor(() => expect(calls).toEqual([['PUT /api/v1/integrations/quickbooks/7/quarantine/answers', choice]]));
  });

  it('decisions 2.26: an answer whose documents could not all be settled can be given again', async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Waiting for you (4)' }));
    const [, answer] = within(await screen.findByRole('region', { name: 'Your answers' })).getAllByRole('listitem');
    expect(answer?.textContent).toContain('are left out.200 documentsSome documents weren’t settled. The others are done.');
    expect(screen.queryByRole('button', { name: 'Try again: Documents in the state “PARKED”' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Try again: Documents of the type “Estimate”' }));
    const choice = { field: 'type', value: 'Estimate', answer: 'left_out' };
    await waitFor(() => expect(calls).toEqual([['PUT /api/v1/integrations/quickbooks/7/quarantine/answers', choice]]));
  });
});

it('decisions 2.27: a run names the first invoices with a different balance', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Waiting for you (4)' }));
  const [run] = within(await screen.findByRole('region', { name: 'Runs' })).getAllByRole('listitem');
  expect(run?.textContent).toContain('Invoices with a different balance there: 5003-ABC, 5006-ABC and 5 more.');
});
