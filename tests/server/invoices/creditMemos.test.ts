import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Invoice } from '../../../contract/entities/invoice.ts';
import type { Payment } from '../../../contract/entities/payment.ts';
import { up as memosFollow } from '../../../server/db/migrations/076_memos_follow.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { readMailedContent } from '../../../server/domain/invoices/invoiceContent.ts';
import { createInvoiceWorld, refusalOf } from '../support/worlds/invoices.ts';

let world: Awaited<ReturnType<typeof createInvoiceWorld>>;
beforeAll(async () => {
  world = await createInvoiceWorld();
});
beforeEach(() => world.clear());
afterAll(() => world.server.close());

const amounts = async (invoice: Pick<Invoice, 'id'>) =>
  (await world.records(invoice)).map(({ amount_cents, released_cents, status }) => [amount_cents, released_cents, status]);

const readAmounts = async (invoice: Pick<Invoice, 'id'>) =>
  (await world.records(invoice)).map(({ user_id, amount_cents }) => [user_id, amount_cents]);

const listed = async (status: string): Promise<string[]> => {
  const { data } = (await world.call('fay', 'GET', `invoices?status=${status}`)).json();
  return data.map(({ invoice_number }: Invoice) => invoice_number);
};

describe('decisions 2.02, 2.03: credit memos', () => {
  it('a partial memo reverses its share of net revenue, and the customer’s later payment releases the rest', async () => {
    const sent = await world.sent();
    const memo = world.ok<Invoice>(await world.step('fay', sent, 'credit-memo', { amount: '108', notes: 'A day less' }));
    expect(memo).toMatchObject({
      invoice_number: 'CM-INV-1001',
      gross_amount: -108,
      net_revenue: -100,
      booking_date: '2026-11-21',
      status: 'settled',
      commission_amount: -5,
      credit_of_id: sent.id,
      actions: ['amend', 'cancel'],
    });
    expect(await world.one(sent)).toMatchObject({
      status: 'sent',
      received: 0,
      credited: 108,
      balance: 972,
      creditable: 972,
      version: sent.version + 1,
    });
    await world.pay(sent, 972);
    expect((await world.one(sent)).status).toBe('paid');
    expect([await amounts(sent), await amounts(memo)]).toEqual([[[50_00, 50_00, 'due']], [[-5_00, -5_00, 'due']]]);
    expect(await world.audited(sent)).toEqual(['invoice.created', 'invoice.sent', 'invoice.credited']);
    expect((await world.page('fay')).summary).toMatchObject({ total_invoiced: 972, total_paid: 972, total_commissions: 45 });
  });

  it('decisions 2.14: the customer’s invoice separates credits from received money', async () => {
    const sent = await world.sent();
    world.ok<Invoice>(await world.step('fay', sent, 'credit-memo', { amount: '108', notes: 'A day less' }));
    await world.pay(sent, 500);
    const { invoice, received, credited } = await readMailedContent(openStore(world.server.db), Number(sent.id));
    expect({ gross: invoice.gross_cents, received, credited }).toEqual({ gross: 1080_00, received: 500_00, credited: 108_00 });
  });

  it('a full credit in three parts leaves no cent of gross or net', async () => {
    const sent = await world.sent({ gross_amount: '100.00', net_revenue: '33.33' });
    for (const [index, amount] of ['33.33', '33.33', '33.34'].entries())
      world.ok(await world.step('fay', { id: sent.id, version: sent.version + index }, 'credit-memo', { amount, notes: 'Back' }));
    const rows = await world.server.db.query.selectFrom('invoices').select(['invoice_number', 'net_cents']).orderBy('id').execute();
    expect(rows.map(({ net_cents }) => net_cents).reduce((sum, cents) => sum + cents, 0)).toBe(0);
    expect(rows.map(({ invoice_number }) => invoice_number)).toEqual(['INV-1001', 'CM-INV-1001', 'CM-INV-1001-2', 'CM-INV-1001-3']);
    expect((await world.one(sent)).actions).toEqual(['amend', 'assign']);
  });

  it('decisions 2.14: refuses more than the remainder, a day before the invoice, a missing reason and a stale view', async () => {
    const sent = await world.sent();
    const ask = (overrides: object, version = sent.version) =>
      world.step('fay', { id: sent.id, version }, 'credit-memo', { amount: '80', notes: 'x', ...overrides });
    expect(refusalOf(await ask({ amount: '1080.01' }))).toEqual([422, { amount: 'At most $1,080.00 is left to credit.' }]);
    expect(refusalOf(await ask({ amount: '0' }))).toEqual([422, { amount: 'The amount must be above zero' }]);
    expect(refusalOf(await ask({ notes: ' ' }))).toEqual([422, { notes: 'A reason is required' }]);
    expect(refusalOf(await ask({ booking_date: '2026-11-09' }))).toEqual([
      422,
      { booking_date: 'A credit memo cannot be booked before its invoice, which is dated Nov 10, 2026.' },
    ]);
    world.ok(await ask({}));
    expect(refusalOf(await ask({}))).toEqual([409, 'stale_version']);
    expect(refusalOf(await ask({ amount: '1000.01' }, sent.version + 1))).toEqual([
      422,
      { amount: 'At most $1,000.00 is left to credit.' },
    ]);
  });

  it('a canceled memo reverses nothing: the invoice is open again', async () => {
    const sent = await world.sent();
    const memo = world.ok<Invoice>(await world.step('fay', sent, 'credit-memo', { amount: '1080', notes: 'Not held' }));
    expect(await world.one(sent)).toMatchObject({ status: 'settled', received: 0, credited: 1080, balance: 0 });
    expect([await listed('paid'), (await listed('settled')).sort()]).toEqual([[], ['CM-INV-1001', 'INV-1001']]);
    expect((await world.page('fay')).summary).toMatchObject({ total_invoiced: 0, total_paid: 0 });
    expect(await world.facts.store.noticeCauses.paidOf([Number(sent.id)])).toEqual([]);
    const whyNot = await world.call('ada', 'GET', 'why-not?q=INV-1001&start_date=2026-11-01&end_date=2026-11-30');
    expect(whyNot.json().data[0].reasons).toMatchObject([{ code: 'settled_by_credit' }]);
    world.ok(await world.step('fay', memo, 'cancel'));
    expect(await world.one(sent)).toMatchObject({ status: 'sent', balance: 1080, creditable: 1080 });
    expect(await amounts(sent)).toEqual([[50_00, 0, 'not_due']]);
  });

  it('decisions 2.15: the rest of a memo can be applied to another invoice of the customer, like unapplied credit', async () => {
    const sent = await world.sent();
    await world.pay(sent, 1080);
    const memo = world.ok<Invoice>(await world.step('fay', sent, 'credit-memo', { amount: '100', notes: 'Goodwill' }));
    expect([memo.status, memo.balance, (await world.one(sent)).balance]).toEqual(['settled', 0, 0]);
    // 100.00 of 1,080.00 is 92.59 of the net revenue, which earns 5%.
    expect(await amounts(memo)).toEqual([[-4_63, -4_63, 'due']]);
    const customer = await world.facts.store.invoiceRows.customer('Flagstaff Library');
    expect(await world.facts.store.receipts.unappliedOf(customer?.id ?? 0, 0)).toBe(100_00);
    const other = await world.sent({ gross_amount: '80.00', net_revenue: '80.00' });
    const find = async () => (await world.call('fay', 'GET', 'payments?type=customer_payment')).json().data as Payment[];
    const [credit] = (await find()).filter(({ payment_method }) => payment_method === 'credit memo');
    expect([credit?.amount, credit?.unapplied, credit?.actions]).toEqual([100, 100, ['allocate']]);
    const apply = (amount: string, version: number | undefined) =>
      world.call('fay', 'PUT', `payments/${credit?.id}/allocations`, { version, allocations: [{ kind: 'invoice', id: other.id, amount }] });
    expect((await apply('80.01', credit?.version)).statusCode).toBe(422);
    const applied = (await apply('80.00', credit?.version)).json();
    expect([applied.amount, applied.unapplied]).toEqual([100, 20]);
    expect([(await world.one(other)).status, await amounts(other)]).toEqual(['paid', [[4_00, 4_00, 'due']]]);
    // Cancelling would lose the credit applied to it.
    expect(refusalOf(await world.step('fay', await world.one(other), 'cancel'))).toEqual([409, 'invoice_paid']);
    // Once the memo is cancelled, the other invoice is open again.
    world.ok(await world.step('fay', await world.one(memo), 'cancel'));
    expect([(await world.one(other)).status, await amounts(other)]).toEqual(['sent', [[4_00, 0, 'not_due']]]);
    expect((await find()).filter(({ payment_method }) => payment_method === 'credit memo')).toEqual([]);
  });

  it('decisions 2.15: a memo leaves the list once fully applied to its own invoice after a bounced payment', async () => {
    const sent = await world.sent();
    await world.pay(sent, 1080);
    world.ok<Invoice>(await world.step('fay', sent, 'credit-memo', { amount: '100', notes: 'Goodwill' }));
    const find = async () => (await world.call('fay', 'GET', 'payments?type=customer_payment')).json().data as Payment[];
    const payments = await find();
    const credit = payments.find(({ payment_method }) => payment_method === 'credit memo');
    const paid = payments.find(({ payment_method }) => payment_method !== 'credit memo');
    await world.call('fay', 'POST', `payments/${paid?.id}/fail`, { version: paid?.version, reason: 'Bounced' });
    const allocations = [{ kind: 'invoice', id: sent.id, amount: '100.00' }];
    const applied = await world.call('fay', 'PUT', `payments/${credit?.id}/allocations`, { version: credit?.version, allocations });
    expect([applied.statusCode, applied.json().unapplied]).toEqual([200, 0]);
    expect(await world.one(sent)).toMatchObject({ status: 'sent', credited: 100, balance: 980 });
    expect((await find()).filter(({ payment_method }) => payment_method === 'credit memo')).toEqual([]);
  });

  it('decisions 2.23: all memos follow their invoice to a new assignee', async () => {
    const sent = await world.sent();
    const memo = world.ok<Invoice>(await world.step('fay', sent, 'credit-memo', { amount: '108', notes: 'A day less' }));
    world.ok(await world.step('fay', await world.one(sent), 'assign', { salesperson_id: String(world.ids.kim) }));
    expect([await readAmounts(sent), await readAmounts(memo)]).toEqual([[[world.ids.kim, 50_00]], [[world.ids.kim, -5_00]]]);
    expect(await world.audited(memo)).toEqual(['invoice.created', 'invoice.assigned']);
    expect((await world.one(memo)).version).toBe(memo.version + 1);
  });

  it('decisions 2.23: memos cannot be assigned, split or held alone, so that a manager’s own sale leaves no commission behind', async () => {
    const draft = await world.drafted({ gross_amount: '20000', net_revenue: '20000', salesperson_id: String(world.ids.mia) }, 'mia');
    const sent = world.ok<Invoice>(await world.step('mia', draft, 'send'));
    const memo = world.ok<Invoice>(await world.step('mia', sent, 'credit-memo', { amount: '20000', notes: 'Not held' }));
    const assigned = await world.step('mia', memo, 'assign', { salesperson_id: String(world.ids.sam) });
    expect([assigned.statusCode, assigned.json().code, assigned.json().message]).toEqual([
      409,
      'credit_memo',
      'A credit memo always has the people, shares and holds of its invoice. Change them on the invoice, and the memo follows.',
    ]);
    expect(memo.actions).toEqual(['amend', 'cancel']);
    expect([await readAmounts(sent), await readAmounts(memo)]).toEqual([[[world.ids.mia, 1000_00]], [[world.ids.mia, -1000_00]]]);
    const split = { shares: [{ user_id: String(world.ids.sam), share: 1 }], reason: 'Theirs', version: 0 };
    expect(refusalOf(await world.call('vic', 'PUT', `invoices/${memo.id}/split`, split))).toEqual([409, 'credit_memo']);
    const [record] = await world.records(memo);
    expect(refusalOf(await world.call('fay', 'PUT', `commissions/${record?.id}/hold`, { reason: 'Wait' }))).toEqual([409, 'credit_memo']);
  });

  it('decisions 2.23: memos assigned to someone else before the upgrade follow from then on, except in closed months', async () => {
    const sent = await world.sent({ booking_date: '2026-10-10' });
    const credit = async (day: string) =>
      world.ok<Invoice>(
        await world.step('fay', await world.one(sent), 'credit-memo', { amount: '108', notes: 'A day less', booking_date: day }),
      );
    const [closed, open] = [await credit('2026-10-20'), await credit('2026-11-05')];
    const { query } = world.server.db;
    await query
      .updateTable('invoices')
      .set({ salesperson_id: world.ids.kim })
      .where('id', 'in', [Number(closed.id), Number(open.id)])
      .execute();
    await query.insertInto('pay_periods').values({ start_date: '2026-10-01', end_date: '2026-10-31', state: 'closed' }).execute();
    await sql.raw(memosFollow).execute(query);
    const rows = await query
      .selectFrom('invoices')
      .select(['salesperson_id'])
      .where('credit_of_id', '=', Number(sent.id))
      .orderBy('id')
      .execute();
    expect(rows.map(({ salesperson_id }) => salesperson_id)).toEqual([world.ids.kim, world.ids.sam]);
    const marks = await query.selectFrom('marks').select(['user_id', 'day']).orderBy('user_id').execute();
    expect(new Set(marks)).toEqual(new Set([world.ids.sam, world.ids.kim].map((user_id) => ({ user_id, day: '2026-11-05' }))));
  });

  it('decisions 2.23: memos are held while their invoice’s record is held', async () => {
    const sent = await world.sent();
    const memo = world.ok<Invoice>(await world.step('fay', sent, 'credit-memo', { amount: '108', notes: 'A day less' }));
    await world.pay(sent, 972);
    const [record] = await world.records(sent);
    world.ok(await world.call('fay', 'PUT', `commissions/${record?.id}/hold`, { reason: 'The order is disputed' }));
    expect([await amounts(sent), await amounts(memo)]).toEqual([[[50_00, 0, 'not_due']], [[-5_00, 0, 'not_due']]]);
    expect((await world.call('vic', 'DELETE', `commissions/${record?.id}/hold`)).statusCode).toBe(204);
    expect([await amounts(sent), await amounts(memo)]).toEqual([[[50_00, 50_00, 'due']], [[-5_00, -5_00, 'due']]]);
  });

  it('decisions 2.23: a memo of a held record is held from its first computation, until the hold ends', async () => {
    const sent = await world.sent();
    await world.pay(sent, 972);
    const [record] = await world.records(sent);
    world.ok(await world.call('fay', 'PUT', `commissions/${record?.id}/hold`, { reason: 'The order is disputed' }));
    const memo = world.ok<Invoice>(await world.step('fay', sent, 'credit-memo', { amount: '108', notes: 'A day less' }));
    expect([await amounts(sent), await amounts(memo)]).toEqual([[[50_00, 0, 'not_due']], [[-5_00, 0, 'not_due']]]);
    expect((await world.call('vic', 'DELETE', `commissions/${record?.id}/hold`)).statusCode).toBe(204);
    expect([await amounts(sent), await amounts(memo)]).toEqual([[[50_00, 50_00, 'due']], [[-5_00, -5_00, 'due']]]);
  });
});
