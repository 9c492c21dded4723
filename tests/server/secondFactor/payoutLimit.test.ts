import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalResult } from '../../../contract/entities/approval.ts';
import type { Payment } from '../../../contract/entities/payment.ts';
import type { PayoutRun } from '../../../contract/entities/payoutRun.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { assertMayApproveAmount } from '../../../server/domain/secondFactor/stepUp.ts';
import { PASSWORD } from '../support/testApp.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
let school: number;
beforeAll(async () => {
  world = await createPayoutWorld();
  school = await world.customer();
  await world.query.updateTable('users').set({ joined_on: '2026-01-05' }).execute();
  // Sam is owed $10,000 for November, and Kim $2,000 for October.
  for (const [seller, cents, day] of [
    ['sam', 1_000_000, '2026-11-02'],
    ['kim', 200_000, '2026-10-05'],
  ] as const)
    await world.facts.pay(await world.invoice(school, cents * 20, day, seller), cents * 20, day);
});
afterAll(() => world.server.close());
beforeEach(async () => {
  await setLimit(100_000);
  await setFactor(null);
});

const setLimit = (payout_limit_cents: number | null) => world.query.updateTable('general_settings').set({ payout_limit_cents }).execute();
/** Fay's second factor; `confirmedAt`: when her session last confirmed it. */
const setFactor = async (since: string | null, confirmedAt: string | null = null): Promise<void> => {
  const id = fay();
  await world.query.updateTable('users').set({ second_factor_at: since }).where('id', '=', id).execute();
  await world.query.updateTable('sessions').set({ factor_confirmed_at: confirmedAt }).where('user_id', '=', id).execute();
};
const fay = (): number => world.ids.fay as number;
const now = () => world.server.clock().toISOString();
let payments = 0;
const addPayment = (amount: string): Promise<Payment> => {
  payments += 1;
  return world.record(world.payoutBody({ amount, reference: `R-${payments}` }), 'finn');
};
const itemOf = ({ id, version }: Payment) => ({ id: `payout-${id.slice(3)}`, version });
const decide = (name: string, items: readonly object[]) =>
  world.call(name, 'POST', 'approvals/decide', { decision: 'approve', note: '', items });
const outcomesOf = async (name: string, items: readonly object[]) =>
  (await world.ok<{ data: ApprovalResult[] }>(decide(name, items))).data.map(({ outcome, code }) => code ?? outcome);

describe('decisions 4.16: several payments in one decision', () => {
  it('count together, so that many small ones need a code like a large one', async () => {
    const items = [itemOf(await addPayment('600.00')), itemOf(await addPayment('600.00'))];
    await setFactor(now());
    expect(await world.refused(decide('fay', items))).toEqual([403, 'second_factor_needed']);
    await setFactor(now(), now());
    expect(await outcomesOf('fay', items)).toEqual(['decided', 'decided']);
  });

  it('are approved up to the limit for a person without a second factor; the others are refused individually', async () => {
    const several = [await addPayment('600.00'), await addPayment('2000.00'), await addPayment('600.00'), await addPayment('400.00')];
    const expected = ['decided', 'second_factor_missing', 'second_factor_missing', 'decided'];
    expect(await outcomesOf('fay', several.map(itemOf))).toEqual(expected);
  });

  it('reveal no limit to a person who may not pay, and exclude earlier decisions', async () => {
    const large = itemOf(await addPayment('2000.00'));
    expect(await outcomesOf('vic', [large])).toEqual(['forbidden']);
    await setFactor(now(), now());
    expect(await outcomesOf('fay', [large])).toEqual(['decided']);
    await setFactor(now());
    expect(await outcomesOf('fay', [large, itemOf(await addPayment('10.00'))])).toEqual(['stale_version', 'decided']);
  });
});

describe('decisions 4.16: payout limit', () => {
  it('applies to each decision: several below it need no code, and a limit of $0 always asks', async () => {
    await setFactor(now());
    const items = [itemOf(await addPayment('600.00')), itemOf(await addPayment('600.00')), itemOf(await addPayment('0.01'))];
    expect(await outcomesOf('fay', items.slice(0, 1))).toEqual(['decided']);
    expect(await outcomesOf('fay', items.slice(1, 2))).toEqual(['decided']);
    await setLimit(0);
    expect(await world.refused(decide('fay', items.slice(2)))).toEqual([403, 'second_factor_needed']);
  });

  it('does not open to API tokens what no scope covers, even from a confirmed session', async () => {
    await setFactor(now(), now());
    const [large, small] = [await addPayment('2000.00'), await addPayment('10.00')];
    const body = { name: 'Payroll', scopes: ['read:books', 'read:pay'], expires_in_days: 1, current_password: PASSWORD };
    const { secret } = await world.ok<{ secret: string }>(world.call('fay', 'POST', 'tokens', body), 201);
    const asProgram = (path: string, sent: object) => world.server.call('POST', `/api/v1/${path}`, { token: secret, body: sent });
    for (const { id, version } of [large, small])
      expect(await world.refused(asProgram(`payments/${id}/approve`, { version }))).toEqual([403, 'closed_to_tokens']);
    const decision = { decision: 'approve', note: '', items: [itemOf(large)] };
    expect(await world.refused(asProgram('approvals/decide', decision))).toEqual([403, 'closed_to_tokens']);

    // Tests the guard directly, in case a scope ever allows approvals.
    const sessions = world.query.selectFrom('sessions').select('id').where('user_id', '=', fay());
    const session = { userId: fay(), sessionId: (await sessions.executeTakeFirstOrThrow()).id };
    const program = { ...session, token: { id: 1, scopes: ['propose'] as const } };
    const approveAs = (caller: typeof session, cents: number) =>
      assertMayApproveAmount(openStore(world.server.db), caller, cents, world.server.clock());
    await expect(approveAs(program, 100_001)).rejects.toMatchObject({ status: 403, code: 'closed_to_tokens' });
    await expect(approveAs(program, 100_000)).resolves.toBeUndefined();
    await expect(approveAs(session, 100_001)).resolves.toBeUndefined();
  });

  it('applies to a retried payment', async () => {
    await setLimit(null);
    const large = await world.ok(world.step('fay', await addPayment('2000.00'), 'approve'));
    const failed = await world.ok(world.step('fay', large, 'fail', { reason: 'Bank said no' }));
    await setLimit(100_000);
    expect(await world.refused(world.step('fay', failed, 'retry'))).toEqual([403, 'second_factor_missing']);
    await setFactor(now(), now());
    await world.ok(world.step('fay', failed, 'retry'));
  });

  it('applies to a payout run as a whole', async () => {
    const run = await world.ok<PayoutRun>(world.call('finn', 'POST', 'payout-runs', { month: '2026-10', pay_on: '2026-11-30' }), 201);
    const approve = () => world.call('fay', 'POST', `payout-runs/${run.id}/approve`, { version: run.version });
    expect(run.amount).toBe(2000);
    expect(await world.refused(approve())).toEqual([403, 'second_factor_missing']);
    const item = { id: `run-${run.id}`, version: run.version };
    expect(await outcomesOf('fay', [item])).toEqual(['second_factor_missing']);
    await setFactor(now());
    expect(await world.refused(approve())).toEqual([403, 'second_factor_needed']);
    expect(await world.refused(decide('fay', [item]))).toEqual([403, 'second_factor_needed']);
    await setFactor(now(), now());
    expect(await world.ok(approve())).toMatchObject({ status: 'approved' });
  });
});
