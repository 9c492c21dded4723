import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Approval, ApprovalDetail, ApprovalResult } from '../../../contract/entities/approval.ts';
import { changeSeveral } from '../../../server/domain/facts/changeFacts.ts';
import { type BankWorld, createBankWorld } from '../support/worlds/bank.ts';

let world: BankWorld;
let fay: number;
beforeAll(async () => {
  world = await createBankWorld();
  fay = world.ids.fay as number;
  // The finance user was a salesperson in the first days of the month.
  await world.query.insertInto('user_past').values({ user_id: fay, until_day: '2026-11-05', role: 'salesperson', active: true }).execute();
});
beforeEach(() => world.query.deleteFrom('proposals').execute());
afterAll(() => world.server.close());

const waiting = async (name: string): Promise<Approval[]> =>
  (await world.ok<{ data: Approval[] }>(world.call(name, 'GET', 'approvals?group=own_pay'))).data;
const approve = async (name: string, { id, version }: Approval): Promise<ApprovalResult> =>
  (
    await world.ok<{ data: ApprovalResult[] }>(
      world.call(name, 'POST', 'approvals/decide', { decision: 'approve', items: [{ id, version }] }),
    )
  ).data[0] as ApprovalResult;
const releasedOf = async (...invoices: readonly { id: number }[]): Promise<number[]> =>
  Promise.all(invoices.map(async ({ id }) => (await world.facts.recordOf(id)).released_cents));
const owedTo = async (name: string, seller: number, cents: number) =>
  world.owed(name, await world.named(name), cents, { salesperson_id: seller });
const lineOf = ({ id }: { id: number }, amount: number) => ({ kind: 'invoice', id: String(id), amount });

describe('decisions 3.06: a bank match that pays for a sale of the person who matches it', () => {
  it('waits, and is then matched in both names', async () => {
    const own = await owedTo('Bird', fay, 1000_00);
    const row = await world.arrive({ counterparty: 'Nobody known' });
    const answer = await world.decide('fay', row, 'match', { lines: [lineOf(own, 1000)] });
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([202, 'waiting_for_approval']);
    expect((await world.detail(row.id)).state).not.toBe('matched');
    const [seen] = await waiting('vic');
    expect(seen).toMatchObject({ before: 0, after: 50 });
    expect(await approve('vic', seen as Approval)).toMatchObject({ outcome: 'decided' });
    expect([(await world.detail(row.id)).state, await releasedOf(own)]).toEqual(['matched', [50_00]]);
  });

  it('waits once for several payments, with their total', async () => {
    const [one, two, other] = [
      await owedTo('Cow', fay, 300_00),
      await owedTo('Dog', fay, 200_00),
      await owedTo('Eel', world.ids.sam as number, 100_00),
    ];
    const row = await world.arrive({ counterparty: 'Several', amount_cents: 600_00 });
    const answer = await world.decide('fay', row, 'match', { lines: [lineOf(one, 300), lineOf(two, 200), lineOf(other, 100)] });
    expect([answer.statusCode, answer.json().current?.after], answer.body).toEqual([202, 25]);
    const [seen, ...more] = await waiting('vic');
    expect(more).toEqual([]);
    // The bank's money goes to three customers; Vic may not read payments and sees only their amounts (decisions 3.04, 3.08).
    const { changes, hidden, reason } = await world.ok<ApprovalDetail>(world.call('vic', 'GET', `approvals/${seen?.id}`));
    expect(changes?.map(({ part, field, after }) => [part, field, after])).toEqual(
      ['$300.00', '$200.00', '$100.00'].map((amount) => ['Payment recorded', 'Amount', amount]),
    );
    expect(hidden).toBeGreaterThan(3);
    expect(reason).toBe('A bank transaction was matched');
    const notices = await world.query
      .selectFrom('notifications')
      .select(['user_id', 'message'])
      .where('title', '=', 'A change of somebody’s own pay waits for approval')
      .orderBy('id')
      .execute();
    const noticeOf = (name: string) => notices.filter(({ user_id }) => user_id === world.ids[name]).at(-1)?.message;
    expect(noticeOf('vic')).toContain('A bank transaction was matched');
    expect(noticeOf('ada')).toContain('Several paid $600.00');
    const all = await world.ok<ApprovalDetail>(world.call('ada', 'GET', `approvals/${seen?.id}`));
    expect(all.changes?.filter(({ field }) => field === 'Customer').map(({ after }) => after)).toEqual(['Cow', 'Dog', 'Eel']);
    expect([all.hidden, all.reason]).toEqual([0, expect.stringContaining('Several paid $600.00')]);
    expect(await approve('vic', seen as Approval)).toMatchObject({ outcome: 'decided' });
    expect([(await world.detail(row.id)).state, await waiting('vic')]).toEqual(['matched', []]);
  });

  it.each([false, true])('is measured once months are locked; without other writers: %s', async (alone) => {
    const { id } = await owedTo(`Hen ${alone}`, fay, 100_00);
    const order: string[] = [];
    const principal = { userId: fay, sessionId: 0, actor: { id: String(fay), role: 'finance' } } as never;
    const origin = { network: 'test', requestId: 'test', device: 'test' };
    await world.store.transaction(async (tx) => {
      const noting =
        <Input extends readonly unknown[], Answer>(name: string, run: (...input: Input) => Promise<Answer>) =>
        (...input: Input): Promise<Answer> => {
          order.push(name);
          return run(...input);
        };
      const periods = {
        ...tx.periods,
        lockShared: noting('hold', tx.periods.lockShared),
        lockExclusively: noting('lockOut', tx.periods.lockExclusively),
      };
      const affected = { ...tx.affected, byInvoices: noting('measure', tx.affected.byInvoices) };
      const by = { principal, origin, at: world.server.clock(), alone };
      await changeSeveral({ ...tx, periods, affected }, by, { facts: [{ invoices: [id] }], why: '' }, async () => {});
    });
    expect(order).toEqual([alone ? 'lockOut' : 'hold', 'measure']);
  });

  it('needs no approval for others’ sales, and is flagged if no one else may approve', async () => {
    const others = await owedTo('Fox', world.ids.sam as number, 100_00);
    const row = await world.arrive({ counterparty: 'Others', amount_cents: 100_00 });
    expect((await world.decide('fay', row, 'match', { lines: [lineOf(others, 100)] })).statusCode).toBe(200);
    const own = await owedTo('Gnu', fay, 400_00);
    const mine = await world.arrive({ counterparty: 'Mine', amount_cents: 400_00 });
    const setApproversActive = (active: boolean) =>
      world.query.updateTable('users').set({ active }).where('role', 'in', ['admin', 'vp_sales']).execute();
    await setApproversActive(false);
    const answer = await world.decide('fay', mine, 'match', { lines: [lineOf(own, 400)] });
    await setApproversActive(true);
    expect(answer.statusCode, answer.body).toBe(200);
    const { after } = await world.query
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'own_pay.raised')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(after).toMatchObject({ self_approved: true });
  });
});
