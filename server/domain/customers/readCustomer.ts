import type { CustomerPage } from '../../../contract/entities/customerPage.ts';
import type { Event } from '../../../contract/entities/event.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { type Actor, can, reachOf } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import { addDays, type Day } from '../../../contract/rules/time/period.ts';
import type { NamedCustomer } from '../../db/repositories/customers/customers.ts';
import type { InvoicesListFilter } from '../../db/repositories/invoices/invoicesPage.ts';
import { readableOwners } from '../deals/dealScope.ts';
import { dealOf } from '../deals/dealView.ts';
import { listEvents } from '../events/eventList.ts';
import { invoiceEntityOf } from '../invoices/invoiceView.ts';
import { paymentOf, readPaymentViewer } from '../payments/paymentView.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { readableSellers, visibleInvoices } from '../shared/invoiceScope.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
type Subject = Readonly<{ services: Deps; actor: Actor; customer: NamedCustomer; today: Day }>;

/** Rows per list; the page links to the whole lists. */
const MAX_ROWS = 8;
/** Limits for events: the maximum number of rows, and the days before and after today. */
const [EVENT_ROWS, EVENT_DAYS] = [100, 365];

const readInvoices = async ({ services: { store }, actor, customer, today }: Subject) => {
  if (reachOf(actor, 'invoice:read') === 'none') return { money: null, invoices: null, sellers: null };
  const owners = await readableSellers(store, actor);
  const question: InvoicesListFilter = {
    ...{ owners, status: null, search: null, person: null, from: null, to: null },
    customers: customer.ids,
    ...{ sort: 'booking_date', direction: 'desc' },
  };
  const [page, sums, sellers] = await Promise.all([
    store.invoicesPage.page(question, null, MAX_ROWS, today),
    store.invoicesPage.sums(question, today),
    store.customers.sellers(customer, owners, MAX_ROWS),
  ]);
  const rows = await store.invoiceRows.byIds(page.map(({ id }) => id));
  const money = {
    invoiced: fromCents(sums.invoiced_cents),
    received: fromCents(sums.paid_cents),
    open: fromCents(sums.open_cents),
    overdue: fromCents(sums.overdue_cents),
  };
  return {
    money: owners === null || sums.count > 0 ? money : null,
    invoices: {
      count: sums.count,
      data: page.flatMap(({ id }) => {
        const row = rows.get(id);
        return row ? [invoiceEntityOf(actor, row, today)] : [];
      }),
    },
    sellers: sellers.map(({ id, manager_id, invoices, cents, ...names }) => ({
      id: String(id),
      name: fullName(names),
      manager_id: manager_id === null ? null : String(manager_id),
      invoices,
      invoiced: fromCents(cents),
    })),
  };
};

const readPayments = async ({ services: { store }, actor, customer }: Subject): Promise<CustomerPage['payments']> => {
  if (!can(actor, 'payment:manage')) return null;
  const [viewer, rows, count, unapplied] = await Promise.all([
    readPaymentViewer(store, actor),
    store.customers.receipts(customer, MAX_ROWS),
    store.customers.countReceipts(customer),
    Promise.all(customer.ids.map((id) => store.receipts.unappliedOf(id, 0))),
  ]);
  return {
    count,
    unapplied: fromCents(unapplied.reduce((sum, cents) => sum + cents, 0)),
    data: rows.map((row) => paymentOf(viewer, { type: 'customer_payment', row })),
  };
};

const readDeals = async ({ services, actor, customer }: Subject): Promise<CustomerPage['deals']> => {
  if (reachOf(actor, 'deal:read') === 'none') return null;
  const { store, clock } = services;
  const owners = await readableOwners(store, actor);
  const [rows, { count, open, open_cents }] = await Promise.all([
    store.customers.deals(customer, owners, MAX_ROWS),
    store.customers.dealSums(customer, owners),
  ]);
  const now = clock();
  return { count, open, open_amount: fromCents(open_cents), data: rows.map((row) => dealOf(actor, row, now)) };
};

/** Events store the customer as text, and the list also matches parts of a name, so the rows are filtered here. */
const readEvents = async ({ services, actor, customer, today }: Subject): Promise<Event[]> => {
  if (!can(actor, 'event:read')) return [];
  const { data } = await listEvents(services, actor, {
    start_date: addDays(today, -EVENT_DAYS),
    end_date: addDays(today, EVENT_DAYS),
    customer: customer.name.trim(),
    limit: EVENT_ROWS,
  });
  return data.filter((event) => event.customer.name.trim().toLowerCase() === customer.name_key).slice(0, MAX_ROWS);
};

/**
 * One customer on one page (decisions 3.10), with each part limited to what the actor may read.
 * @param id null for an impossible id
 * @throws Problem 404, also for a customer of whom the actor may read nothing
 */
export const readCustomer = async (services: Deps, actor: Actor, id: number | null): Promise<CustomerPage> => {
  const { store, clock } = services;
  const customer = id === null ? undefined : await store.customers.byId(id);
  if (!customer) throw notFoundProblem('customer');
  const { config } = await currentConfig(store);
  const subject: Subject = { services, actor, customer, today: todayIn(config.timezone, clock()) };
  const deals = await readDeals(subject);
  const isSeen =
    reachOf(actor, 'invoice:read') === 'all' ||
    (deals?.count ?? 0) > 0 ||
    (await store.customers.isSeen(customer, await visibleInvoices(store, actor)));
  if (!isSeen) throw notFoundProblem('customer');
  const [{ money, invoices, sellers }, payments, events] = await Promise.all([
    readInvoices(subject),
    readPayments(subject),
    readEvents(subject),
  ]);
  return {
    id: String(customer.id),
    name: customer.name,
    customer_type: customer.customer_type,
    email: money === null ? null : customer.email,
    money,
    invoices,
    payments,
    sellers,
    deals,
    events,
  };
};
