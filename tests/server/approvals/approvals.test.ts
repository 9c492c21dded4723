import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Adjustment } from '../../../contract/entities/adjustment.ts';
import type { Approval, ApprovalResult } from '../../../contract/entities/approval.ts';
import type { Payment } from '../../../contract/entities/payment.ts';
import type { PayoutRun } from '../../../contract/entities/payoutRun.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
let invoice: number;
beforeAll(async () => {
  world = await createPayoutWorld();
  const school = await world.customer();
  invoice = await world.invoice(school, 60_000_00, '2026-11-02');
  await world.facts.pay(invoice, 60_000_00, '2026-11-03');
});
afterAll(() => world.server.close());
beforeEach(async () => {
  await world.server.db.query.deleteFrom('adjustments').execute();
  await world.server.db.query.deleteFrom('notifications').execute();
});

const adjust = (name: string, amount: string, invoiceId = invoice): Promise<Adjustment> =>
  world.ok(
    world.call(name, 'POST', 'adjustments', {
      adjustment_amount: amount,
      adjustment_reason: 'Agreed for the school fair',
      related_invoice_id: String(invoiceId),
    }),
    201,
  );
const list = async (name: string, query = ''): Promise<Approval[]> =>
  (await world.ok<{ data: Approval[] }>(world.call(name, 'GET', `approvals?${query}`))).data;
const count = async (name: string): Promise<number> =>
  (await world.ok<{ count: number }>(world.call(name, 'GET', 'approvals/count'))).count;
const decide = async (name: string, decision: string, items: readonly object[], note = ''): Promise<ApprovalResult[]> =>
  (await world.ok<{ data: ApprovalResult[] }>(world.call(name, 'POST', 'approvals/decide', { decision, items, note }))).data;
const undo = async (name: string, items: readonly ApprovalResult[]): Promise<ApprovalResult[]> =>
  (
    await world.ok<{ data: ApprovalResult[] }>(
      world.call(name, 'POST', 'approvals/undo', { items: items.map(({ id, version }) => ({ id, version })) }),
    )
  ).data;
const keyOf = ({ id, version }: Pick<Approval, 'id' | 'version'>) => ({ id, version });
const titles = async (name: string): Promise<string[]> =>
  (await world.ok<{ data: { title: string }[] }>(world.call(name, 'GET', 'notifications'))).data.map(({ title }) => title);

describe('payments and payout runs', () => {
  it('decisions 2.16: wait for a second person, are approved here, and can be undone within ten seconds', async () => {
    const payment = await world.ok<Payment>(world.call('fay', 'POST', 'payments', world.payoutBody()), 201);
    expect((await list('fay')).length).toBe(0);
    const [waiting] = await list('finn');
    expect(waiting).toMatchObject({ group: 'payment', user_name: 'Sam Seller', before: 3000, amount: payment.amount });
    expect(waiting?.link).toBe(`/payments?payment=${payment.id}`);
    const approved = await decide('finn', 'approve', [keyOf(waiting as Approval)]);
    expect((await world.call('fay', 'GET', `payments/${payment.id}`)).json().status).toBe('processing');
    expect((await undo('finn', approved))[0]?.outcome).toBe('decided');
    const [repeated] = await list('finn');
    const rejected = await decide('finn', 'reject', [keyOf(repeated as Approval)], 'Wrong account');
    expect((await world.call('fay', 'GET', `payments/${payment.id}`)).json()).toMatchObject({ status: 'failed', failure: 'Wrong account' });
    expect((await undo('finn', rejected))[0]?.outcome).toBe('decided');
    const [last] = await list('finn');
    await decide('finn', 'reject', [keyOf(last as Approval)], 'Wrong account');
  });

  it('decisions 2.16: a run waits as a unit, and undoing its approval includes its payments', async () => {
    const run = await world.ok<PayoutRun>(world.call('fay', 'POST', 'payout-runs', { month: '2026-11', pay_on: '2026-11-30' }), 201);
    expect((await list('fay')).length).toBe(0);
    const [waiting] = await list('finn');
    expect(waiting).toMatchObject({ id: `run-${run.id}`, group: 'run', people: 1, amount: 3000, before: 3000, after: 0, own: false });
    expect(await count('finn')).toBe(1);
    const approved = await decide('finn', 'approve', [keyOf(waiting as Approval)], 'As planned');
    expect((await undo('finn', approved))[0]?.outcome).toBe('decided');
    const back = (await world.call('fay', 'GET', `payout-runs/${run.id}`)).json() as PayoutRun;
    expect([back.status, back.data[0]?.status, back.data[0]?.statement]).toEqual(['proposed', 'pending', null]);
    const [repeated] = await list('finn');
    await decide('finn', 'approve', [keyOf(repeated as Approval)]);
    world.server.clock.advance(10_001);
    const done = (await world.call('fay', 'GET', `payout-runs/${run.id}`)).json() as PayoutRun;
    expect((await undo('finn', [{ id: `run-${run.id}`, version: done.version } as ApprovalResult]))[0]?.code).toBe('undo_over');
  });
});

describe('my approvals', () => {
  it('decisions 2.10: show reason, both amounts, attainment and other adjustments of the month, matching the badge', async () => {
    await adjust('ada', '100');
    await adjust('ada', '700');
    const [found] = await list('vic');
    expect(found).toMatchObject({
      group: 'adjustment',
      user_name: 'Sam Seller',
      reason: 'Agreed for the school fair',
      amount: 700,
      before: 3100,
      after: 3800,
      attainment: { before: 0.6, after: 0.6 },
      earlier: { count: 1, amount: 100 },
      own: false,
    });
    expect(found?.link).toContain(`adjustment=${found?.id.split('-')[1]}`);
    expect([await count('vic'), (await list('vic')).length]).toEqual([1, 1]);
  });

  it('decisions 2.10: omit my own requests and my own commission', async () => {
    const mine = await world.invoice(await world.customer(), 50_000_00, '2026-11-05', 'vic');
    await adjust('ada', '900', mine);
    await adjust('vic', '800');
    // Ada created the first one and Vic is paid by it, so the admin decides it, which is flagged.
    expect((await list('vic')).length).toBe(0);
    expect((await list('ada')).map(({ amount, own }) => [amount, own])).toEqual([
      [900, true],
      [800, false],
    ]);
    expect([await count('vic'), await count('ada')]).toEqual([0, 2]);
    const [own] = await list('ada');
    const refused = await decide('vic', 'approve', [keyOf(own as Approval)]);
    expect(refused[0]).toMatchObject({ outcome: 'refused', code: 'own_commission' });
    expect((await decide('ada', 'approve', [keyOf(own as Approval)]))[0]?.outcome).toBe('decided');
  });

  it('decisions 3.05: are readable only by their owner', async () => {
    for (const name of ['mia', 'sam', 'eve']) expect((await world.call(name, 'GET', 'approvals')).statusCode).toBe(403);
    expect((await world.call('sam', 'POST', 'approvals/decide', { nonsense: true })).statusCode).toBe(403);
    const waiting = await adjust('ada', '700');
    const [one] = await decide('fay', 'approve', [{ id: `adjustment-${waiting.id}`, version: 1 }]);
    expect(one).toMatchObject({ outcome: 'refused', code: 'forbidden' });
    expect((await world.call('fay', 'GET', `approvals/adjustment-${waiting.id}`)).json()).toMatchObject({
      code: 'not_waiting',
      message: 'This no longer waits for you.',
    });
  });

  it('decisions 1.06: continue on the next page with the same filter', async () => {
    for (const amount of ['600', '700', '800']) await adjust('ada', amount);
    const first = (await world.call('vic', 'GET', 'approvals?limit=2&group=adjustment')).json();
    expect([first.data.length, first.pagination.total]).toEqual([2, 3]);
    const next = (await world.call('vic', 'GET', `approvals?limit=2&cursor=${first.pagination.cursor}`)).json();
    expect([next.data.length, next.pagination.cursor]).toEqual([1, null]);
    expect((await list('vic', 'group=run')).length).toBe(0);
    expect((await world.call('vic', 'GET', 'approvals?cursor=abc')).statusCode).toBe(400);
  });
});

describe('deciding', () => {
  it('decisions 2.10: answers each of many decisions in one call; one refusal does not stop the others', async () => {
    for (const amount of ['600', '700']) await adjust('ada', amount);
    const [first, second] = (await list('vic')) as [Approval, Approval];
    const results = await decide('vic', 'approve', [keyOf(first), { id: 'adjustment-99999', version: 1 }, keyOf(second)], 'Fine');
    expect(results.map(({ outcome, code }) => [outcome, code])).toEqual([
      ['decided', null],
      ['refused', 'not_found'],
      ['decided', null],
    ]);
    expect(await count('vic')).toBe(0);
    const stored = await world.query.selectFrom('adjustments').select(['state', 'decision_reason']).execute();
    expect(stored).toEqual([
      { state: 'approved', decision_reason: 'Fine' },
      { state: 'approved', decision_reason: 'Fine' },
    ]);
  });

  it('bad input: of two simultaneous decisions one wins, and the other learns who decided', async () => {
    const waiting = await adjust('vic', '700');
    await world.query
      .updateTable('adjustments')
      .set({ created_by: world.ids.mia as number })
      .where('id', '=', Number(waiting.id))
      .execute();
    const item = { id: `adjustment-${waiting.id}`, version: 1 };
    const both = await Promise.all([decide('ada', 'approve', [item]), decide('vic', 'reject', [item], 'Not agreed')]);
    const outcomes = both.map(([one]) => one?.outcome);
    expect([...outcomes].sort()).toEqual(['decided', 'refused']);
    const loser = both.flat().find(({ outcome }) => outcome === 'refused');
    const winner = outcomes[0] === 'decided' ? 'ada Person approved this first.' : 'vic Person rejected this first.';
    expect(loser?.message).toBe(winner);
    expect((await decide(outcomes[0] === 'decided' ? 'ada' : 'vic', 'approve', [item]))[0]?.message).toMatch(/^You have already/);
  });

  it('bad input: refuses a rejection without a reason and a note that is too long', async () => {
    const waiting = await adjust('ada', '700');
    const item = { id: `adjustment-${waiting.id}`, version: 1 };
    const ask = (decision: string, note: string) =>
      world.refused(world.call('vic', 'POST', 'approvals/decide', { decision, items: [item], note }));
    expect(await ask('reject', ' ')).toEqual([422, { note: 'Reason is required' }]);
    expect(await ask('approve', 'x'.repeat(501))).toEqual([422, { note: 'A note has at most 500 characters.' }]);
    expect((await world.call('vic', 'POST', 'approvals/decide', { decision: 'approve', items: [] })).statusCode).toBe(400);
  });
});

describe('undoing a decision', () => {
  it('decisions 2.10: is possible for its author for ten seconds, and notifications go out only afterwards', async () => {
    const waiting = await adjust('ada', '700');
    const decided = await decide('vic', 'approve', [{ id: `adjustment-${waiting.id}`, version: 1 }]);
    expect(await titles('sam')).toEqual([]);
    // Only the author may undo it.
    expect((await undo('ada', decided))[0]).toMatchObject({ outcome: 'refused', code: 'undo_over' });
    expect((await undo('vic', decided))[0]?.outcome).toBe('decided');
    expect(await count('vic')).toBe(1);
    world.server.clock.advance(11_000);
    expect(await titles('sam')).toEqual([]);
    const repeated = await decide('vic', 'approve', [{ id: `adjustment-${waiting.id}`, version: 3 }]);
    world.server.clock.advance(10_001);
    expect(await titles('sam')).toEqual(['Commission adjusted']);
    expect((await undo('vic', repeated))[0]).toMatchObject({
      outcome: 'refused',
      message: 'This decision can no longer be undone. Void the adjustment, or make another one.',
    });
  });

  it('decisions 2.10: restores the figures after a rejection too', async () => {
    const waiting = await adjust('ada', '-700');
    const [was] = await list('vic');
    const rejected = await decide('vic', 'reject', [{ id: `adjustment-${waiting.id}`, version: 1 }], 'Not agreed');
    expect((await undo('vic', rejected))[0]?.outcome).toBe('decided');
    const [one] = await list('vic');
    expect([one?.before, one?.after]).toEqual([was?.before, was?.after]);
  });
});
