import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayoutRun } from '../../../contract/entities/payoutRun.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
let school: number;
let first: number;
let kims: number;
let paidRun: string;
beforeAll(async () => {
  world = await createPayoutWorld();
  school = await world.customer();
  // decisions 2.02: 60,000 and 60,000 in one quarter earn 3,000.00 and 3,500.00.
  first = await world.invoice(school, 60_000_00, '2026-10-05');
  const second = await world.invoice(school, 60_000_00, '2026-10-20');
  await world.facts.pay(first, 60_000_00, '2026-11-03');
  await world.facts.pay(second, 60_000_00, '2026-11-03');
  kims = await world.invoice(school, 10_000_00, '2026-10-07', 'kim');
  await world.facts.pay(kims, 10_000_00, '2026-11-04');
  // A deduction larger than the commission: the negative amount is carried forward.
  const miasInvoice = await world.invoice(school, 2000_00, '2026-10-08', 'mia');
  await world.facts.adjust(miasInvoice, -500_00, '2026-11-05');
  await world.facts.pay(miasInvoice, 2000_00, '2026-11-05');
  await world.invoice(school, 4000_00, '2026-10-09', 'vic');
});
afterAll(() => world.server.close());

const propose = (name = 'fay', overrides: object = {}) =>
  world.call(name, 'POST', 'payout-runs', { month: '2026-10', pay_on: '2026-11-30', ...overrides });
const read = (id: string): Promise<PayoutRun> => world.ok(world.call('fay', 'GET', `payout-runs/${id}`));
const step = (name: string, { id, version }: Pick<PayoutRun, 'id' | 'version'>, kind: string) =>
  world.call(name, 'POST', `payout-runs/${id}/${kind}`, kind === 'complete' ? {} : { version });
const change = (
  name: string,
  { id, version }: Pick<PayoutRun, 'id' | 'version'>,
  who: string,
  amount: string,
  reason = 'Agreed with the manager',
) => world.call(name, 'PUT', `payout-runs/${id}/people/${world.ids[who]}`, { version, amount, reason });
const shown = ({ data }: PayoutRun) =>
  data.map(({ user_name, outcome, due, amount, waiting }) => [user_name, outcome, due, amount, waiting]);

const payrollOf = async (id: string): Promise<(string | undefined)[]> =>
  (await world.call('fay', 'GET', `payout-runs/${id}/payroll`)).body
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[1]);
const by = (name: string): number => world.ids[name] as number;
/** An approved payment that failed, with lines on records. */
const failedPayout = async (name: string, cents: number, lines: readonly (readonly [number, number])[]) => {
  const row = { user_id: by(name), amount_cents: cents, paid_on: '2026-11-21', method: 'direct deposit' as const, reference: null };
  const who = { created_by: by('fay'), approved_by: by('finn'), reversal_of_id: null };
  const at = '2026-11-21T12:00:00Z';
  const made = { state: 'failed' as const, created_at: at, updated_at: at };
  const { id } = await world.query
    .insertInto('payouts')
    .values({ ...row, ...who, ...made })
    .returning('id')
    .executeTakeFirstOrThrow();
  const values = lines.map(([commission_id, amount_cents]) => ({ payout_id: id, commission_id, amount_cents }));
  await world.query.insertInto('payout_lines').values(values).execute();
  return id;
};

describe('decisions 2.16: a monthly payout run, from proposal to paid', () => {
  it('proposes nothing for a month before the first sale', async () => {
    const refusal = { month: 'Nothing is due up to the end of this month. Choose a later one.' };
    expect(await world.refused(propose('fay', { month: '2019-01' }))).toEqual([422, refusal]);
    expect(await world.query.selectFrom('payout_runs').select('id').execute()).toEqual([]);
  });

  it('lists due amounts, and omitted people with the reason', async () => {
    const run = await world.ok<PayoutRun>(propose(), 201);
    expect(shown(run)).toEqual([
      ['Kim Keller', 'paid', 500, 500, 0],
      ['Sam Seller', 'paid', 6500, 6500, 0],
      ['mia Person', 'carried', -400, 0, 0],
      ['vic Person', 'not_released', 0, 0, 200],
    ]);
    expect(run).toMatchObject({ status: 'proposed', people: 2, amount: 7000, last: null, actions: ['change', 'cancel'] });
    // Amounts in a proposed run can't be paid elsewhere, and a second run would propose them twice.
    expect(await world.refused(world.call('finn', 'POST', 'payments', world.payoutBody()))).toEqual([
      422,
      { allocations: 'Nothing is due to this person, so there is nothing to pay.' },
    ]);
    expect(await world.refused(propose('finn'))).toEqual([409, 'run_proposed']);
    const notices = await world.query
      .selectFrom('notifications')
      .select(['user_id', 'link'])
      .where('title', '=', 'Payout run waiting for approval')
      .execute();
    expect(notices.map(({ user_id }) => user_id).sort()).toEqual([world.ids.ada, world.ids.finn].sort());
    expect(notices[0]?.link).toBe(`/payments?run=${run.id}`);
    await world.ok(step('fay', run, 'cancel'));
  });

  it('marks people who have left, with their last day of employment if set', async () => {
    await world.query.updateTable('users').set({ left_on: '2026-11-15' }).where('id', '=', by('sam')).execute();
    await world.query.updateTable('users').set({ left_on: '2026-11-30' }).where('id', '=', by('mia')).execute();
    await world.query.updateTable('users').set({ active: false }).where('id', '=', by('kim')).execute();
    const run = await world.ok<PayoutRun>(propose(), 201);
    expect(run.data.map(({ user_name, left, left_on }) => [user_name, left, left_on])).toEqual([
      ['Kim Keller', true, null],
      ['Sam Seller', true, '2026-11-15'],
      ['mia Person', false, '2026-11-30'],
      ['vic Person', false, null],
    ]);
    await world.ok(step('fay', run, 'cancel'));
    await world.query.updateTable('users').set({ left_on: null, active: true }).execute();
  });

  it('is changed manually with a reason, approved as a whole by a second person, and paid', async () => {
    const run = await world.ok<PayoutRun>(propose(), 201);
    const lower = await world.ok<PayoutRun>(change('fay', run, 'sam', '$4,000.00'));
    expect(lower.data.find(({ user_name }) => user_name === 'Sam Seller')).toMatchObject({
      proposed: 6500,
      amount: 4000,
      reason: 'Agreed with the manager',
      changed_by: 'Fay Finch',
    });
    const out = await world.ok<PayoutRun>(change('fay', lower, 'kim', '0'));
    expect(out).toMatchObject({ people: 1, amount: 4000 });
    const back = await world.ok<PayoutRun>(change('fay', out, 'kim', '500'));
    for (const [amount, reason] of [
      ['6500.01', 'Too much'],
      ['-1', 'Below zero'],
      ['0.001', 'Not cents'],
    ] as const)
      expect((await world.refused(change('fay', back, 'sam', amount, reason)))[0], amount).toBe(422);
    expect(await world.refused(change('fay', back, 'sam', '10', ' '))).toEqual([422, { reason: 'A reason is required' }]);
    expect(await world.refused(change('fay', back, 'mia', '10'))).toEqual([409, 'not_in_run']);
    expect(await world.refused(change('fay', run, 'sam', '10'))).toEqual([409, 'stale_version']);

    // Its payments can't be approved individually.
    const payment = await world.detail(back.data[0]?.payment_id as string);
    expect(payment.actions).toEqual([]);
    expect(await world.refused(world.step('finn', payment, 'approve'))).toEqual([409, 'payout_in_run']);
    expect(await world.refused(step('fay', back, 'approve'))).toEqual([403, 'own_run']);
    expect((await world.call('finn', 'GET', `payout-runs/${back.id}/payroll`)).statusCode).toBe(409);
    const answers = await Promise.all([step('finn', back, 'approve'), step('ada', back, 'approve')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);

    const approved = await read(back.id);
    expect(approved).toMatchObject({ status: 'approved', self_approved: false, actions: ['complete'] });
    expect(approved.data.map(({ status }) => status)).toEqual(['processing', 'processing', null, null]);
    const payroll = await world.call('fay', 'GET', `payout-runs/${back.id}/payroll`);
    expect(payroll.body.replace('\uFEFF', '').split('\r\n')).toEqual([
      'Employee Email,Name,Amount,Currency,Period,Reference',
      `kim@example.test,Kim Keller,500.00,USD,2026-10,PAY-2026-10-20261130-${world.ids.kim}`,
      `sam@example.test,Sam Seller,4000.00,USD,2026-10,PAY-2026-10-20261130-${world.ids.sam}`,
      '',
    ]);
    // One job writes the statements of all of them.
    expect((await world.query.selectFrom('jobs').select('id').where('kind', '=', 'issue_statements').execute()).length).toBe(1);
    expect(approved.data.map(({ statement }) => statement)).toEqual(['queued', 'queued', null, null]);

    // One payment fails and is retried; the others are paid.
    const kim = await world.detail(approved.data[0]?.payment_id as string);
    const failed = await world.ok(world.step('fay', kim, 'fail', { reason: 'Account closed' }));
    // The payroll file excludes people whose payment failed.
    expect(await payrollOf(back.id)).toEqual(['Sam Seller']);
    const rest = await world.ok<PayoutRun>(step('fay', approved, 'complete'));
    expect([rest.status, rest.data.map(({ status }) => status)]).toEqual(['approved', ['failed', 'completed', null, null]]);
    expect(await world.moneyOf(first)).toMatchObject({ status: 'paid', paid_cents: 3000_00 });
    await world.ok(world.step('fay', await world.ok(world.step('fay', failed, 'retry')), 'complete'));
    expect((await read(back.id)).status).toBe('completed');
    paidRun = back.id;

    const next = await world.ok<PayoutRun>(propose('finn'), 201);
    expect(next.last).toEqual({ id: back.id, month: '2026-10', people: 2, amount: 4500 });
    expect(shown(next)[0]).toEqual(['Sam Seller', 'paid', 2500, 2500, 0]);
    expect(next.data[0]?.last_amount).toBe(4000);
    await world.ok(step('ada', next, 'cancel'));
  });

  it('does not repeat a manual payment made since the proposal', async () => {
    const bonus = { commission_id: null, related_invoice_id: first, reason: 'A gift', state: 'approved' as const };
    const whose = { user_id: by('vic'), created_by: by('ada'), decided_by: null, decided_at: null };
    await world.query
      .insertInto('adjustments')
      .values({ ...bonus, ...whose, amount_cents: 300_00, effective_date: '2026-10-15' })
      .execute();
    for (const [name, amount] of [
      ['sam', '2500.00'],
      ['vic', '300.00'],
    ] as const) {
      const run = await world.ok<PayoutRun>(propose(), 201);
      const out = await world.ok<PayoutRun>(change('fay', run, name, '0'));
      const byHand = await world.record(world.payoutBody({ user_id: String(by(name)), amount }));
      const approved = await world.ok(world.step('finn', byHand, 'approve'));
      const back = await world.ok<PayoutRun>(change('fay', out, name, amount));
      expect(await world.refused(step('finn', back, 'approve')), name).toEqual([409, 'due_moved']);
      await world.ok(world.step('fay', approved, 'fail', { reason: 'Account closed' }));
      await world.ok(step('finn', back, 'cancel'));
    }
  });

  it('lets one of two simultaneous proposals win, and omits payments made meanwhile', async () => {
    const answers = await Promise.all([propose('fay'), propose('finn')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('run_proposed');
    const made = answers.find(({ statusCode }) => statusCode === 201)?.json<PayoutRun>() as PayoutRun;
    await world.ok(step('ada', made, 'cancel'));

    const lines = made.data.find(({ user_name }) => user_name === 'Sam Seller')?.amount;
    expect(lines).toBe(2500);
    const [record] = await world.query
      .selectFrom('commission_records')
      .select('id')
      .where('user_id', '=', by('sam'))
      .where('due_cents', '=', 2500_00)
      .execute();
    const other = await failedPayout('sam', 2500_00, [[record?.id as number, 2500_00]]);
    const requests: ReturnType<typeof propose>[] = [];
    await world.query.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', by('sam')).forUpdate().execute();
      requests.push(propose());
      await new Promise((done) => setTimeout(done, 300));
      await trx.updateTable('payouts').set({ state: 'pending' }).where('id', '=', other).execute();
    });
    const run = await world.ok<PayoutRun>(requests[0] as ReturnType<typeof propose>, 201);
    expect(run.data.find(({ user_name }) => user_name === 'Sam Seller')).toMatchObject({ outcome: 'under_way', amount: 0, waiting: 2500 });
    await world.ok(step('finn', run, 'cancel'));
    await world.query.updateTable('payouts').set({ state: 'failed' }).where('id', '=', other).execute();
  });

  it('refuses to propose, record, approve or retry during a computation of those people', async () => {
    const cause = { actor_id: by('ada'), network: 'test', request_id: 'test', at: '2026-11-21T12:00:00Z' };
    const mark = async () => {
      const { id } = await world.query.insertInto('recompute_runs').values(cause).returning('id').executeTakeFirstOrThrow();
      await world.query
        .insertInto('marks')
        .values({ user_id: by('sam'), day: '2026-10-05', rank: 1, run_id: id, at: cause.at })
        .execute();
    };
    const clear = () => world.query.deleteFrom('marks').execute();
    const byHand = await world.record(world.payoutBody({ amount: '7.00' }));
    const failed = await world.ok(world.step('finn', await world.record(world.payoutBody({ amount: '8.00' })), 'fail', { reason: 'No' }));
    const run = await world.ok<PayoutRun>(propose(), 201);
    const computing = [409, 'computing'];
    // The test's server computes marked records after each call.
    await mark();
    expect(await world.refused(step('finn', run, 'approve'))).toEqual(computing);
    await mark();
    expect(await world.refused(world.step('finn', byHand, 'approve'))).toEqual(computing);
    await mark();
    expect(await world.refused(world.step('fay', failed, 'retry'))).toEqual(computing);
    await world.ok(step('finn', run, 'cancel'));
    await mark();
    expect(await world.refused(propose())).toEqual(computing);
    await mark();
    expect(await world.refused(world.call('fay', 'POST', 'payments', world.payoutBody({ amount: '9.00' })))).toEqual(computing);
    await clear();
    await world.ok(world.step('finn', byHand, 'fail', { reason: 'Not wanted' }));
  });

  it('retries a failed recovery payment up to the overpaid amount', async () => {
    await world.facts.pay(kims, -10_000_00, '2026-11-12');
    expect(await world.moneyOf(kims)).toMatchObject({ status: 'over_paid', paid_cents: 500_00, released_cents: 0 });
    const more = await world.invoice(school, 20_000_00, '2026-11-06', 'kim');
    await world.facts.pay(more, 20_000_00, '2026-11-12');
    const [over, due] = [(await world.facts.recordOf(kims)).id, (await world.facts.recordOf(more)).id];
    const id = await failedPayout('kim', 399_99, [
      [due, 900_00],
      [over, -500_01],
    ]);
    const payment = { id: `po-${id}`, version: 1 };
    expect(await world.refused(world.step('fay', payment, 'retry'))).toEqual([409, 'due_moved']);
    await world.query
      .updateTable('payout_lines')
      .set({ amount_cents: -500_00 })
      .where('payout_id', '=', id)
      .where('commission_id', '=', over)
      .execute();
    expect((await world.ok(world.step('fay', payment, 'retry'))).status).toBe('processing');
  });

  it('omits people with reversed payments from an old run’s payroll file', async () => {
    expect(await payrollOf(paidRun)).toEqual(['Kim Keller', 'Sam Seller']);
    const sams = (await read(paidRun)).data.find(({ user_name }) => user_name === 'Sam Seller');
    await world.ok(world.step('fay', await world.detail(sams?.payment_id as string), 'reverse', { reason: 'Wrong account' }));
    expect(await payrollOf(paidRun)).toEqual(['Kim Keller']);
    const { data } = await read(paidRun);
    const reversal = data.find(({ user_name }) => user_name === 'Sam Seller')?.reversed_by;
    expect((await world.detail(reversal as string)).reversal_of).toBe(sams?.payment_id);
    expect(data.find(({ user_name }) => user_name === 'Kim Keller')?.reversed_by).toBeNull();
  });

  it('refuses the run if due amounts have changed since the proposal', async () => {
    const run = await world.ok<PayoutRun>(propose(), 201);
    await world.facts.adjust(first, -100_00, '2026-11-10');
    const second = await world.query
      .selectFrom('payout_lines')
      .select('commission_id')
      .innerJoin('payouts', 'payouts.id', 'payout_id')
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow();
    await world.query.updateTable('commission_records').set({ due_cents: 1 }).where('id', '=', second.commission_id).execute();
    expect(await world.refused(step('finn', run, 'approve'))).toEqual([409, 'due_moved']);
    await world.ok(step('finn', run, 'cancel'));
    expect((await world.query.selectFrom('payouts').select('id').where('state', '=', 'pending').execute()).length).toBe(0);
  });

  it('decisions 3.04: refuses other roles, unknown runs and impossible days', async () => {
    for (const name of ['vic', 'mia', 'sam', 'eve']) expect((await propose(name)).statusCode, name).toBe(403);
    for (const id of ['999999', '0', 'x']) expect((await world.call('fay', 'GET', `payout-runs/${id}`)).statusCode).toBe(404);
    expect(await world.refused(propose('fay', { month: '2027-01' }))).toEqual([422, { month: 'Choose a month that has begun' }]);
    expect(await world.refused(propose('fay', { month: '2026-13' }))).toEqual([422, { month: 'Choose a month that has begun' }]);
    expect((await world.refused(propose('fay', { pay_on: '2026-11-20' })))[0]).toBe(422);
  });
});
