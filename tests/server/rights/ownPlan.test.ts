import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Approval, ApprovalResult } from '../../../contract/entities/approval.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { sweep } from '../../../server/domain/jobs/sweep.ts';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { createClauseCompany } from '../support/clauses.ts';
import { failOnError } from '../support/failOnError.ts';

const company = await createClauseCompany();
const { server, ids, facts, as, plan, recordsOf } = company;
// Ada is an administrator now and was a salesperson until mid-May.
await server.db.query
  .insertInto('user_past')
  .values({ user_id: ids.ada, until_day: '2026-05-16', role: 'salesperson', active: true })
  .execute();
afterAll(() => server.close());
beforeEach(async () => {
  company.newDay();
  await server.db.query.deleteFrom('proposals').execute();
});

const compute = () => instanceWorker(server.db, () => {}, server.clock).drain();
const rateOf = (rate: number) => ({ plans: [{ id: 'default', base_commission_rate: rate, over_quota_commission_rate: 0.2 }] });
const bodyOf = (config: object) => ({ companyName: 'Acme', commissionsConfig: JSON.stringify(config) });
const save = (config: object, name = 'ada') => as(name, 'PUT', '/settings/general', bodyOf(config));
const bookOwn = async (day: string, dollars = 1000): Promise<number> => {
  const id = await facts.addInvoice({ salesperson_id: ids.ada, booking_date: day, net_cents: dollars * 100 });
  await compute();
  return id;
};
const amountOf = async (invoice: number) => (await recordsOf(invoice)).find(([id]) => id === ids.ada)?.[2] ?? null;
const waiting = async (name: string): Promise<Approval[]> => (await as(name, 'GET', '/approvals?group=own_pay')).json().data;
const decide = async (name: string, { id, version }: Approval): Promise<ApprovalResult> =>
  (await as(name, 'POST', '/approvals/decide', { decision: 'approve', items: [{ id, version }] })).json().data[0];
const base = async () => JSON.parse((await as('ada', 'GET', '/settings/general')).json().commissionsConfig).plans[0].base_commission_rate;

describe('decisions 3.06: an administrator who publishes a plan', () => {
  it('waits if it raises pay for their own sales, and is saved in both names', async () => {
    await plan({ base_commission_rate: 0.05 });
    const invoice = await bookOwn('2026-05-07');
    expect(await amountOf(invoice)).toBe(50_00);
    const answer = await save(rateOf(0.08));
    expect([answer.statusCode, answer.json().code, answer.json().current.before, answer.json().current.after], answer.body).toEqual([
      202,
      'waiting_for_approval',
      50,
      80,
    ]);
    expect(await base()).toBe(0.05);
    const [seen] = await waiting('vic');
    expect(seen).toMatchObject({ user_name: 'ada Person', before: 50, after: 80, reason: 'A new version of the commission plans' });
    expect(await decide('vic', seen as Approval)).toMatchObject({ outcome: 'decided' });
    await compute();
    expect([await base(), await amountOf(invoice)]).toEqual([0.08, 80_00]);
    const [version] = (await as('ada', 'GET', '/settings/general/versions')).json().data;
    expect(version).toMatchObject({ created_by: 'ada Person', current: true });
  });

  it('needs no approval if it lowers their own pay, or only pays others more', async () => {
    const invoice = await bookOwn('2026-05-08');
    expect((await save(rateOf(0.04))).statusCode).toBe(200);
    await compute();
    expect(await amountOf(invoice)).toBe(40_00);
    const sellers = { id: 'sellers', applies_to: { users: [String(ids.sam)] }, base_commission_rate: 0.3, over_quota_commission_rate: 0.3 };
    const answer = await save({ plans: [sellers, ...rateOf(0.04).plans] });
    expect(answer.statusCode, answer.body).toBe(200);
  });

  it('waits by its impact too, longer than an impact may be confirmed', async () => {
    const invoice = await bookOwn('2026-05-09');
    const before = await amountOf(invoice);
    const answer = await as('ada', 'POST', '/settings/general/changes', { ...bodyOf(rateOf(0.1)), effective_date: '2026-05-01' });
    await compute();
    const { id, impact } = (await as('ada', 'GET', `/settings/general/changes/${answer.json().id}`)).json();
    const confirmed = await as('ada', 'POST', `/settings/general/changes/${id}/confirm`, { total: impact.total_after.toFixed(2) });
    expect([confirmed.statusCode, confirmed.json().code], confirmed.body).toEqual([202, 'waiting_for_approval']);
    company.newDay('2026-05-22T18:00:00Z');
    const [seen] = await waiting('vic');
    expect(await decide('vic', seen as Approval)).toMatchObject({ outcome: 'decided' });
    await compute();
    expect([before, await amountOf(invoice)]).toEqual([40_00, 100_00]);
  });

  it('waits with its impact until decided, and the impact is deleted afterwards', async () => {
    const sweepAt = async (instant: string) => {
      company.newDay(instant);
      await sweep({ store: openStore(server.db), clock: server.clock }, failOnError);
    };
    const invoice = await bookOwn('2026-05-13');
    const answer = await as('ada', 'POST', '/settings/general/changes', { ...bodyOf(rateOf(0.12)), effective_date: '2026-05-01' });
    await compute();
    const { id, impact } = (await as('ada', 'GET', `/settings/general/changes/${answer.json().id}`)).json();
    const confirmed = await as('ada', 'POST', `/settings/general/changes/${id}/confirm`, { total: impact.total_after.toFixed(2) });
    expect([confirmed.statusCode, confirmed.json().code], confirmed.body).toEqual([202, 'waiting_for_approval']);
    await sweepAt('2026-06-25T18:00:00Z');
    const [seen] = await waiting('vic');
    expect(await decide('vic', seen as Approval)).toMatchObject({ outcome: 'decided' });
    await compute();
    expect(await amountOf(invoice)).toBe(120_00);
    await sweepAt('2026-06-26T18:00:00Z');
    expect((await as('ada', 'GET', `/settings/general/changes/${id}`)).statusCode).toBe(404);
    company.newDay();
  });

  it('is refused if others have saved a configuration since, or the author is no longer an administrator', async () => {
    await save(rateOf(0.04));
    await compute();
    await bookOwn('2026-05-10');
    expect((await save(rateOf(0.06))).statusCode).toBe(202);
    const [seen] = await waiting('vic');
    await server.db.query.updateTable('users').set({ role: 'salesperson' }).where('id', '=', ids.ada).execute();
    expect(await decide('vic', seen as Approval)).toMatchObject({ outcome: 'refused', code: 'forbidden' });
    await server.db.query.updateTable('users').set({ role: 'admin' }).where('id', '=', ids.ada).execute();
    await save(rateOf(0.03));
    expect(await decide('vic', seen as Approval)).toMatchObject({ outcome: 'refused', code: 'proposal_stale' });
    expect(await base()).toBe(0.03);
  });

  it('waits if it grants them a draw, even without a record', async () => {
    await save(rateOf(0.03));
    const draw = { ...rateOf(0.03).plans[0], draw: { amount: 2000, recoverable: false } };
    const answer = await save({ plans: [draw] });
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([202, 'waiting_for_approval']);
  });

  it('waits if it recovers less of their earlier draw', async () => {
    const withDraw = (draw: object) => ({ plans: [{ ...rateOf(0.03).plans[0], draw: { amount: 2000, recoverable: true, ...draw } }] });
    await server.db.query.updateTable('users').set({ active: false }).where('id', '=', ids.vic).execute();
    expect((await save(withDraw({}))).statusCode).toBe(200);
    await server.db.query.updateTable('users').set({ active: true }).where('id', '=', ids.vic).execute();
    const paid = { user_id: ids.ada, amount_cents: 2000_00, drawn_cents: 2000_00, draw_balance_cents: 2000_00, paid_on: '2026-04-30' };
    const payoutFields = {
      method: 'ACH',
      reference: null,
      reversal_of_id: null,
      state: 'completed',
      created_by: null,
      approved_by: null,
    } as const;
    const { id } = await server.db.query
      .insertInto('payouts')
      .values({ ...paid, ...payoutFields })
      .returning('id')
      .executeTakeFirstOrThrow();
    const answer = await save(withDraw({ max_share: 0.25 }));
    expect([answer.statusCode, answer.json().current?.before, answer.json().current?.after], answer.body).toEqual([202, 0, 1500]);
    await server.db.query.deleteFrom('proposals').execute();
    await server.db.query.deleteFrom('payouts').where('id', '=', id).execute();
    expect((await save(withDraw({ max_share: 0.25 }))).statusCode, 'nothing is owed').toBe(200);
  });

  it('is allowed and flagged if no one else may approve', async () => {
    const invoice = await bookOwn('2026-05-11');
    await server.db.query.updateTable('users').set({ active: false }).where('id', '=', ids.vic).execute();
    expect((await save(rateOf(0.09))).statusCode).toBe(200);
    await server.db.query.updateTable('users').set({ active: true }).where('id', '=', ids.vic).execute();
    await compute();
    expect(await amountOf(invoice)).toBe(90_00);
    const { after } = await server.db.query
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'own_pay.raised')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(after).toMatchObject({ self_approved: true });
    expect(await openStore(server.db).marks.progress()).toBeUndefined();
  });
});
