import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Approval, ApprovalDetail } from '../../../contract/entities/approval.ts';
import { UNKNOWN_START } from '../../../server/db/repositories/people/users.ts';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { createClauseCompany } from '../support/clauses.ts';
import { eventRow, JSON_PATCH } from '../support/worlds/events.ts';

const company = await createClauseCompany();
const { server, ids, facts, book, as, plan, tokenOf, idOf } = company;
afterAll(() => server.close());
beforeEach(async () => {
  company.newDay();
  await server.db.query.deleteFrom('proposals').execute();
  await server.db.query.deleteFrom('user_past').where('user_id', '=', ids.ada).execute();
  // Ada is an administrator and was a seller until mid-May.
  const past = { user_id: ids.ada, until_day: '2026-05-16', role: 'salesperson', active: true } as const;
  await server.db.query.insertInto('user_past').values(past).execute();
});

type Shown = readonly (string | null)[];
/** The waiting change as its approver sees it: field, before, after and first day. */
const readChanges = async (name: string): Promise<readonly Shown[] | null> => {
  const [row, ...more] = (await as(name, 'GET', '/approvals?group=own_pay')).json().data as Approval[];
  expect(more).toEqual([]);
  const detail: ApprovalDetail = (await as(name, 'GET', `/approvals/${row?.id}`)).json();
  return detail.changes?.map(({ field, before, after, from }) => [field, before, after, ...(from ? [from] : [])]) ?? null;
};
const hiddenFrom = async (name: string): Promise<number> => {
  const [row] = (await as(name, 'GET', '/approvals?group=own_pay')).json().data as Approval[];
  return (await as(name, 'GET', `/approvals/${row?.id}`)).json().hidden;
};
const expectWaiting = (answer: { statusCode: number; body: string }) => expect(answer.statusCode, answer.body).toBe(202);
const base = { base_commission_rate: 0.05, over_quota_commission_rate: 0.05 };

describe('issue 46: an approver sees the effect of a change to its author’s own pay', () => {
  it('for a person: each field before and after, and the effective day', async () => {
    await plan({ ...base, rates: [{ match: { territory: ['West'] }, base_commission_rate: 0.07, over_quota_commission_rate: 0.07 }] });
    await book('ada' as 'vic', '2026-05-07', 1000);
    expectWaiting(await as('ada', 'PUT', `/users/${ids.ada}`, { territory: 'West', effective_from: '2026-05-01' }));
    expect(await readChanges('vic')).toEqual([['Territory', null, 'West', '2026-05-01']]);
  });

  it('for a new manager: names, and the day of the request', async () => {
    await plan({ ...base, team_override: { role: 'admin', rate: 0.01 } });
    await book('kim', '2026-05-20', 1000);
    expectWaiting(await as('ada', 'PUT', `/users/${ids.kim}`, { manager_id: String(ids.ada) }));
    expect(await readChanges('vic')).toEqual([['Manager', null, 'ada Person', '2026-05-20']]);
  });

  it('for a scheduled change: the planned part from its day; employment only for permitted readers', async () => {
    await plan({ ...base, rates: [{ match: { territory: ['West'] }, base_commission_rate: 0.07, over_quota_commission_rate: 0.07 }] });
    await book('ada' as 'vic', '2026-05-06', 1000);
    expect((await as('ada', 'PUT', `/users/${ids.ada}`, { employment_start: '2026-05-10' })).statusCode).toBe(200);
    expectWaiting(
      await as('ada', 'PUT', `/users/${ids.ada}`, { employment_start: '2026-05-01', territory: 'West', effective_from: '2026-06-01' }),
    );
    expect(await readChanges('vic')).toEqual([['Territory', null, 'West', '2026-06-01']]);
    expect(await hiddenFrom('vic')).toBe(1);
    await server.db.query.updateTable('users').set({ role: 'admin' }).where('id', '=', ids.vic).execute();
    expect(await readChanges('vic')).toEqual([
      ['Employment start', 'May 10, 2026', 'May 1, 2026'],
      ['Territory', null, 'West', '2026-06-01'],
    ]);
    expect(await hiddenFrom('vic')).toBe(0);
    await server.db.query.updateTable('users').set({ role: 'vp_sales' }).where('id', '=', ids.vic).execute();
    await server.db.query.updateTable('users').set({ joined_on: UNKNOWN_START }).where('id', '=', ids.ada).execute();
  });

  it('for leave: only to readers of leave (decisions 3.08)', async () => {
    await plan({ ...base, rates: [{ match: { territory: ['West'] }, base_commission_rate: 0.07, over_quota_commission_rate: 0.07 }] });
    await book('ada' as 'vic', '2026-05-07', 1000);
    const leaves = [
      { from: '2026-05-03', to: '2026-05-04' },
      { from: '2026-06-01', to: '2026-06-02' },
    ];
    expectWaiting(await as('ada', 'PUT', `/users/${ids.ada}`, { territory: 'West', effective_from: '2026-05-01', leaves }));
    expect(await readChanges('vic')).toEqual([['Territory', null, 'West', '2026-05-01']]);
    expect(await hiddenFrom('vic')).toBe(1);
    await server.db.query.updateTable('users').set({ role: 'admin' }).where('id', '=', ids.vic).execute();
    const days = 'May 3, 2026 – May 4, 2026, Jun 1, 2026 – Jun 2, 2026';
    expect(await readChanges('vic')).toEqual(expect.arrayContaining([['Leave', null, days]]));
    await server.db.query.updateTable('users').set({ role: 'vp_sales' }).where('id', '=', ids.vic).execute();
  });

  it('for plans: clauses in words, without the rest of the configuration', async () => {
    await plan(base);
    await facts.addInvoice({ salesperson_id: ids.ada, booking_date: '2026-05-08', net_cents: 1000_00 });
    await instanceWorker(server.db, () => {}, server.clock).drain();
    const commissionsConfig = JSON.stringify({ plans: [{ id: 'default', ...base, base_commission_rate: 0.09 }] });
    expectWaiting(await as('ada', 'PUT', '/settings/general', { companyName: 'Acme', commissionsConfig }));
    const changes = await readChanges('vic');
    expect(changes).toEqual([['Default plan', 'Net revenue up to the quota earns 5.0%.', 'Net revenue up to the quota earns 9.0%.']]);
  });

  it('for an event: its fields', async () => {
    await plan({ ...base, rates: [{ match: { activity_type: 'Camp' }, base_commission_rate: 0.5 }] });
    const invoice = await book('sam', '2026-05-09', 1000);
    const { invoice_number } = await server.db.query
      .selectFrom('invoices')
      .select('invoice_number')
      .where('id', '=', invoice)
      .executeTakeFirstOrThrow();
    const row = eventRow({ sales_person: 'sam Person' });
    const event = await server.db.query.insertInto('events').values(row).returning('id').executeTakeFirstOrThrow();
    const operations = Object.entries({ activity_type: 'Camp', invoice_id: invoice_number }).map(([field, value]) => ({
      op: 'add',
      path: `/${field}`,
      value,
    }));
    expectWaiting(
      await server.call('PATCH', `/api/v1/events/${event.id}`, {
        token: await tokenOf('sam'),
        body: JSON.stringify(operations),
        headers: { 'content-type': JSON_PATCH },
      }),
    );
    expect(await readChanges('vic')).toEqual(
      expect.arrayContaining([
        ['Activity type', row.activity_type ?? null, 'Camp'],
        ['Invoice id', row.invoice_id ?? null, invoice_number],
      ]),
    );
    await plan(base);
  });

  it('for an assigned, split or credited invoice: its people and amounts', async () => {
    await plan(base);
    const invoice = await book('sam', '2026-05-11', 1000);
    expectWaiting(await as('vic', 'POST', `/invoices/${invoice}/assign`, { version: 1, salesperson_id: String(ids.vic) }));
    expect(await readChanges('ada')).toEqual([['Salesperson', 'sam Person', 'vic Person']]);
    await server.db.query.deleteFrom('proposals').execute();
    const shares = [ids.sam, ids.vic].map((id) => ({ user_id: String(id), share: 0.5 }));
    expectWaiting(await as('vic', 'PUT', `/invoices/${invoice}/split`, { shares, reason: 'Worked on it together', version: 0 }));
    expect(await readChanges('ada')).toEqual([['Shares', 'sam Person 100.0%', 'sam Person 50.0%, vic Person 50.0%']]);
    await server.db.query.deleteFrom('proposals').execute();
    const own = await facts.addInvoice({ salesperson_id: ids.vic, booking_date: '2026-05-11', net_cents: 1000_00 });
    await facts.pay(own, 600_00, '2026-05-11');
    const { version } = (await as('vic', 'GET', `/invoices/${own}`)).json();
    expectWaiting(await as('vic', 'POST', `/invoices/${own}/credit-memo`, { version, amount: '400', notes: 'Settles the rest' }));
    expect(await readChanges('ada')).toEqual(expect.arrayContaining([['Gross amount', null, '-$400.00']]));
  });

  it('for an adjustment and a hold: amounts, states and reasons', async () => {
    const invoice = await book('vic', '2026-05-12', 1000);
    await facts.pay(invoice, 100_000, '2026-05-13');
    const body = { adjustment_reason: 'Agreed', related_invoice_id: String(invoice) };
    const created = (await as('vic', 'POST', '/adjustments', { ...body, adjustment_amount: '-50' })).json();
    await as('ada', 'POST', `/adjustments/${created.id}/approve`, { version: created.version });
    expectWaiting(
      await as('vic', 'PUT', `/adjustments/${created.id}`, { ...body, version: created.version + 1, adjustment_amount: '-30' }),
    );
    expect(await readChanges('ada')).toEqual([['Amount', '-$50.00', '-$30.00']]);
    await server.db.query.deleteFrom('proposals').execute();
    const second = await book('vic', '2026-05-12', 1000);
    await facts.pay(second, 100_000, '2026-05-13');
    const record = await idOf(second, ids.vic);
    expect((await as('vic', 'PUT', `/commissions/${record}/hold`, { reason: 'Check it' })).statusCode).toBe(200);
    expectWaiting(await as('vic', 'DELETE', `/commissions/${record}/hold`));
    expect(await readChanges('ada')).toEqual([['Reason', 'Check it', null]]);
  });

  it('says that details are missing for an older proposal, and follows later edits', async () => {
    await plan(base);
    const invoice = await book('sam', '2026-05-14', 1000);
    expectWaiting(await as('vic', 'POST', `/invoices/${invoice}/assign`, { version: 1, salesperson_id: String(ids.vic) }));
    await server.db.query.updateTable('proposals').set({ changes: null }).execute();
    expect(await readChanges('ada')).toBeNull();
    // A different rate changes the amount; an approval refused for that reason refreshes the details.
    await plan({ base_commission_rate: 0.04, over_quota_commission_rate: 0.04 });
    const [row] = (await as('ada', 'GET', '/approvals?group=own_pay')).json().data as Approval[];
    const decided = await as('ada', 'POST', '/approvals/decide', { decision: 'approve', items: [{ id: row?.id, version: row?.version }] });
    expect(decided.json().data).toMatchObject([{ outcome: 'refused', code: 'proposal_moved' }]);
    expect(await readChanges('ada')).toEqual([['Salesperson', 'sam Person', 'vic Person']]);
  });
});
