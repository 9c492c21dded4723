import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Approval, ApprovalResult } from '../../../contract/entities/approval.ts';
import { createClauseCompany } from '../support/clauses.ts';
import { eventRow, JSON_PATCH } from '../support/worlds/events.ts';

const company = await createClauseCompany();
const { server, ids, facts, book, as, plan, recordsOf, tokenOf, idOf } = company;
afterAll(() => server.close());
beforeEach(() => company.newDay());

const amountOf = async (invoice: number, user: number) => (await recordsOf(invoice)).find(([id]) => id === user)?.[2] ?? null;

describe('decisions 3.06: nobody raises their own pay alone', () => {
  const eventOf = async (overrides: object = {}): Promise<string> =>
    String(
      (
        await server.db.query
          .insertInto('events')
          .values(eventRow({ sales_person: 'sam Person', ...overrides }))
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
      headers: { 'content-type': JSON_PATCH },
    });

  it('a salesperson cannot raise their rate by editing their own event (issue 46, row 8)', async () => {
    await plan({ rates: [{ match: { activity_type: 'Camp' }, base_commission_rate: 0.5 }] });
    const invoice = await book('sam', '2026-05-07', 4450);
    await facts.pay(invoice, 4450_00, '2026-05-08');
    const event = await eventOf();
    expect(await amountOf(invoice, ids.sam)).toBe(222_50);
    const values = { activity_type: 'Camp', invoice_id: await numberOf(invoice) };
    const answer = await patch('sam', event, values);
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([202, 'waiting_for_approval']);
    expect(answer.json().message).toBe(
      'This changes your own commission from $222.50 to $2,225.00, so it waits for another person’s approval. Nothing has changed yet.',
    );
    expect(await amountOf(invoice, ids.sam)).toBe(222_50);
    // Someone who doesn't earn from it makes the same change.
    expect((await patch('vic', event, values)).statusCode).toBe(200);
    expect(await amountOf(invoice, ids.sam)).toBe(2225_00);
    // Lowering one's own pay needs no approval.
    expect((await patch('sam', event, { activity_type: 'Class' })).statusCode).toBe(200);
    expect(await amountOf(invoice, ids.sam)).toBe(222_50);
    await plan({});
  });

  it('a VP cannot take a share of a sent invoice or raise their own share, but a sale they create is theirs', async () => {
    const invoice = await book('sam', '2026-05-08', 1000);
    const shares = (...pairs: readonly (readonly [number, number])[]) => pairs.map(([id, share]) => ({ user_id: String(id), share }));
    const body = { shares: shares([ids.sam, 0.5], [ids.vic, 0.5]), reason: 'Worked on it together', version: 0 };
    const split = await as('vic', 'PUT', `/invoices/${invoice}/split`, body);
    expect([split.statusCode, split.json().code], split.body).toEqual([202, 'waiting_for_approval']);
    expect(await amountOf(invoice, ids.vic)).toBeNull();
    const assigned = await as('vic', 'POST', `/invoices/${invoice}/assign`, { version: 1, salesperson_id: String(ids.vic) });
    expect([assigned.statusCode, assigned.json().code], assigned.body).toEqual([202, 'waiting_for_approval']);
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

  it('a manager cannot cancel a team credit memo, because the override is their own pay', async () => {
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
    expect([cancelled.statusCode, cancelled.json().code], cancelled.body).toEqual([202, 'waiting_for_approval']);
    expect((await as('fin', 'POST', `/invoices/${memo.id}/cancel`, { version: memo.version })).statusCode).toBe(200);
    await plan({});
  });

  it('a hold on one’s own record is released by someone else, even if placed by oneself', async () => {
    const invoice = await book('vic', '2026-05-12', 1000);
    await facts.pay(invoice, 100_000, '2026-05-13');
    const record = await idOf(invoice, ids.vic);
    expect((await as('vic', 'PUT', `/commissions/${record}/hold`, { reason: 'Check it' })).statusCode).toBe(200);
    const released = await as('vic', 'DELETE', `/commissions/${record}/hold`);
    expect([released.statusCode, released.json().code]).toEqual([202, 'waiting_for_approval']);
    expect((await as('ada', 'DELETE', `/commissions/${record}/hold`)).statusCode).toBe(204);
  });

  it('a change is applied and marked as self-approved if no one else could approve it', async () => {
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

  it('32 one-dollar deals created and won by a salesperson earn no bonus alone (issue 46, row 9)', async () => {
    await plan({ bonuses: [{ id: 'deals', name: 'Deals', metric: 'won_deals', level: 32, within: 'month', amount: 400 }] });
    const bonuses = async () =>
      (
        await server.db.query
          .selectFrom('adjustments')
          .select(['id', 'version', 'state', 'amount_cents'])
          .where('user_id', '=', ids.sam)
          .execute()
      ).map(({ state, amount_cents }) => [state, amount_cents]);
    for (let index = 1; index <= 32; index += 1) {
      const body = {
        name: `Deal ${index}`,
        customer_name: 'Acme',
        owner_id: String(ids.sam),
        amount: '1',
        expected_close_date: '2026-05-20',
      };
      const deal = await as('sam', 'POST', '/deals', body);
      expect(deal.statusCode, deal.body).toBe(201);
      expect((await as('sam', 'POST', `/deals/${deal.json().id}/win`, { version: deal.json().version })).statusCode).toBe(200);
    }
    expect(await bonuses()).toEqual([['pending', 400_00]]);
    const [bonus] = (await as('vic', 'GET', '/approvals?group=bonus')).json().data;
    expect(bonus).toMatchObject({ user_name: 'sam Person', amount: 400 });
    await as('vic', 'POST', '/approvals/decide', { decision: 'approve', items: [{ id: bonus.id, version: bonus.version }] });
    expect(await bonuses()).toEqual([['approved', 400_00]]);
    await plan({});
  });

  it('an adjustment of one’s own commission waits at any amount, and others’ deductions stay', async () => {
    const invoice = await book('vic', '2026-05-15', 1000);
    const number = { related_invoice_id: String(invoice), adjustment_reason: 'Agreed' };
    const own = await as('vic', 'POST', '/adjustments', { ...number, adjustment_amount: '1' });
    expect([own.statusCode, own.json().state], own.body).toEqual([201, 'pending']);
    const deducted = (await as('ada', 'POST', '/adjustments', { ...number, adjustment_amount: '-50' })).json();
    expect([deducted.state, deducted.adjustment_amount]).toEqual(['approved', -50]);
    const change = { ...number, version: deducted.version, adjustment_amount: '-1' };
    for (const answer of [
      await as('vic', 'PUT', `/adjustments/${deducted.id}`, change),
      await as('vic', 'DELETE', `/adjustments/${deducted.id}?version=${deducted.version}`),
    ])
      expect([answer.statusCode, answer.json().code], answer.body).toEqual([403, 'own_deduction']);
    const [seen] = (await as('vic', 'GET', '/adjustments?start_date=2026-05-01&end_date=2026-05-31'))
      .json()
      .data.filter(({ id }: { id: string }) => id === deducted.id);
    expect(seen.actions).toEqual([]);
    expect((await as('fin', 'GET', `/adjustments?start_date=2026-05-01&end_date=2026-05-31`)).statusCode).toBe(200);
  });
});

describe('decisions 3.06: a pending change', () => {
  const waiting = async (name: string): Promise<Approval[]> => (await as(name, 'GET', '/approvals?group=own_pay')).json().data;
  const decide = async (
    name: string,
    decision: string,
    { id, version }: Pick<Approval, 'id' | 'version'>,
    note = '',
  ): Promise<ApprovalResult> => (await as(name, 'POST', '/approvals/decide', { decision, items: [{ id, version }], note })).json().data[0];
  const heldSale = async (day: string) => {
    await server.db.query.deleteFrom('proposals').execute();
    const invoice = await book('vic', day, 1000);
    await facts.pay(invoice, 100_000, day);
    const record = await idOf(invoice, ids.vic);
    await as('fin', 'GET', '/approvals');
    expect((await as('vic', 'PUT', `/commissions/${record}/hold`, { reason: 'Check it' })).statusCode).toBe(200);
    const answer = await as('vic', 'DELETE', `/commissions/${record}/hold`);
    expect(answer.statusCode, answer.body).toBe(202);
    return { invoice, record, proposal: answer.json().current };
  };
  const released = async (invoice: number) => (await facts.recordOf(invoice)).released_cents;

  it('is in Approvals for everybody but its author, with before and after, and runs in both names', async () => {
    const { invoice, proposal } = await heldSale('2026-05-04');
    expect(await waiting('vic')).toEqual([]);
    const [seen] = await waiting('ada');
    expect(seen).toMatchObject({
      id: proposal.approval_id,
      group: 'own_pay',
      user_name: 'vic Person',
      created_by: 'vic Person',
      before: 0,
      after: 50,
      amount: 50,
      reason: 'The hold was released',
    });
    expect(
      (await as('vic', 'POST', '/approvals/decide', { decision: 'approve', items: [{ id: seen?.id, version: 1 }] })).json().data,
    ).toMatchObject([{ outcome: 'refused', code: 'own_proposal' }]);
    expect(await decide('ada', 'approve', seen as Approval)).toMatchObject({ outcome: 'decided', undo_until: null });
    expect(await released(invoice)).toBe(50_00);
    expect(await waiting('ada')).toEqual([]);
    const log = await server.db.query
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'after'])
      .where('action', 'in', ['proposal.created', 'commission.released', 'own_pay.raised', 'proposal.approved'])
      .orderBy('id', 'desc')
      .limit(4)
      .execute();
    expect(log.reverse()).toMatchObject([
      { action: 'proposal.created', actor_id: ids.vic, after: { before_cents: 0, after_cents: 50_00 } },
      { action: 'commission.released', actor_id: ids.vic },
      { action: 'own_pay.raised', actor_id: ids.vic, after: { amount_cents: 50_00, approved_by: ids.ada } },
      { action: 'proposal.approved', actor_id: ids.ada },
    ]);
    expect(await decide('ada', 'approve', seen as Approval)).toMatchObject({
      outcome: 'refused',
      message: 'You have already approved this.',
    });
  });

  it('is created once however often its author asks, and a rejection changes nothing and states why', async () => {
    const { invoice, record } = await heldSale('2026-05-05');
    expect((await as('vic', 'DELETE', `/commissions/${record}/hold`)).statusCode).toBe(202);
    const [seen, ...more] = await waiting('ada');
    expect(more).toEqual([]);
    expect(await decide('ada', 'reject', seen as Approval, 'Not yet')).toMatchObject({ outcome: 'decided' });
    expect([await released(invoice), await waiting('ada')]).toEqual([0, []]);
    const notices = (await as('vic', 'GET', '/notifications')).json().data.map(({ message }: { message: string }) => message);
    expect(notices[0]).toBe('The hold was released. ada Person rejected it: Not yet');
  });

  it('reports if its basis has changed: the hold is gone, or the amount differs', async () => {
    const deleted = await heldSale('2026-05-06');
    const [first] = await waiting('ada');
    expect((await as('fin', 'DELETE', `/commissions/${deleted.record}/hold`)).statusCode).toBe(204);
    expect(await decide('ada', 'approve', first as Approval)).toMatchObject({ outcome: 'refused', code: 'not_held' });
    const moved = await heldSale('2026-05-06');
    const [second] = await waiting('ada');
    const { version } = (await as('fin', 'GET', `/invoices/${moved.invoice}`)).json();
    await as('fin', 'PUT', `/invoices/${moved.invoice}`, { version, override_rate: true, commission_rate: '10' });
    expect(await decide('ada', 'approve', second as Approval)).toMatchObject({
      outcome: 'refused',
      code: 'proposal_moved',
      message: 'The data behind this change has changed since: it now takes the commission from $0.00 to $100.00. Look at it again.',
    });
    const [repeated] = await waiting('ada');
    expect(repeated).toMatchObject({ after: 100, version: (second?.version ?? 0) + 1 });
    expect(await decide('ada', 'approve', repeated as Approval)).toMatchObject({ outcome: 'decided' });
    expect(await released(moved.invoice)).toBe(100_00);
  });

  it('requires its author’s rights on approval: it changes nothing if they have left or lost the right', async () => {
    const { invoice } = await heldSale('2026-05-07');
    const [seen] = await waiting('ada');
    await server.db.query.updateTable('users').set({ role: 'salesperson' }).where('id', '=', ids.vic).execute();
    expect(await decide('ada', 'approve', seen as Approval)).toMatchObject({ outcome: 'refused', code: 'forbidden' });
    await server.db.query.updateTable('users').set({ role: 'vp_sales', active: false }).where('id', '=', ids.vic).execute();
    expect(await decide('ada', 'approve', seen as Approval)).toMatchObject({ outcome: 'refused', code: 'author_left' });
    await server.db.query.updateTable('users').set({ active: true }).where('id', '=', ids.vic).execute();
    expect(await released(invoice)).toBe(0);
  });
});
