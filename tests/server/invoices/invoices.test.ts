import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InvoicePage } from '../../../contract/entities/invoice.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { readMailedContent } from '../../../server/domain/invoices/invoiceContent.ts';
import { createInvoiceWorld, refusalOf } from '../support/worlds/invoices.ts';

let world: Awaited<ReturnType<typeof createInvoiceWorld>>;
beforeAll(async () => {
  world = await createInvoiceWorld();
});
beforeEach(() => world.clear());
afterAll(() => world.server.close());

describe('decisions 2.14: creating a draft', () => {
  it('takes the next free number and earns nothing until sent', async () => {
    const draft = await world.drafted();
    expect(draft).toMatchObject({
      invoice_number: 'INV-1001',
      customer_name: 'Flagstaff Library',
      gross_amount: 1080,
      net_revenue: 1000,
      status: 'draft',
      commission_amount: 0,
      salesperson: 'Sam Seller',
      balance: 0,
      rate_override: null,
      actions: ['edit', 'send', 'cancel'],
      version: 1,
    });
    expect((await world.drafted()).invoice_number).toBe('INV-1002');
    expect((await world.drafted({ invoice_number: 'INV-1003' })).invoice_number).toBe('INV-1003');
    expect((await world.drafted()).invoice_number).toBe('INV-1004');
    expect(await world.records(draft)).toEqual([]);
    expect(await world.audited(draft)).toEqual(['invoice.created']);
  });

  it('creates one per Idempotency-Key, and refuses another body under it', async () => {
    const [first, second] = [(await world.create('fay', {}, 'k1')).json(), (await world.create('fay', {}, 'k1')).json()];
    expect(second).toEqual(first);
    expect(refusalOf(await world.create('fay', { notes: 'Other' }, 'k1'))).toEqual([422, 'idempotency_key_used']);
    expect(await world.numbers('fay')).toEqual(['INV-1001']);
  });

  it('refuses a taken number, and the message names the next free one', async () => {
    await world.drafted({ invoice_number: 'A-1' });
    const errors = { invoice_number: 'There is an invoice with this number already. The next free one is INV-1001.' };
    expect(refusalOf(await world.create('fay', { invoice_number: 'A-1' }))).toEqual([422, errors]);
  });

  it.each([
    [{ net_revenue: '1080.01' }, { net_revenue: 'Net revenue cannot be above the gross amount' }],
    [{ due_date: '2026-11-09' }, { due_date: 'Due date cannot be before the booking date' }],
    [{ override_rate: true, commission_rate: '1000' }, { commission_rate: 'A rate is at most 100%' }],
    [{ override_rate: true, commission_rate: '' }, { commission_rate: 'Enter the rate, or untick the box' }],
    [{ override_rate: true, commission_rate: '-1' }, { commission_rate: 'Enter a percentage such as 10 or 7.5' }],
    [{ gross_amount: 0.001, net_revenue: '0' }, { gross_amount: 'An amount has at most two decimals' }],
    [{ gross_amount: '-5', net_revenue: '0' }, { gross_amount: 'Enter an amount such as 12500 or 300.50' }],
    [{ gross_amount: '0', net_revenue: '0' }, { gross_amount: 'The amount must be above zero' }],
    [{ customer_name: 'Flagstaf Library' }, { customer_name: expect.stringContaining('There is no customer with this name yet.') }],
    [{ customer_name: '' }, { customer_name: 'Customer is required' }],
    [{ customer_email: 'nobody' }, { customer_email: 'Enter an email address such as name@example.com' }],
    [{ booking_date: '' }, { booking_date: 'Booking date is required' }],
    [{ booking_date: '2026-02-30' }, { booking_date: 'Booking date must be a day that exists' }],
    [{ booking_date: '1999-12-31' }, { booking_date: 'Booking date must be between 2000 and 2099' }],
    [{ due_date: '2026-13-01' }, { due_date: 'Due date must be a day that exists' }],
    [{ salesperson_id: '999999' }, { salesperson_id: expect.stringContaining('There is no such person') }],
    [{ deal_id: '999999' }, { deal_id: 'There is no such deal, or it is not yours to see.' }],
    [{ notes: ['x'] }, { notes: 'Notes contains an invisible character. Type it instead of pasting it.' }],
  ])('decisions 2.14: refuses %j with a message that names the field', async (overrides, errors) => {
    expect(refusalOf(await world.create('fay', overrides))).toEqual([422, errors]);
    expect(await world.numbers('fay')).toEqual([]);
  });

  it('decisions 2.10: accepts amounts with thousands separators and a dollar sign', async () => {
    expect(await world.drafted({ gross_amount: '$1,234.50', net_revenue: '1,234.5' })).toMatchObject({
      gross_amount: 1234.5,
      net_revenue: 1234.5,
    });
  });

  it('lets a manager set a customer’s address, but only company-wide billers change it, and logs each change', async () => {
    const customer = { customer_name: 'Tempe School' };
    await world.drafted({ ...customer, new_customer: true });
    const withEmail = (customer_email: string) => ({ ...customer, customer_email });
    expect((await world.drafted(withEmail('a@tempe.test'), 'mia')).customer_email).toBe('a@tempe.test');
    const refused = [422, { customer_email: 'This customer has another email address. Ask finance to change it.' }];
    expect(refusalOf(await world.create('mia', withEmail('b@tempe.test')))).toEqual(refused);
    const draft = await world.drafted(withEmail('a@tempe.test'), 'mia');
    expect(refusalOf(await world.put('mia', draft, world.typed(withEmail('b@tempe.test'))))).toEqual(refused);
    world.ok(await world.put('fay', draft, world.typed(withEmail('c@tempe.test'))));
    const rows = world.server.db.query.selectFrom('audit_log').select(['actor_id', 'before', 'after']);
    expect(await rows.where('action', '=', 'customer.email_changed').orderBy('id').execute()).toEqual([
      { actor_id: world.ids.mia, before: { email: null }, after: { email: 'a@tempe.test' } },
      { actor_id: world.ids.fay, before: { email: 'a@tempe.test' }, after: { email: 'c@tempe.test' } },
    ]);
  });

  it('creates a new customer on confirmation and stores their email', async () => {
    const draft = await world.drafted({ customer_name: 'Sedona Charter', new_customer: true, customer_email: 'pay@sedona.test' });
    expect(draft.customer_email).toBe('pay@sedona.test');
    expect((await world.drafted({ customer_name: 'sedona charter' })).customer_name).toBe('Sedona Charter');
  });

  it('suggests customers by name, prefix matches first, to billers', async () => {
    await world.drafted({ customer_name: 'North Flagstaff School', new_customer: true });
    const offered = async (name: string) => (await world.call(name, 'GET', 'invoices/customers?q=flag')).json().data;
    expect((await offered('mia')).map((item: { name: string }) => item.name)).toEqual(['Flagstaff Library', 'North Flagstaff School']);
    expect((await world.call('fay', 'GET', 'invoices/customers?q=%25')).json().data).toEqual([]);
    expect((await world.call('sam', 'GET', 'invoices/customers?q=flag')).statusCode).toBe(403);
  });

  it('fills in the known data of a won deal', async () => {
    const deal = await world.made('sam');
    const prefill = (await world.call('mia', 'GET', `invoices/prefill?deal=${deal.id}`)).json();
    expect(prefill).toMatchObject({
      invoice_number: 'INV-1001',
      booking_date: '2026-11-21',
      due_date: '2026-12-21',
      deal: { name: 'Robotics week', customer_name: 'Flagstaff Library', amount: 1200.5, owner_id: String(world.ids.sam) },
    });
    const draft = await world.drafted({ deal_id: deal.id });
    expect([draft.deal_id, draft.deal_name]).toEqual([deal.id, 'Robotics week']);
    expect((await world.call('mia', 'GET', 'invoices/prefill')).json().deal).toBeNull();
  });
});

describe('decisions 3.04, 3.05: invoice access', () => {
  it('shows managers their own and their team’s, finance, vp_sales and admin all, sellers and events_managers none', async () => {
    await world.sent({ invoice_number: 'sam' });
    await world.sent({ invoice_number: 'kim', salesperson_id: String(world.ids.kim) });
    await world.sent({ invoice_number: 'nobody', salesperson_id: '' });
    expect(await world.numbers('mia')).toEqual(['sam']);
    expect(await world.numbers('max')).toEqual(['kim']);
    for (const name of ['fay', 'vic', 'ada']) expect((await world.numbers(name)).toSorted()).toEqual(['kim', 'nobody', 'sam']);
    for (const name of ['sam', 'eve']) expect((await world.call(name, 'GET', 'invoices')).statusCode).toBe(403);
  });

  it('answers 403 to a stranger’s change before the form is parsed, and 404 to an unknown invoice', async () => {
    const draft = await world.drafted();
    expect((await world.put('max', draft, { gross_amount: 'x' })).statusCode).toBe(403);
    for (const kind of ['send', 'cancel', 'assign', 'credit-memo']) expect((await world.step('max', draft, kind)).statusCode).toBe(403);
    expect((await world.call('max', 'GET', `invoices/${draft.id}`)).statusCode).toBe(403);
    expect((await world.call('max', 'GET', `invoices/${draft.id}/file`)).statusCode).toBe(403);
    expect((await world.call('max', 'GET', 'invoices/999999')).statusCode).toBe(404);
  });

  it('lets a manager bill for the team only, and never without a seller', async () => {
    expect((await world.create('mia')).statusCode).toBe(201);
    expect(refusalOf(await world.create('mia', { salesperson_id: String(world.ids.kim) }))).toEqual([
      422,
      { salesperson_id: 'You can bill only for yourself or for your own team.' },
    ]);
    expect(refusalOf(await world.create('mia', { salesperson_id: '' }))).toEqual([422, { salesperson_id: 'Choose a salesperson' }]);
  });
});

describe('spec 2.61, 4.10: invoice list', () => {
  const company = async () => {
    const paid = await world.sent({ invoice_number: 'paid', booking_date: '2026-10-05', due_date: '2026-11-01' });
    await world.pay(paid, 1080);
    const late = await world.sent({ invoice_number: 'late', booking_date: '2026-10-06', due_date: '2026-11-20' });
    await world.pay(late, 80);
    await world.sent({ invoice_number: 'today', booking_date: '2026-10-07', due_date: '2026-11-21' });
    await world.drafted({ invoice_number: 'draft' });
    const deleted = await world.drafted({ invoice_number: 'gone' });
    await world.step('fay', deleted, 'cancel');
  };

  it('derives paid and overdue from payments and due date, on the company’s day', async () => {
    await company();
    const { data, summary } = await world.page('fay', 'sort_field=invoice_number&sort_direction=asc');
    expect(data.map((item) => [item.invoice_number, item.status, item.days_overdue, item.balance])).toEqual([
      ['draft', 'draft', 0, 0],
      ['gone', 'cancelled', 0, 0],
      ['late', 'overdue', 1, 1000],
      ['paid', 'paid', 0, 0],
      ['today', 'sent', 0, 1080],
    ]);
    // Three invoices of 1,080.00; 1,160.00 received, 1,000.00 overdue; 5% of 3,000.00.
    expect(summary).toEqual({ total_invoiced: 3240, total_paid: 1160, total_overdue: 1000, total_commissions: 150, unassigned: 0 });
    for (const status of ['draft', 'cancelled', 'sent', 'paid', 'overdue'])
      expect(await world.numbers('fay', `status=${status}`)).toEqual([
        { draft: 'draft', cancelled: 'gone', sent: 'today', paid: 'paid', overdue: 'late' }[status],
      ]);
    expect((await world.page('fay', 'status=overdue')).summary).toMatchObject({
      total_invoiced: 1080,
      total_overdue: 1000,
      total_commissions: 50,
    });
  });

  it('decisions 8.05: answers rows and totals alone, and both together as before', async () => {
    await company();
    const { pagination, summary, data } = await world.page('fay', 'status=overdue');
    const rows = await world.page('fay', 'status=overdue&part=rows');
    expect(rows).toEqual({ data, pagination: { ...pagination, total: null } });
    const totals = await world.page('fay', 'status=overdue&part=totals');
    expect(totals).toEqual({ data: [], pagination: { cursor: null, limit: 25, total: 1 }, summary });
  });

  it('searches number, customer and notes, and filters by person and days', async () => {
    await company();
    await world.sent({ invoice_number: 'kims', salesperson_id: String(world.ids.kim), notes: '100% paid ahead' });
    expect(await world.numbers('fay', 'search=LAT')).toEqual(['late']);
    expect(await world.numbers('fay', 'search=100%25')).toEqual(['kims']);
    expect(await world.numbers('fay', `person=${world.ids.kim}`)).toEqual(['kims']);
    expect(await world.numbers('fay', 'person=none')).toEqual([]);
    expect(await world.numbers('fay', 'start_date=2026-10-06&end_date=2026-10-07')).toEqual(['today', 'late']);
    expect(refusalOf(await world.call('fay', 'GET', 'invoices?start_date=2026-10-07&end_date=2026-10-06'))[0]).toBe(400);
    expect(refusalOf(await world.call('fay', 'GET', 'invoices?start_date=2026-13-07'))[0]).toBe(400);
  });

  it.each(['booking_date', 'due_date', 'invoice_number', 'customer_name', 'gross_amount'])(
    'pages by %s in both directions, with every invoice on one page',
    async (sort) => {
      for (const [index, gross] of ['300', '100.25', '100.25', '2000', '7'].entries())
        await world.drafted({ gross_amount: gross, net_revenue: '1', due_date: index === 2 ? '' : `2026-12-0${index + 1}` });
      for (const direction of ['asc', 'desc']) {
        const all = await world.numbers('fay', `sort_field=${sort}&sort_direction=${direction}`);
        const walked: string[] = [];
        for (let next: string | null = `sort_field=${sort}&sort_direction=${direction}`; next !== null; ) {
          const { data, pagination }: InvoicePage = await world.page('fay', `limit=2&${next}`);
          walked.push(...data.map((item) => item.invoice_number));
          expect(pagination.total).toBe(5);
          next = pagination.cursor === null ? null : `cursor=${pagination.cursor}`;
        }
        expect(walked).toEqual(all);
        expect(new Set(walked).size).toBe(5);
      }
    },
  );

  it('refuses a cursor of another query', async () => {
    for (const _ of [1, 2, 3]) await world.drafted();
    const { pagination } = await world.page('fay', 'limit=1');
    expect((await world.call('fay', 'GET', `invoices?limit=1&status=sent&cursor=${pagination.cursor}`)).statusCode).toBe(400);
    expect((await world.call('fay', 'GET', 'invoices?cursor=nonsense')).statusCode).toBe(400);
  });
});

describe('decisions 2.14: invoice details', () => {
  it('include payments, records, deal and timeline', async () => {
    const deal = await world.made('sam');
    const invoice = await world.sent({ deal_id: deal.id });
    await world.pay(invoice, 1080);
    const detail = await world.one(invoice);
    expect(detail.payments).toMatchObject([{ date: '2026-11-15', amount: 1080, method: 'ACH', state: 'completed' }]);
    expect(detail.records).toMatchObject([{ salesperson_name: 'Sam Seller', commission_amount: 50, status: 'due' }]);
    expect(detail.timeline.map(({ day, title }) => `${day} ${title}`)).toEqual([
      '2026-11-10 Booked',
      '2026-11-15 Payment received',
      '2026-11-21 Invoice created',
      '2026-11-21 Invoice sent',
      '2026-12-10 Due',
    ]);
  });

  it('decisions 2.07: show the configured address below the company name', async () => {
    const { id } = await world.drafted();
    const store = openStore(world.server.db);
    expect((await readMailedContent(store, Number(id))).address).toEqual([]);
    const address = ['12 Main St', 'Mesa, AZ 85201'];
    const general = await world.call('ada', 'GET', 'settings/general');
    const { companyName } = general.json();
    const saved = await world.call('ada', 'PUT', 'settings/general', {
      companyName,
      commissionsConfig: JSON.stringify({ invoice_address: address }),
    });
    expect(saved.statusCode, saved.body).toBe(200);
    expect((await readMailedContent(store, Number(id))).address).toEqual(address);
    const file = await world.call('fay', 'GET', `invoices/${id}/file`);
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('are available as a PDF for customers, marked if a draft', async () => {
    const draft = await world.drafted();
    for (const invoice of [draft, world.ok<typeof draft>(await world.step('fay', draft, 'send'))]) {
      const file = await world.call('fay', 'GET', `invoices/${invoice.id}/file`);
      expect([file.statusCode, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
        200,
        'application/pdf',
        'attachment; filename="invoice-INV-1001.pdf"',
      ]);
      expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });
});
