import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Approval, ApprovalResult } from '../../../contract/entities/approval.ts';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { createClauseCompany } from '../support/clauses.ts';

const company = await createClauseCompany();
const { server, ids, facts, as, plan, recordsOf } = company;
// Ada is an administrator now and was a salesperson until mid-May.
await server.db.query
  .insertInto('user_past')
  .values({ user_id: ids.ada, until_day: '2026-05-16', role: 'salesperson', active: true })
  .execute();
afterAll(() => server.close());
beforeEach(() => company.newDay());

const reopen = (month: string) => as('ada', 'POST', `/periods/${month}/reopen`, { reason: 'An invoice was late' });
const amountOf = async (invoice: number) => (await recordsOf(invoice)).find(([id]) => id === ids.ada)?.[2] ?? null;
const stateOf = async (month: string): Promise<string> =>
  (await as('ada', 'GET', '/periods')).json().data.find(({ id }: { id: string }) => id === month).state;
/** Runs `work` while no one else may approve. */
const asOnlyApprover = async <T>(work: () => Promise<T>): Promise<T> => {
  const setVicActive = (active: boolean) => server.db.query.updateTable('users').set({ active }).where('id', '=', ids.vic).execute();
  await setVicActive(false);
  const done = await work();
  await setVicActive(true);
  return done;
};
/** Closes a month with one sale by Ada at 5%, then raises the plan's rate. */
const closeAndRaise = async (month: string): Promise<number> => {
  await plan({ base_commission_rate: 0.05 });
  const invoice = await facts.addInvoice({ salesperson_id: ids.ada, booking_date: `${month}-10`, net_cents: 1000_00 });
  await company.close(month);
  // Months left open by other tests would rise too, and wait for approval.
  await asOnlyApprover(() => plan({ base_commission_rate: 0.07 }));
  await instanceWorker(server.db, () => {}, server.clock).drain();
  expect(await amountOf(invoice)).toBe(50_00);
  return invoice;
};

describe('decisions 3.06: an administrator who reopens a month', () => {
  it('waits if their own records would rise under today’s plan', async () => {
    const invoice = await closeAndRaise('2026-04');
    const answer = await reopen('2026-04');
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([202, 'waiting_for_approval']);
    expect([await stateOf('2026-04'), await amountOf(invoice)]).toEqual(['closed', 50_00]);
    const [seen]: Approval[] = (await as('vic', 'GET', '/approvals?group=own_pay')).json().data;
    expect(seen).toMatchObject({ before: 50, after: 70, reason: 'April 2026 was reopened' });
    const items = [{ id: seen?.id, version: seen?.version }];
    const [result]: ApprovalResult[] = (await as('vic', 'POST', '/approvals/decide', { decision: 'approve', items })).json().data;
    expect(result).toMatchObject({ outcome: 'decided' });
    expect([await stateOf('2026-04'), await amountOf(invoice)]).toEqual(['reopened', 70_00]);
  });

  it('is allowed and flagged if no one else may approve', async () => {
    const invoice = await closeAndRaise('2026-03');
    expect((await asOnlyApprover(() => reopen('2026-03'))).statusCode).toBe(200);
    expect([await stateOf('2026-03'), await amountOf(invoice)]).toEqual(['reopened', 70_00]);
    const { after } = await server.db.query
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'own_pay.raised')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(after).toMatchObject({ amount_cents: 70_00, self_approved: true });
  });
});
