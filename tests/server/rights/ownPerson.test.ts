import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Approval, ApprovalResult } from '../../../contract/entities/approval.ts';
import { messages } from '../../../contract/messages.ts';
import { createClauseCompany } from '../support/clauses.ts';

const company = await createClauseCompany();
const { server, ids, book, as, plan, recordsOf } = company;
afterAll(() => server.close());
beforeEach(async () => {
  company.newDay();
  await server.db.query.deleteFrom('proposals').execute();
  await server.db.query.deleteFrom('user_past').where('user_id', '=', ids.ada).execute();
  // Ada is an administrator now and was a salesperson until mid-May.
  const past = { user_id: ids.ada, until_day: '2026-05-16', role: 'salesperson', active: true } as const;
  await server.db.query.insertInto('user_past').values(past).execute();
  await server.db.query.updateTable('users').set({ territory: null }).where('id', '=', ids.ada).execute();
});

const west = { rates: [{ match: { territory: ['West'] }, base_commission_rate: 0.07, over_quota_commission_rate: 0.07 }] };
const amountOf = async (invoice: number, user: number) => (await recordsOf(invoice)).find(([id]) => id === user)?.[2] ?? null;
const waiting = async (name: string): Promise<Approval[]> => (await as(name, 'GET', '/approvals?group=own_pay')).json().data;
const approve = async (name: string, { id, version }: Approval): Promise<ApprovalResult> =>
  (await as(name, 'POST', '/approvals/decide', { decision: 'approve', items: [{ id, version }] })).json().data[0];
const put = async (id: number, body: object) => as('ada', 'PUT', `/users/${id}`, body);

describe('decisions 3.06: an administrator who changes the basis of pay', () => {
  it('waits if their own territory changes back to a day with sales, and is approved as of that day', async () => {
    await plan(west);
    const invoice = await book('ada' as 'vic', '2026-05-07', 1000);
    expect(await amountOf(invoice, ids.ada)).toBe(50_00);
    const answer = await put(ids.ada, { territory: 'West', effective_from: '2026-05-01' });
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([202, 'waiting_for_approval']);
    expect(answer.json().current).toMatchObject({ before: 50, after: 70 });
    expect(await amountOf(invoice, ids.ada)).toBe(50_00);
    expect((await as('ada', 'GET', `/users/${ids.ada}`)).json().territory).toBeNull();
    const [seen] = await waiting('vic');
    expect(seen).toMatchObject({ user_name: 'ada Person', before: 50, after: 70, reason: 'ada Person changed territory' });
    expect(await approve('vic', seen as Approval)).toMatchObject({ outcome: 'decided' });
    expect(await amountOf(invoice, ids.ada)).toBe(70_00);
    expect((await as('ada', 'GET', `/users/${ids.ada}`)).json().territory).toBe('West');
  });

  it('needs no approval for a lower amount, nor for others’ territories', async () => {
    await plan(west);
    const invoice = await book('ada' as 'vic', '2026-05-08', 1000);
    const others = await book('kim', '2026-05-08', 1000);
    expect((await put(ids.kim, { territory: 'West', effective_from: '2026-05-01' })).statusCode).toBe(200);
    expect(await amountOf(others, ids.kim)).toBe(70_00);
    for (const table of ['users', 'user_past'] as const)
      await server.db.query
        .updateTable(table)
        .set({ territory: 'West' })
        .where(table === 'users' ? 'id' : 'user_id', '=', ids.ada)
        .execute();
    expect((await put(ids.ada, { territory: 'Midwest', effective_from: '2026-05-01' })).statusCode).toBe(200);
    expect(await amountOf(invoice, ids.ada)).toBe(50_00);
  });

  it('stores a planned future fact with the pending change, and plans it on approval', async () => {
    await plan(west);
    const invoice = await book('ada' as 'vic', '2026-05-06', 1000);
    const planned = () => server.db.query.selectFrom('planned_changes').select(['from_day', 'change', 'author_id']).execute();
    expect((await put(ids.ada, { employment_start: '2026-05-10' })).statusCode).toBe(200);
    expect(await amountOf(invoice, ids.ada)).toBeNull();
    const answer = await put(ids.ada, { employment_start: '2026-05-01', territory: 'West', effective_from: '2026-06-01' });
    expect([answer.statusCode, answer.json().code, await planned()], answer.body).toEqual([202, 'waiting_for_approval', []]);
    const [seen] = await waiting('vic');
    expect(await approve('vic', seen as Approval)).toMatchObject({ outcome: 'decided' });
    expect(await amountOf(invoice, ids.ada)).toBe(50_00);
    expect(await planned()).toEqual([{ from_day: '2026-06-01', change: { territory: 'West' }, author_id: ids.ada }]);
    expect((await put(ids.ada, { employment_start: null })).statusCode).toBe(200);
    await server.db.query.deleteFrom('planned_changes').execute();
  });

  it('keeps the day of the request, whenever it is approved', async () => {
    await plan({ team_override: { role: 'admin', rate: 0.01 } });
    const before = await book('kim', '2026-05-19', 1000);
    const on = await book('kim', '2026-05-20', 1000);
    const answer = await put(ids.kim, { manager_id: String(ids.ada) });
    expect([answer.statusCode, answer.json().current?.before, answer.json().current?.after], answer.body).toEqual([202, 0, 10]);
    company.newDay('2026-05-22T18:00:00Z');
    const [seen] = await waiting('vic');
    expect(await approve('vic', seen as Approval)).toMatchObject({ outcome: 'decided' });
    expect([await amountOf(before, ids.ada), await amountOf(on, ids.ada)]).toEqual([null, 10_00]);
  });

  it('waits if they become the manager paid for a team’s sales, even through a file', async () => {
    await plan({ team_override: { role: 'admin', rate: 0.01 } });
    const invoice = await book('sam', '2026-05-18', 1000);
    const answer = await put(ids.sam, { manager_id: String(ids.ada), effective_from: '2026-05-17' });
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([202, 'waiting_for_approval']);
    expect(await amountOf(invoice, ids.ada)).toBeNull();
    const today = await book('sam', '2026-05-20', 1000);
    const csv = 'first_name,last_name,email,role,territory,manager_email\nsam,Person,sam@example.test,salesperson,,ada@example.test';
    const { lines } = (await as('ada', 'POST', '/users/import/preview', { csv })).json();
    const applied = await as('ada', 'POST', '/users/import', { lines });
    expect(applied.json().results, applied.body).toMatchObject([
      { line: 2, what: 'waits', errors: [expect.stringContaining('waits for')] },
    ]);
    const [first, fromFile] = await waiting('vic');
    expect([first?.amount, fromFile?.amount]).toEqual([10, 10]);
    expect(await approve('vic', fromFile as Approval)).toMatchObject({ outcome: 'decided' });
    expect([await amountOf(invoice, ids.ada), await amountOf(today, ids.ada)]).toEqual([null, 10_00]);
    // The other proposal was based on the person's earlier facts.
    expect(await approve('vic', first as Approval)).toMatchObject({ outcome: 'refused', code: 'proposal_stale' });
    expect(await amountOf(invoice, ids.ada)).toBeNull();
  });

  it('waits even if others lowered their pay and no computation has run since', async () => {
    await plan({ team_override: { role: 'admin', rate: 0.01 } });
    const [one, two] = [
      await server.add({ email: 'one@example.test', role: 'salesperson', manager_id: ids.ada }),
      await server.add({ email: 'two@example.test', role: 'salesperson' }),
    ];
    const [lost, won] = [
      await company.facts.addInvoice({ salesperson_id: one, booking_date: '2026-05-18', net_cents: 1000_00 }),
      await company.facts.addInvoice({ salesperson_id: two, booking_date: '2026-05-18', net_cents: 1000_00 }),
    ];
    expect([await amountOf(lost, ids.ada), await amountOf(won, ids.ada)]).toEqual([10_00, null]);
    await server.db.query.updateTable('users').set({ manager_id: null }).where('id', '=', one).execute();
    const answer = await put(two, { manager_id: String(ids.ada), effective_from: '2026-05-17' });
    expect([answer.statusCode, answer.json().current], answer.body).toMatchObject([202, { before: 0, after: 10 }]);
    await server.db.query.updateTable('users').set({ manager_id: ids.ada }).where('id', '=', one).execute();
  });

  it('stores no password in a pending change', async () => {
    await plan({ team_override: { role: 'admin', rate: 0.01 } });
    await book('max', '2026-05-18', 1000);
    const body = { manager_id: String(ids.ada), effective_from: '2026-05-17', password: 'seven boats at noon' };
    const answer = await put(ids.max, body);
    expect([answer.statusCode, answer.json().errors], answer.body).toEqual([422, { password: messages.ownPay.password }]);
    expect(await waiting('vic')).toEqual([]);
  });

  it('is allowed and flagged if no one else may approve, even if the change removes that right', async () => {
    await plan(west);
    const invoice = await book('ada' as 'vic', '2026-05-11', 1000);
    await server.db.query.updateTable('users').set({ active: false }).where('id', '=', ids.vic).execute();
    expect((await put(ids.ada, { territory: 'West', effective_from: '2026-05-11' })).statusCode).toBe(200);
    expect(await amountOf(invoice, ids.ada)).toBe(70_00);
    const raised = await server.db.query
      .selectFrom('audit_log')
      .select(['actor_id', 'after'])
      .where('action', '=', 'own_pay.raised')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(raised).toMatchObject({ actor_id: ids.ada, after: { self_approved: true } });
    await plan({ team_override: { role: 'admin', rate: 0.01 } });
    await server.db.query.updateTable('users').set({ active: true }).where('id', '=', ids.vic).execute();
    await book('vic', '2026-05-18', 1000);
    const demoted = { role: 'salesperson', manager_id: String(ids.ada), effective_from: '2026-05-17' };
    expect((await put(ids.vic, demoted)).statusCode).toBe(202);
  });
});
