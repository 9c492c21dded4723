import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Invoice, InvoiceDetail } from '../../../contract/entities/invoice.ts';
import type { User } from '../../../contract/entities/user.ts';
import type { App } from '../../../src/app/compose.ts';
import InvoicesScreen from '../../../src/screens/invoices/index.tsx';
import { shortenNotes, toInvoicesQuestion } from '../../../src/screens/invoices/invoiceNames.ts';
import { invoice, newest, sent } from '../../models/invoiceForm/cases.ts';
import { user as seller } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

const files = vi.hoisted(() => [] as string[]);
vi.mock('../../../src/services/browser.ts', async (load) => ({
  ...(await load<object>()),
  saveFile: (name: string) => void files.push(name),
}));
beforeAll(async () => {
  await import('../../../src/screens/invoices/parts/InvoicePanel.tsx');
  await import('../../../src/screens/invoices/parts/InvoiceDialog.tsx');
  await import('../../../src/screens/invoices/sample.ts');
  await import('../../../src/ui/dialog/Dialog.tsx');
  await import('../../../src/ui/menu/MenuList.tsx');
});

type Call = Readonly<{ method: string; path: string; query: Record<string, string>; body: unknown }>;
let calls: Call[];
let rows: readonly Invoice[];
/** Answers a request for totals; a thrown value is its refusal. */
let totals: () => unknown;
/** The response to a change; a thrown value is its refusal. */
let change: (call: Call) => unknown;
const overdueInvoice: Invoice = {
  ...sent,
  id: '8',
  invoice_number: 'INV-1002',
  status: 'overdue',
  days_overdue: 12,
  balance: 1080,
  creditable: 1080,
};
const summary = { total_invoiced: 2160, total_paid: 80.5, total_overdue: 1080, total_commissions: 54, unassigned: 1 };
const detailOf = (row: Invoice): InvoiceDetail => ({
  ...row,
  payments: [{ id: '3', date: '2026-11-15', amount: 80.5, method: 'ACH', reference: 'A-7', state: 'completed' }],
  records: [
    { id: '5', user_id: '7', salesperson_name: 'Sam Seller', booking_date: '2026-11-10', commission_amount: 54, status: 'not_due' },
  ],
  related: [],
  event: { id: '31', label: 'Flagstaff Library · Robotics', day: '2026-11-12' },
  timeline: [{ day: '2026-11-10', at: null, title: 'Booked', detail: null, amount: 1080 }],
});
const prefill = {
  invoice_number: 'INV-1003',
  booking_date: '2026-11-21',
  due_date: '2026-12-21',
  deal: { id: '12', name: 'Robotics week', customer_name: 'Flagstaff Library', customer_email: null, amount: 1200.5, owner_id: '7' },
};
beforeEach(() => {
  [calls, rows] = [[], [overdueInvoice, invoice]];
  files.length = 0;
  totals = () => ({ data: [], pagination: { cursor: null, limit: 25, total: rows.length }, summary });
  change = () => sent;
});
afterEach(cleanup);

const answerOf = (call: Call): unknown => {
  const { method, path } = call;
  if (method !== 'GET') return change(call);
  if (path === '/api/v1/invoices')
    return call.query.part === 'totals' ? totals() : { data: rows, pagination: { cursor: null, limit: 25, total: null } };
  if (path === '/api/v1/invoices/prefill') return prefill;
  if (path === '/api/v1/invoices/customers') return { data: [{ name: 'Sedona Charter School', email: null }] };
  if (path.endsWith('/file')) return new Blob();
  if (path === '/api/v1/users')
    return { data: [{ ...seller, id: '7', first_name: 'Sam', last_name: 'Seller' }], pagination: { cursor: null } };
  if (path === '/api/v1/deals') return { data: [], pagination: { cursor: null } };
  return detailOf(rows.find(({ id }) => path === `/api/v1/invoices/${id}`) ?? sent);
};
const show = async (address = '/invoices', features: readonly string[] = ['invoices', 'users-pages', 'deals', 'no-mail']) => {
  window.history.replaceState(null, '', address);
  const app = await createStage({ features, user: { ...seller, id: '1', role: 'finance' } as User });
  const http = async (path: string, { method = 'GET', query = {}, body }: Partial<Call> = {}) => {
    const call = { method, path, query, body };
    calls.push(call);
    return answerOf(call);
  };
  await act(async () => {
    render(
      <Stage app={{ ...app, http: http as unknown as App['http'] }}>
        <InvoicesScreen />
      </Stage>,
    );
  });
};
const changes = () => calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [`${method} ${path}`, body]);
/** Finds a button by text: computing roles takes a second on a page with a grid and a dialog. */
const buttonOf = (words: string): HTMLButtonElement => {
  const match = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words);
  if (!match) throw new Error(`there is no button “${words}”`);
  return match;
};
const press = async (words: string) => {
  const button = await waitFor(() => buttonOf(words));
  await act(async () => void fireEvent.click(button));
};
const type = (name: string, value: string): void => void fireEvent.change(screen.getByLabelText(name), { target: { value } });
const cards = () => [...document.querySelectorAll('.figure-card')].map((card) => card.textContent);

describe('Invoices on other providers', () => {
  it('decisions 1.02, spec 1.02, 3.19, 7.36: without the feature, shows the tagged sample, makes no call, and has buttons without effect', async () => {
    await show('/invoices', []);
    await screen.findByText('INV-2024-003');
    expect(screen.getByText('Sample data')).toBeTruthy();
    // spec 2.61: cancelled has a badge but isn't a filter.
    const statuses = screen.getByRole('combobox', { name: 'Status' }) as HTMLSelectElement;
    expect([...statuses.options].map(({ text }) => text)).toEqual(['All statuses', 'Draft', 'Sent', 'Paid', 'Overdue']);
    expect(cards()).toEqual(['Total Invoiced$26,500.00', 'Paid$12,500.00', 'Overdue$5,600.00', 'Total Commissions$2,385.00']);
    expect(screen.getByText('15 days overdue')).toBeTruthy();
    await press('Create Invoice');
    await screen.findByText('Sample data: nothing is saved here.');
    for (const name of ['Save as Draft', 'Create and Send']) expect(buttonOf(name).disabled).toBe(true);
    expect(calls).toEqual([]);
  });
});

describe('spec 2.61: the list', () => {
  it('has four cards, the statuses with days overdue, and notes cut at 30 characters', async () => {
    rows = [{ ...overdueInvoice, notes: 'Two weeks of Minecraft, all devices' }];
    await show();
    await screen.findByText('INV-1002');
    expect(cards()).toEqual([
      'Total Invoiced$2,160.001 without a salesperson',
      'Paid$80.50',
      'Overdue$1,080.00',
      'Total Commissions$54.00',
    ]);
    expect(screen.getByText('12 days overdue')).toBeTruthy();
    expect(shortenNotes('Two weeks of Minecraft, all devices')).toBe('Two weeks of Minecraft, all de…');
    expect(shortenNotes('123456789012345678901234567890')).toBe('123456789012345678901234567890');
    expect(calls[0]?.query).toMatchObject({ sort_field: 'booking_date', sort_direction: 'desc', limit: 25 });
  });

  it('shows the ten columns that fit, with the deal under its customer until its column is chosen', async () => {
    rows = [{ ...overdueInvoice, deal_name: 'Robotics week' }];
    await show();
    const deal = await screen.findByText('Robotics week');
    const heads = () => [...document.querySelectorAll('th')].map(({ textContent }) => textContent);
    expect(deal.closest('td')?.textContent).toBe(`${overdueInvoice.customer_name}Robotics week`);
    expect(heads()).toHaveLength(10);
    expect(heads()).not.toContain('Deal');
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Columns' })));
    await act(async () => void fireEvent.click(screen.getByLabelText('Deal')));
    expect(heads()).toHaveLength(11);
    expect(screen.getByText('Robotics week').closest('td')?.textContent).toBe('Robotics week');
  });

  it('on a phone, a card shows the chosen columns in their order', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
    await import('../../../src/shared/lists/RowCards.tsx');
    rows = [{ ...overdueInvoice, notes: 'Two weeks of Minecraft' }];
    await show();
    const card = async () => (await screen.findByText('INV-1002')).closest('li')?.textContent ?? '';
    expect(await card()).not.toContain('Commission');
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Columns' })));
    for (const name of ['Notes', 'Commission']) await act(async () => void fireEvent.click(screen.getByLabelText(name)));
    await act(async () => void fireEvent.click(screen.getByLabelText('Status', { selector: 'input' })));
    expect(await card()).toMatch(/Commission: \$[\d.]+.*Notes: Two weeks of Minecraft/);
    expect(await card()).not.toContain('Overdue');
    vi.unstubAllGlobals();
  });

  it('requests status, person and period from the address, with the period as days', async () => {
    await show('/invoices?status=overdue&person=7&booked=last_year&search=mesa');
    await screen.findByText('INV-1002');
    const query = calls.find(({ path }) => path === '/api/v1/invoices')?.query;
    expect(query).toMatchObject({ status: 'overdue', person: '7', search: 'mesa' });
    expect(toInvoicesQuestion({ booked: 'last_year', status: 'paid' }, '2026-11-21')).toEqual({
      status: 'paid',
      start_date: '2025-01-01',
      end_date: '2025-12-31',
    });
    expect(toInvoicesQuestion({ booked: 'quarter' }, '2026-11-21')).toEqual({ start_date: '2026-10-01', end_date: '2026-12-31' });
  });

  it('decisions 8.05: shows rows without their totals, and loads failed totals again', async () => {
    totals = () => {
      throw { status: 503, data: { message: 'Quotaboard is busy.' } };
    };
    await show();
    await screen.findByText('INV-1002');
    expect((await screen.findByRole('alert')).textContent).toContain('Quotaboard is busy.');
    expect(cards()).toEqual(['Total Invoiced—', 'Paid—', 'Overdue—', 'Total Commissions—']);
    expect(screen.getByText('1–2')).toBeTruthy();
    totals = () => ({ data: [], pagination: { cursor: null, limit: 25, total: 51 }, summary });
    const rowRequests = () => calls.filter(({ query }) => query.part === 'rows').length;
    const before = rowRequests();
    await press('Try again');
    expect(await screen.findByText('1–2 of 51')).toBeTruthy();
    expect(cards()[1]).toBe('Paid$80.50');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(rowRequests()).toBe(before);
  });

  it('says why it is empty, or what failed', async () => {
    rows = [];
    await show('/invoices?status=paid');
    await screen.findByText('No invoices found');
  });
});

describe('decisions 2.14: one invoice', () => {
  it('opens beside the list under its own address, with payments, records linked to Why, event and timeline', async () => {
    await show('/invoices?invoice=8');
    const panel = await screen.findByRole('dialog', { name: 'INV-1002 · Flagstaff Library · $1,080.00' });
    await within(panel).findByText('ACH, A-7');
    expect(within(panel).getByRole('link', { name: 'Why $54.00 for Sam Seller' }).getAttribute('href')).toBe(
      '/commissions?period=month&start=2026-11-01&end=2026-11-30&row=5',
    );
    expect(within(panel).getByRole('link', { name: 'Flagstaff Library · Robotics' }).getAttribute('href')).toContain('event=31');
    expect(within(panel).getByText('Booked')).toBeTruthy();
    await press('More');
    await act(async () => void fireEvent.click(await screen.findByText('Download PDF')));
    await waitFor(() => expect(files).toEqual(['invoice-INV-1002.pdf']));
  });

  it('requires a reason for a credit memo of the full remainder', async () => {
    change = () => ({ ...sent, id: '9', invoice_number: 'CM-INV-1002', gross_amount: -1080, credit_of_id: '8' });
    await show('/invoices?credit=8');
    await press('All of it');
    await press('Make Credit Memo');
    await screen.findByText('A reason is required');
    type('Reason', 'Not held');
    await press('Make Credit Memo');
    await waitFor(() =>
      expect(changes()).toEqual([
        ['POST /api/v1/invoices/8/credit-memo', expect.objectContaining({ amount: '1080.00', notes: 'Not held', version: 5 })],
      ]),
    );
  });

  it('decisions 2.14: the rate of a sent credit memo is read-only, its notes are not', async () => {
    rows = [{ ...sent, id: '9', credit_of_id: '8', gross_amount: -108, net_revenue: -100 }];
    await show('/invoices?edit=9');
    const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
    await waitFor(() => field('Notes'));
    const labels = ['Gross amount', 'Due date', 'Commission rate (%)', 'Override the plan’s rate', 'Notes'];
    expect(labels.filter((label) => field(label).disabled)).toEqual(['Gross amount', 'Commission rate (%)', 'Override the plan’s rate']);
    expect(field('Gross amount').value).toBe('108.00');
  });

  it('for a sent invoice, only fields that may change are checked and sent', async () => {
    // The form refuses the source's values of fields that are not edited.
    rows = [{ ...overdueInvoice, customer_email: 'n/a', due_date: '2020-01-01' }];
    await show('/invoices?edit=8');
    await screen.findByLabelText('Notes');
    expect((screen.getByLabelText('Gross amount') as HTMLInputElement).disabled).toBe(true);
    type('Notes', 'Called them');
    await press('Save');
    await waitFor(() =>
      expect(changes()).toEqual([
        [
          'PUT /api/v1/invoices/8',
          {
            due_date: '2020-01-01',
            notes: 'Called them',
            override_rate: false,
            commission_rate: '10.0',
            customer_type: '',
            activity_type: '',
            sale_kind: '',
            term_months: '',
            cost_amount: '',
            list_amount: '',
            units: '',
            version: 5,
          },
        ],
      ]),
    );
  });
});

describe('decisions 2.14, 2.17: Create Invoice', () => {
  it('is filled in from a won deal; Create and Send without a mail server returns the PDF', async () => {
    change = ({ path }) => (path.endsWith('/send') ? sent : invoice);
    await show('/invoices?create=deal-12');
    await screen.findByLabelText('Gross amount');
    expect(calls.find(({ path }) => path.endsWith('/prefill'))?.query).toEqual({ deal: '12' });
    expect((screen.getByLabelText('Gross amount') as HTMLInputElement).value).toBe('1200.50');
    expect((screen.getByLabelText('Invoice number') as HTMLInputElement).value).toBe('INV-1003');
    expect((screen.getByLabelText('Commission rate (%)') as HTMLInputElement).value).toBe('10.0');
    expect((screen.getByLabelText('Commission rate (%)') as HTMLInputElement).disabled).toBe(true);
    await press('Create and Send');
    await waitFor(() => expect(files).toEqual(['invoice-INV-1001.pdf']));
    expect(changes()).toEqual([
      [
        'POST /api/v1/invoices',
        expect.objectContaining({ deal_id: '12', override_rate: false, salesperson_id: '7', net_revenue: '1200.50' }),
      ],
      ['POST /api/v1/invoices/7/send', { version: 4, email: '' }],
    ]);
  });

  it('shows an error under its field, and sends nothing', async () => {
    await show('/invoices?create=new');
    await screen.findByLabelText('Gross amount');
    type('Gross amount', '0.001');
    type('Net revenue', '5');
    type('Due date', '2026-11-20');
    // Collapsed while all are unknown, expanded if one is refused.
    const facts = screen.getByText('Facts of the sale').closest('details') as HTMLDetailsElement;
    expect(facts.open).toBe(false);
    type('Contract term, months', 'many');
    await press('Save as Draft');
    await waitFor(() => expect(facts.open).toBe(true));
    await screen.findByText('An amount has at most two decimals');
    expect(screen.getByText('Net revenue cannot be above the gross amount')).toBeTruthy();
    expect(screen.getByText('Due date cannot be before the booking date')).toBeTruthy();
    expect(changes()).toEqual([]);
  });

  it('asks about an unknown customer, and creates one on confirmation', async () => {
    const errors = { customer_name: 'There is no customer with this name yet. Check the spelling, or tick “This is a new customer”.' };
    change = ({ body }) => {
      if ((body as { new_customer: boolean }).new_customer) return invoice;
      throw { status: 422, data: { message: errors.customer_name, errors } };
    };
    await show('/invoices?create=deal-12');
    await screen.findByLabelText('Gross amount');
    type('Customer', 'Sedona Charter');
    await press('Save as Draft');
    await act(async () => void fireEvent.click(await screen.findByLabelText('This is a new customer')));
    await press('Save as Draft');
    await waitFor(() => expect(changes()).toHaveLength(2));
    expect(changes()[1]?.[1]).toMatchObject({ customer_name: 'Sedona Charter', new_customer: true });
  });

  it('offers the other version if somebody else changed the draft meanwhile', async () => {
    change = () => {
      throw { status: 409, data: { code: 'stale_version', message: 'Somebody else was faster.', current: newest } };
    };
    await show('/invoices?edit=7');
    await screen.findByLabelText('Notes');
    type('Notes', 'Mine');
    await press('Save as Draft');
    await screen.findByText('Somebody else was faster.');
    await press('Use the saved version');
    expect((screen.getByLabelText('Customer') as HTMLInputElement).value).toBe('Sedona Charter');
  });
});
