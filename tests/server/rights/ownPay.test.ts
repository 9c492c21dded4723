import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { clausesCompany } from '../support/clauses.ts';
import { eventRow, PATCH } from '../support/worlds/eventing.ts';

const company = await clausesCompany();
const { server, ids, facts, book, as, plan, recordsOf, tokenOf, idOf } = company;
afterAll(() => server.close());
beforeEach(() => company.newDay());

const amountOf = async (invoice: number, user: number) => (await recordsOf(invoice)).find(([id]) => id === user)?.[2] ?? null;

describe('decisions 3.06: nobody raises their own pay alone', () => {
  const eventOf = async (more: object = {}): Promise<string> =>
    String(
      (
        await server.db.query
          .insertInto('events')
          .values(eventRow({ sales_person: 'sam Person', ...more }))
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    );
  const numberOf = async (id: number): Promise<string> =>
    (await server.db.query.selectFrom('invoices').select('invoice_number').where('id', '=', id).executeTakeFirstOrThrow()).invoice_number;
  const patch = async (name: string, event: string, values: object) =>
    server.call('PATCH', `/api/v1/events/${event}`, {
      token: await tokenOf(name),
      body: JSON.stringify(Object.entries(values).map(([field, value]) => ({ op: 'add', path: `/${field}`, value }))),
      headers: { 'content-type': PATCH },
    });

  it('a salesperson does not raise their rate by what they say of their own event (issue 46, row 8)', async () => {
    await plan({ rates: [{ match: { activity_type: 'Camp' }, base_commission_rate: 0.5 }] });
    const invoice = await book('sam', '2026-05-07', 4450);
    await facts.pay(invoice, 4450_00, '2026-05-08');
    const event = await eventOf();
    expect(await amountOf(invoice, ids.sam)).toBe(222_50);
    const values = { activity_type: 'Camp', invoice_id: await numberOf(invoice) };
    const answer = await patch('sam', event, values);
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([403, 'own_pay']);
    expect(answer.json().message).toBe('This changes your own commission from $222.50 to $2,225.00, so another person has to make it.');
    expect(await amountOf(invoice, ids.sam)).toBe(222_50);
    // Somebody who is not paid for it says the same.
    expect((await patch('vic', event, values)).statusCode).toBe(200);
    expect(await amountOf(invoice, ids.sam)).toBe(2225_00);
    // What lowers one's own pay needs nobody else.
    expect((await patch('sam', event, { activity_type: 'Class' })).statusCode).toBe(200);
    expect(await amountOf(invoice, ids.sam)).toBe(222_50);
    await plan({});
  });

  it('a VP takes no share of an invoice that was sent, nor of their own more; a sale they make is theirs', async () => {
    const invoice = await book('sam', '2026-05-08', 1000);
    const shares = (...of: readonly (readonly [number, number])[]) => of.map(([id, share]) => ({ user_id: String(id), share }));
    const body = { shares: shares([ids.sam, 0.5], [ids.vic, 0.5]), reason: 'Worked on it together', version: 0 };
    const split = await as('vic', 'PUT', `/invoices/${invoice}/split`, body);
    expect([split.statusCode, split.json().code], split.body).toEqual([403, 'own_pay']);
    expect(await amountOf(invoice, ids.vic)).toBeNull();
    const assigned = await as('vic', 'POST', `/invoices/${invoice}/assign`, { version: 1, salesperson_id: String(ids.vic) });
    expect([assigned.statusCode, assigned.json().code], assigned.body).toEqual([403, 'own_pay']);
    const draft = await as('vic', 'POST', '/invoices', {
      customer_name: 'Acme',
      new_customer: true,
      gross_amount: '1000',
      net_revenue: '1000',
      booking_date: '2026-05-09',
      due_date: '2026-06-09',
      salesperson_id: String(ids.vic),
    });
    expect(draft.statusCode, draft.body).toBe(201);
    const sent = await as('vic', 'POST', `/invoices/${draft.json().id}/send`, { version: draft.json().version });
    expect(sent.statusCode, sent.body).toBe(200);
    expect(await amountOf(Number(draft.json().id), ids.vic)).toBe(50_00);
  });

  it('a manager’s override is their own pay: they do not cancel a credit memo of their team', async () => {
    await plan({ team_override: { role: 'sales_manager', rate: 0.01 } });
    const draft = await as('fin', 'POST', '/invoices', {
      customer_name: 'Acme',
      gross_amount: '1000',
      net_revenue: '1000',
      booking_date: '2026-05-11',
      due_date: '2026-06-11',
      salesperson_id: String(ids.sam),
    });
    const { id, version } = draft.json();
    const sent = (await as('fin', 'POST', `/invoices/${id}/send`, { version })).json();
    const memo = (await as('fin', 'POST', `/invoices/${id}/credit-memo`, { version: sent.version, amount: '400', notes: 'Less' })).json();
    expect([await amountOf(Number(id), ids.mia), await amountOf(Number(memo.id), ids.mia)]).toEqual([10_00, -4_00]);
    const cancelled = await as('mia', 'POST', `/invoices/${memo.id}/cancel`, { version: memo.version });
    expect([cancelled.statusCode, cancelled.json().code], cancelled.body).toEqual([403, 'own_pay']);
    expect((await as('fin', 'POST', `/invoices/${memo.id}/cancel`, { version: memo.version })).statusCode).toBe(200);
    await plan({});
  });

  it('a hold of their own record is released by somebody else, also where they put it there', async () => {
    const invoice = await book('vic', '2026-05-12', 1000);
    await facts.pay(invoice, 100_000, '2026-05-13');
    const record = await idOf(invoice, ids.vic);
    expect((await as('vic', 'PUT', `/commissions/${record}/hold`, { reason: 'Check it' })).statusCode).toBe(200);
    const released = await as('vic', 'DELETE', `/commissions/${record}/hold`);
    expect([released.statusCode, released.json().code]).toEqual([403, 'own_pay']);
    expect((await as('ada', 'DELETE', `/commissions/${record}/hold`)).statusCode).toBe(204);
  });

  it('where nobody else could approve it is done and marked as self-approved', async () => {
    const invoice = await book('vic', '2026-05-14', 1000);
    await facts.pay(invoice, 100_000, '2026-05-14');
    const record = await idOf(invoice, ids.vic);
    expect((await as('vic', 'PUT', `/commissions/${record}/hold`, { reason: 'Check it' })).statusCode).toBe(200);
    await server.db.query.updateTable('users').set({ active: false }).where('id', '=', ids.ada).execute();
    expect((await as('vic', 'DELETE', `/commissions/${record}/hold`)).statusCode).toBe(204);
    await server.db.query.updateTable('users').set({ active: true }).where('id', '=', ids.ada).execute();
    const raised = await server.db.query
      .selectFrom('audit_log')
      .select(['entity_id', 'before', 'after'])
      .where('action', '=', 'own_pay.raised')
      .execute();
    expect(raised).toEqual([
      { entity_id: String(ids.vic), before: { amount_cents: 0 }, after: { amount_cents: 50_00, self_approved: true } },
    ]);
  });
});
