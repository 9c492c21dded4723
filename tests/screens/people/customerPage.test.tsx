import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Route } from 'wouter';
import type { CustomerPage } from '../../../contract/entities/customerPage.ts';
import type { Role, User } from '../../../contract/entities/user.ts';
import type { App } from '../../../src/app/compose.ts';
import CustomerScreen from '../../../src/screens/customer/index.tsx';
import { CustomerLink } from '../../../src/shared/customers/CustomerLink.tsx';
import { user as someone } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

type Call = Readonly<{ path: string; resolve: (answer: unknown) => void; reject: (error: unknown) => void }>;
let calls: Call[];
beforeEach(() => {
  calls = [];
  window.history.replaceState(null, '', '/customers/7');
});
afterEach(cleanup);

const page: CustomerPage = {
  id: '7',
  name: 'Mesa Library',
  customer_type: 'library',
  email: 'desk@mesa.test',
  money: { invoiced: 1390, received: 1000, open: 390, overdue: 300 },
  invoices: {
    count: 9,
    data: [{ id: '4', invoice_number: '22041', booking_date: '2026-11-04', status: 'overdue', gross_amount: 300 }] as never,
  },
  payments: {
    count: 1,
    unapplied: 55,
    data: [{ id: 'cp-3', payment_date: '2026-11-12', payment_method: 'check', status: 'completed', amount: 55 }] as never,
  },
  sellers: [{ id: '12', name: 'Ana Ruiz', manager_id: '2', invoices: 2, invoiced: 1300 }],
  deals: { count: 3, open: 1, open_amount: 900, data: [{ id: '5', name: 'Robot week', stage: 'Proposal', amount: 900 }] as never },
  events: [{ id: '8', customer: { name: 'Mesa Library' }, program: null }] as never,
};

const show = async (role: Role = 'finance') => {
  const app = await createStage({ features: ['person-page', 'customer-page'], user: { ...someone, id: '2', role } as User });
  const http = (path: string) => new Promise((resolve, reject) => calls.push({ path, resolve, reject }));
  render(
    <Stage app={{ ...app, http: http as unknown as App['http'] }}>
      <Route path="/customers/:id">
        <CustomerScreen />
      </Route>
    </Stage>,
  );
  await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['/api/v1/customers/7']));
};
const answer = (value: unknown, which = 0) => act(async () => calls[which]?.resolve(value));
const refuse = (error: unknown) => act(async () => calls[0]?.reject(error));
const hrefOf = (name: string): string | null => screen.getByRole('link', { name }).getAttribute('href');

describe('the page about a customer (decisions 3.10)', () => {
  it('links each figure and row to its parts', async () => {
    await show();
    await answer(page);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Mesa Library');
    expect(hrefOf('Invoiced: $1,390.00')).toBe('/invoices?search=Mesa+Library');
    expect(hrefOf('Overdue: $300.00')).toBe('/invoices?search=Mesa+Library&status=overdue');
    // No list filter selects exactly these, so they link to all.
    for (const figure of ['Received', 'Open'])
      expect(screen.getByRole('link', { name: new RegExp(`^${figure}:`) }).getAttribute('href')).toBe('/invoices?search=Mesa+Library');
    expect(hrefOf('Unapplied: $55.00')).toBe('/payments?search=Mesa+Library');
    expect(hrefOf('22041')).toBe('/invoices?invoice=4');
    expect(hrefOf('Nov 12, 2026')).toBe('/payments?payment=cp-3');
    expect(hrefOf('Ana Ruiz')).toBe('/people/12');
    expect(hrefOf('Robot week')).toBe('/deals?deal=5');
    expect(hrefOf('Show all 3')).toBe('/deals?state=all&customer=Mesa+Library');
    expect(hrefOf('Event')).toBe('/events?event=8');
  });

  it.each([
    ['finance', 'No invoice has a salesperson.'],
    ['sales_manager', 'No salespeople you may see.'],
  ] as const)('tells %s without salespeople: %s', async (role, text) => {
    await show(role);
    await answer({ ...page, sellers: [] });
    expect(screen.getByText(text)).toBeDefined();
  });

  it('shows no card for a denied part', async () => {
    await show('events_manager');
    await answer({ ...page, email: null, money: null, invoices: null, payments: null, sellers: null, deals: null });
    expect(screen.getAllByRole('region').map((card) => card.querySelector('h2')?.textContent)).toEqual(['Events']);
    expect(screen.queryByText(/\$/)).toBeNull();
  });

  it('shows a failure as a failure, and a missing customer as Page Not Found', async () => {
    await show();
    await refuse({ status: 500, data: {} });
    expect(screen.getByRole('alert').textContent).toContain('This customer could not be loaded. Try again.');
    await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
    await waitFor(() => expect(calls).toHaveLength(2));
    await answer(page, 1);
    expect(screen.getByText('desk@mesa.test')).toBeDefined();
    cleanup();
    calls = [];
    await show();
    await refuse({ status: 404, data: {} });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page Not Found');
  });

  it.each([
    [['customer-page'], '7', '/customers/7'],
    [['customer-page'], null, '/deals'],
    [[], '7', '/deals'],
  ] as const)('with the features %j, a customer with id %j leads to %s', async (features, id, href) => {
    const app = await createStage({ features });
    render(
      <Stage app={app}>
        <CustomerLink id={id} name="Mesa Library" fallbackHref="/deals" />
      </Stage>,
    );
    expect(hrefOf('Mesa Library')).toBe(href);
  });
});
