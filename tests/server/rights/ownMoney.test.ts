import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Approval, ApprovalResult } from '../../../contract/entities/approval.ts';
import { createClauseCompany } from '../support/clauses.ts';

const company = await createClauseCompany();
const { server, ids, facts, as } = company;
afterAll(() => server.close());
beforeEach(async () => {
  company.newDay();
  await server.db.query.deleteFrom('proposals').execute();
});

const waiting = async (): Promise<Approval[]> => (await as('ada', 'GET', '/approvals?group=own_pay')).json().data;
const approve = async ({ id, version }: Approval): Promise<ApprovalResult> =>
  (await as('ada', 'POST', '/approvals/decide', { decision: 'approve', items: [{ id, version }] })).json().data[0];
/** Runs `work` while Vic is the only approver. */
const withVicAsOnlyApprover = async <T>(work: () => Promise<T>): Promise<T> => {
  const setAdaActive = (active: boolean) => server.db.query.updateTable('users').set({ active }).where('id', '=', ids.ada).execute();
  await setAdaActive(false);
  const done = await work();
  await setAdaActive(true);
  return done;
};
const released = async (invoice: number): Promise<number> =>
  (await facts.recordsOf(invoice)).reduce((sum, { released_cents }) => sum + released_cents, 0);
const lastRaise = async () =>
  (
    await server.db.query
      .selectFrom('audit_log')
      .select(['actor_id', 'before', 'after'])
      .where('action', '=', 'own_pay.raised')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).after;

describe('decisions 3.06: a credit memo that releases its author’s commission', () => {
  /** A sale of Vic's with 600.00 of 1,000.00 paid: nothing is due before the rest is settled. */
  const unpaid = async (day: string): Promise<number> => {
    const invoice = await facts.addInvoice({ salesperson_id: ids.vic, booking_date: day, net_cents: 1000_00 });
    await facts.pay(invoice, 600_00, day);
    return invoice;
  };
  const credit = async (invoice: number) => {
    const { version } = (await as('vic', 'GET', `/invoices/${invoice}`)).json();
    return as('vic', 'POST', `/invoices/${invoice}/credit-memo`, { version, amount: '400', notes: 'Settles the rest' });
  };

  it('waits, and is then created in both names', async () => {
    const invoice = await unpaid('2026-05-04');
    expect(await released(invoice)).toBe(0);
    const answer = await credit(invoice);
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([202, 'waiting_for_approval']);
    const [seen] = await waiting();
    expect(seen).toMatchObject({ user_name: 'vic Person', before: 0, after: 30 });
    expect(await approve(seen as Approval)).toMatchObject({ outcome: 'decided' });
    expect(await released(invoice)).toBe(50_00);
    expect((await as('vic', 'GET', `/invoices/${invoice}`)).json().balance).toBe(0);
  });

  it('is created and flagged if no one else may approve', async () => {
    const invoice = await unpaid('2026-05-05');
    expect((await withVicAsOnlyApprover(() => credit(invoice))).statusCode).toBe(201);
    expect(await lastRaise()).toMatchObject({ amount_cents: 30_00, self_approved: true });
  });
});

describe('decisions 3.06: changing an adjustment of one’s own commission', () => {
  const reason = { adjustment_reason: 'Agreed' };
  const stateOf = async (id: string) =>
    server.db.query
      .selectFrom('adjustments')
      .select(['state', 'amount_cents', 'version', 'decided_by', 'self_approved'])
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow();
  /** A deduction by Vic on their own commission, approved by Ada, with or without a record. */
  const deduction = async (body: object): Promise<string> => {
    const created = (await as('vic', 'POST', '/adjustments', { ...reason, adjustment_amount: '-50', ...body })).json();
    const decided = await as('ada', 'POST', `/adjustments/${created.id}/approve`, { version: created.version });
    expect(decided.statusCode, decided.body).toBe(200);
    return created.id;
  };
  const ofInvoice = async (day: string) => ({
    related_invoice_id: String(await facts.addInvoice({ salesperson_id: ids.vic, booking_date: day, net_cents: 2000_00 })),
  });
  const ofPerson = async (day: string) => ({ user_id: String(ids.vic), effective_date: day, kind: 'correction' });

  it.each([
    ['of a record', ofInvoice],
    ['without a record', ofPerson],
  ])('waits when it reduces a deduction %s, which counts in full until then', async (_what, subject) => {
    const body = await subject('2026-05-06');
    const id = await deduction(body);
    const { version } = await stateOf(id);
    const answer = await as('vic', 'PUT', `/adjustments/${id}`, { ...reason, ...body, version, adjustment_amount: '-30' });
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([202, 'waiting_for_approval']);
    expect(await stateOf(id)).toMatchObject({ state: 'approved', amount_cents: -50_00 });
    const [seen] = await waiting();
    expect(seen).toMatchObject({ amount: 20 });
    expect(await approve(seen as Approval)).toMatchObject({ outcome: 'decided' });
    expect(await stateOf(id)).toMatchObject({ state: 'approved', amount_cents: -30_00, decided_by: ids.ada, self_approved: false });
  });

  it.each([
    ['of a record', ofInvoice],
    ['without a record', ofPerson],
  ])('is flagged if no one else may approve reducing a deduction %s', async (_what, subject) => {
    const body = await subject('2026-05-07');
    const id = await deduction(body);
    const { version } = await stateOf(id);
    const put = () => as('vic', 'PUT', `/adjustments/${id}`, { ...reason, ...body, version, adjustment_amount: '-10' });
    expect((await withVicAsOnlyApprover(put)).statusCode).toBe(200);
    expect(await stateOf(id)).toMatchObject({ state: 'approved', amount_cents: -10_00, self_approved: true });
    expect(await lastRaise()).toMatchObject({ self_approved: true });
  });

  it.each([
    ['of a record', ofInvoice],
    ['without a record', ofPerson],
  ])('waits when it voids their own deduction %s', async (_what, subject) => {
    const id = await deduction(await subject('2026-05-09'));
    const { version } = await stateOf(id);
    const answer = await as('vic', 'DELETE', `/adjustments/${id}?version=${version}`);
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([202, 'waiting_for_approval']);
    expect(await stateOf(id)).toMatchObject({ state: 'approved' });
    const [seen] = await waiting();
    expect(seen).toMatchObject({ amount: 50 });
    expect(await approve(seen as Approval)).toMatchObject({ outcome: 'decided' });
    expect(await stateOf(id)).toMatchObject({ state: 'void' });
  });

  it('needs no approval when a deduction grows', async () => {
    const body = await ofInvoice('2026-05-08');
    const id = await deduction(body);
    const { version } = await stateOf(id);
    const answer = await as('vic', 'PUT', `/adjustments/${id}`, { ...reason, ...body, version, adjustment_amount: '-60' });
    expect([answer.statusCode, answer.json().state], answer.body).toEqual([200, 'approved']);
    expect(await stateOf(id)).toMatchObject({ amount_cents: -60_00, self_approved: false });
  });
});
