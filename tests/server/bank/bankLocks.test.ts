import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BankDetail } from '../../../contract/entities/bank.ts';
import type { PayoutRun } from '../../../contract/entities/payoutRun.ts';
import { countLockWaits } from '../support/lockWaits.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';
import { type BankWorld, createBankWorld } from '../support/worlds/bank.ts';

let world: BankWorld;
beforeAll(async () => {
  world = await createBankWorld();
});
afterAll(() => world.server.close());

/** The number of sessions waiting for a lock. */
const readLockWaits = () => countLockWaits(world.query);
/** An approved run that pays each of these sellers for a new invoice. */
const approvedRun = async (...sellers: readonly string[]): Promise<PayoutRun> => {
  const school = await world.customer();
  for (const seller of sellers) await world.facts.pay(await world.invoice(school, 1000_00, '2026-10-05', seller), 1000_00, '2026-11-03');
  const { id, version } = await world.ok<PayoutRun>(
    world.call('fay', 'POST', 'payout-runs', { month: '2026-10', pay_on: '2026-11-30' }),
    201,
  );
  return world.ok<PayoutRun>(world.call('finn', 'POST', `payout-runs/${id}/approve`, { version }));
};

// The embedded database runs one transaction at a time.
describe.runIf(testDatabaseKind() === 'postgres')('lock order of a match', () => {
  it('decisions 2.16: locks runs by id, even if an older run’s payment is listed after a newer one’s', async () => {
    const older = await approvedRun('sam', 'kim');
    const newer = await approvedRun('sam');
    const payment = older.data.find(({ user_id }) => user_id === String(world.ids.kim));
    const lines = [
      { kind: 'run', id: newer.id, amount: newer.amount.toFixed(2) },
      { kind: 'payout', id: String(payment?.payment_id).slice(3), amount: payment?.amount?.toFixed(2) },
    ];
    const paid = await world.arrive({ amount_cents: -Math.round((newer.amount + (payment?.amount ?? 0)) * 100) });
    const isFree = async (step: () => Promise<unknown>): Promise<boolean> => {
      const { rest, free } = await world.query.transaction().execute(async (trx) => {
        await sql`select 1 from payout_runs where id = ${older.id} for update`.execute(trx);
        const rest = step();
        await expect.poll(readLockWaits).toBe(1);
        const { rows } = await sql`select 1 from payout_runs where id = ${newer.id} for update skip locked`.execute(trx);
        return { rest: { rest }, free: rows.length > 0 };
      });
      await rest.rest;
      return free;
    };
    let matched = paid;
    expect(await isFree(async () => (matched = await world.done(paid, 'match', { lines })))).toBe(true);
    expect(matched.state).toBe('matched');
    expect(await isFree(() => world.done(matched, 'undo'))).toBe(true);
  });

  it('decisions 2.16: locks people by id before reversing the draws of several payments', async () => {
    const idOf = (name: string): number => world.ids[name] ?? 0;
    const [low = '', high = ''] = ['sam', 'kim'].sort((a, b) => idOf(a) - idOf(b));
    const first = await approvedRun(low);
    const second = await approvedRun(high);
    const lines = [first, second].map(({ id, amount }) => ({ kind: 'run', id, amount: amount.toFixed(2) }));
    const matched = await world.done(await world.arrive({ amount_cents: -Math.round((first.amount + second.amount) * 100) }), 'match', {
      lines,
    });
    await sql`update payouts set draw_balance_cents = 1 where user_id in (${idOf(low)}, ${idOf(high)})`.execute(world.query);
    const { undone, free } = await world.query.transaction().execute(async (trx) => {
      await sql`select 1 from users where id = ${idOf(low)} for no key update`.execute(trx);
      const rest = world.done(matched, 'undo');
      await expect.poll(readLockWaits).toBe(1);
      const { rows } = await sql`select 1 from users where id = ${idOf(high)} for no key update skip locked`.execute(trx);
      return { undone: { rest }, free: rows.length };
    });
    expect(free).toBe(1);
    await undone.rest;
  });

  it('decisions 2.15: locks invoices by id, whatever the order of their payments', async () => {
    const school = await world.customer();
    const [lower, higher] = [
      await world.invoice(school, 300_00, '2026-10-05', 'sam'),
      await world.invoice(school, 400_00, '2026-10-05', 'sam'),
    ];
    const wait = async (invoice: number, amount: string) => {
      const allocations = [{ kind: 'invoice', id: String(invoice), amount }];
      const { id } = await world.record(world.receiptBody(school, { amount, cleared: false, allocations }));
      return { kind: 'receipt', id: id.slice(3), amount };
    };
    const lines = [await wait(higher, '400.00'), await wait(lower, '300.00')];
    const deposit = await world.arrive({ amount_cents: 700_00 });
    const { matched, free } = await world.query.transaction().execute(async (trx) => {
      await sql`select 1 from invoices where id = ${lower} for no key update`.execute(trx);
      const rest = world.done(deposit, 'match', { lines });
      await expect.poll(readLockWaits).toBe(1);
      const { rows } = await sql`select 1 from invoices where id = ${higher} for no key update skip locked`.execute(trx);
      return { matched: { rest }, free: rows.length };
    });
    expect(free).toBe(1);
    expect((await matched.rest).state).toBe('matched');
  });

  it('decisions 2.15: locks no person or total when it writes several payments, whose order would vary', async () => {
    const school = await world.customer();
    const wait = async (seller: string, amount: string) => {
      const invoice = await world.invoice(school, Number(amount) * 100, '2026-10-05', seller);
      const allocations = [{ kind: 'invoice', id: String(invoice), amount }];
      const { id } = await world.record(world.receiptBody(school, { amount, cleared: false, allocations }));
      return { invoice, line: { kind: 'receipt', id: id.slice(3), amount } };
    };
    const [kims, sams] = [await wait('kim', '300.00'), await wait('sam', '400.00')];
    const deposit = await world.arrive({ amount_cents: 700_00 });
    const isMatched = async (): Promise<boolean> =>
      (await world.query.selectFrom('bank_transactions').select('state').where('id', '=', Number(deposit.id)).executeTakeFirstOrThrow())
        .state === 'matched';
    /** Runs `step` while another transaction locks all people and totals. */
    const runWhileLocked = async (step: () => Promise<BankDetail>, becomes: boolean): Promise<BankDetail> => {
      const { rest } = await world.query.transaction().execute(async (trx) => {
        await sql`select 1 from users for no key update`.execute(trx);
        await sql`select 1 from company_sums for update`.execute(trx);
        const rest = step();
        await expect.poll(isMatched).toBe(becomes);
        return { rest: { rest } };
      });
      return rest.rest;
    };
    const received = async () => [(await world.moneyOf(kims.invoice)).status, (await world.moneyOf(sams.invoice)).status];
    const before = await received();
    const matched = await runWhileLocked(() => world.done(deposit, 'match', { lines: [kims.line, sams.line] }), true);
    expect(await received()).toEqual(['due', 'due']);
    await runWhileLocked(() => world.done(matched, 'undo'), false);
    expect(await received()).toEqual(before);
  });

  it('decisions 2.15: locks the customer before reading their payments, so that money is recorded once', async () => {
    const mesa = await world.named('Mesa Arts');
    const deposit = await world.arrive({ amount_cents: 640_00, counterparty: 'Mesa Arts' });
    const answers = await world.query.transaction().execute(async (trx) => {
      await sql`select 1 from customers where id = ${mesa} for update`.execute(trx);
      const byHand = world.call('finn', 'POST', 'payments', world.receiptBody(mesa, { amount: '640.00' }));
      await expect.poll(readLockWaits).toBe(1);
      const byBank = world.decide('fay', deposit, 'receipt', { customer_id: String(mesa) });
      await expect.poll(readLockWaits).toBe(2);
      return { both: Promise.all([byHand, byBank]) };
    });
    const [byHand, byBank] = await answers.both;
    expect([byHand.statusCode, byBank.statusCode, byBank.json().code]).toEqual([201, 409, 'payment_duplicate']);
  });

  it('locks the audit log last, even when it remembers an account’s owner', async () => {
    const globe = await world.named('Globe Theatre');
    const deposit = await world.arrive({ amount_cents: 150_00, counterparty: 'Globe Theatre' });
    const { matched, free } = await world.query.transaction().execute(async (trx) => {
      await sql`select 1 from customers where id = ${globe} for no key update`.execute(trx);
      const rest = world.done(deposit, 'receipt', { customer_id: String(globe), remember: true });
      await expect.poll(readLockWaits).toBe(1);
      const { rows } = await sql`select 1 from audit_head for update skip locked`.execute(trx);
      return { matched: { rest }, free: rows.length };
    });
    expect(free).toBe(1);
    expect((await matched.rest).state).toBe('matched');
  });
});
