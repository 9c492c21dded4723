import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayoutRun } from '../../../contract/entities/payoutRun.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
let run: PayoutRun;
const sellers = ['sam', 'kim', 'mia'];
beforeAll(async () => {
  world = await createPayoutWorld();
  const school = await world.customer();
  for (const seller of sellers) {
    const invoice = await world.invoice(school, 10_000_00, '2026-10-05', seller);
    await world.facts.pay(invoice, 10_000_00, '2026-11-03');
  }
  const { id, version } = await world.ok<PayoutRun>(
    world.call('fay', 'POST', 'payout-runs', { month: '2026-10', pay_on: '2026-11-30' }),
    201,
  );
  run = await world.ok<PayoutRun>(world.call('finn', 'POST', `payout-runs/${id}/approve`, { version }));
});
afterAll(() => world.server.close());

const read = (): Promise<PayoutRun> => world.ok(world.call('fay', 'GET', `payout-runs/${run.id}`));
const close = (name: string, version: number, reason = 'Paid by hand') =>
  world.call(name, 'POST', `payout-runs/${run.id}/close`, { version, reason });
const paymentOf = async (name: string) => {
  const person = (await read()).data.find(({ user_id }) => user_id === String(world.ids[name]));
  return { id: person?.payment_id as string, version: person?.payment_version as number };
};
const pay = async (name: string, kind: string, overrides: object = {}) =>
  world.ok(world.step('fay', await paymentOf(name), kind, overrides));
const fail = (name: string) => pay(name, 'fail', { reason: 'Account closed' });
const audited = () =>
  world.query
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'before', 'after', 'cause'])
    .where('entity', '=', 'payout_run')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

describe('decisions 2.16: a run whose failed payments were paid otherwise', () => {
  it('does not complete by itself while one of its payments is in progress', async () => {
    await fail('kim');
    await fail('mia');
    const approved = await read();
    expect(approved.actions).toEqual(['complete']);
    expect(await world.refused(close('fay', approved.version))).toEqual([409, 'run_step']);
    expect((await close('fay', approved.version)).json().message).toBe(
      'This run can be completed without its failed payments only while it is approved, at least one of its payments has failed and no payment is under way.',
    );
    await pay('sam', 'complete');
    expect(await read()).toMatchObject({ status: 'approved', actions: ['close'] });
  });

  it('refuses completion by a person who has not seen another payment fail', async () => {
    const seen = (await read()).version;
    await pay('kim', 'retry');
    await fail('kim');
    expect(await world.refused(close('fay', seen))).toEqual([409, 'stale_version']);
    expect(await read()).toMatchObject({ status: 'approved', actions: ['close'] });
  });

  it('is completed without them by payment managers with a reason, and the audit names the omitted people', async () => {
    const byHand = await world.record(world.payoutBody({ user_id: String(world.ids.kim) }));
    await world.ok(world.step('fay', await world.ok(world.step('finn', byHand, 'approve')), 'complete'));
    expect(await world.refused(world.step('fay', await paymentOf('kim'), 'retry'))).toEqual([409, 'due_moved']);
    const { version, status } = await read();
    expect(status).toBe('approved');
    for (const name of ['vic', 'mia', 'sam', 'eve']) expect((await close(name, version)).statusCode, name).toBe(403);
    expect(await world.refused(close('fay', version, ' '))).toEqual([422, { reason: 'A reason is required' }]);
    expect(await world.refused(close('fay', version - 1))).toEqual([409, 'stale_version']);
    const closed = await world.ok<PayoutRun>(close('fay', version));
    expect(closed).toMatchObject({ status: 'completed', version: version + 1, actions: [], people: 3 });
    expect(closed.data.map(({ user_name, status }) => [user_name, status])).toEqual([
      ['Kim Keller', 'failed'],
      ['mia Person', 'failed'],
      ['Sam Seller', 'completed'],
    ]);
    expect(await audited()).toEqual({
      action: 'payout_run.closed',
      actor_id: world.ids.fay,
      before: { state: 'approved' },
      after: { state: 'completed', left_out: 'Kim Keller, mia Person' },
      cause: 'Paid by hand',
    });
    expect(closed.history[0]).toMatchObject({ action: 'Completed without the failed payments', cause: 'Paid by hand' });
    expect(await world.refused(close('fay', version + 1))).toEqual([409, 'run_step']);
  });

  it('is not reopened by another person’s payment', async () => {
    await pay('sam', 'reverse', { reason: 'Wrong account' });
    expect((await read()).status).toBe('completed');
  });

  it('is reopened by a retried payment, and still omits the others once it completes', async () => {
    await pay('mia', 'retry');
    const open = await read();
    expect(open).toMatchObject({ status: 'approved', actions: ['complete'] });
    await fail('mia');
    // People already left out need no second confirmation, a payment that failed again does.
    expect(await read()).toMatchObject({ status: 'approved', actions: ['close'] });
    await pay('mia', 'retry');
    await pay('mia', 'complete');
    expect((await read()).status).toBe('completed');
    expect(await audited()).toMatchObject({ action: 'payout_run.closed', after: { state: 'completed', left_out: 'Kim Keller' } });
  });
});
