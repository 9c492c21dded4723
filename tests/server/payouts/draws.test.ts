import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NextPayout } from '../../../contract/entities/payout.ts';
import type { PayoutRun } from '../../../contract/entities/payoutRun.ts';
import type { User } from '../../../contract/entities/user.ts';
import { periodAt } from '../../../contract/rules/time/period.ts';
import { readStatementContent } from '../../../server/domain/statements/statementContent.ts';
import { randomOf } from '../support/records.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
let school: number;
beforeAll(async () => {
  world = await createPayoutWorld();
  school = await world.customer();
  // A draw requires employment in its month.
  await world.query.updateTable('users').set({ joined_on: '2026-01-05' }).execute();
  await draw({ amount: 2000, recoverable: true });
});
afterAll(() => world.server.close());

const id = (name: string): number => world.ids[name] as number;
const draw = async (clause: object) => {
  const quota = { amount: 100_000_000, period: 'year' };
  const plan = { id: 'default', quota, applies_to: { roles: ['sales_manager', 'vp_sales'] } };
  const body = {
    companyName: 'C',
    commissionsConfig: JSON.stringify({ plans: [plan, { ...plan, id: 'd', applies_to: { roles: ['salesperson'] }, draw: clause }] }),
  };
  await world.ok(world.call('ada', 'PUT', 'settings/general', body));
};
/** A seller's invoice that earns 5%, paid immediately. */
const addPaidInvoice = async (cents: number, day: string, seller = 'sam'): Promise<number> => {
  const invoice = await world.invoice(school, cents * 20, day, seller);
  await world.facts.pay(invoice, cents * 20, day);
  return invoice;
};
const propose = (month: string) =>
  world.call('fay', 'POST', 'payout-runs', { month, pay_on: world.server.clock().toISOString().slice(0, 10) });
const step = (name: string, run: PayoutRun, kind: string) =>
  world.call(name, 'POST', `payout-runs/${run.id}/${kind}`, kind === 'complete' ? {} : { version: run.version });
const personIn = (run: PayoutRun, name = 'Sam Seller') => run.data.find(({ user_name }) => user_name === name);
const moneyOf = (run: PayoutRun, name?: string) => {
  const { outcome, due: open, drawn, recovered, amount } = personIn(run, name) ?? {};
  return [outcome, open, drawn, recovered, amount];
};
/** The draw in a person's next check (decisions 2.29). */
const nextDraw = async (name = 'sam') => (await world.ok<NextPayout>(world.call(name, 'GET', 'payouts/next'))).draw;
const pay = async (month: string): Promise<PayoutRun> => {
  const run = await world.ok<PayoutRun>(propose(month), 201);
  return world.ok<PayoutRun>(step('fay', await world.ok<PayoutRun>(step('finn', run, 'approve')), 'complete'));
};
const drawsOf = async (end_date: string, name = 'sam') => {
  const range = { start_date: '2026-10-01', end_date };
  const content = await readStatementContent(world.facts.store, id(name), range, world.server.clock());
  expect(content.closing).toBe(content.opening + content.earned + content.adjusted - content.paid);
  return content.draws.map(({ month, due: open, drawn, recovered, pays, balance, settled }) => [
    month,
    open,
    drawn,
    recovered,
    pays,
    balance,
    settled,
  ]);
};

/** Month, the draw's advance, and whether a run paid it, according to the month's statement. */
const drawsIn = async (month: string, name: string) => {
  const range = periodAt('month', `${month}-01`);
  const content = await readStatementContent(world.facts.store, id(name), range, world.server.clock());
  return content.draws.map(({ month: first, drawn, settled }) => [first, drawn, settled]);
};
const changed = async (name: string, changes: object) => {
  const { first_name, last_name, role } = await world.ok<User>(world.call('ada', 'GET', `users/${id(name)}`));
  await world.ok(world.call('ada', 'PUT', `users/${id(name)}`, { first_name, last_name, role, ...changes }));
};

describe('decisions 2.08: payout runs pay draws', () => {
  let october: PayoutRun;
  it('pays 2,000 if 1,500 is due, on its own line, and 2,500 if 3,000 is due afterwards', async () => {
    const first = await addPaidInvoice(1500_00, '2026-10-05');
    october = await pay('2026-10');
    expect(moneyOf(october)).toEqual(['paid', 1500, 500, 0, 2000]);
    // Kim sold nothing and is paid the draw.
    expect(moneyOf(october, 'Kim Keller')).toEqual(['paid', 0, 2000, 0, 2000]);
    const payment = await world.detail(personIn(october)?.payment_id as string);
    expect([payment.amount, payment.drawn, payment.recovered, payment.lines.map(({ amount }) => amount)]).toEqual([2000, 500, 0, [1500]]);
    expect(await world.moneyOf(first)).toMatchObject({ status: 'paid', paid_cents: 1500_00 });
    const payroll = (await world.call('fay', 'GET', `payout-runs/${october.id}/payroll`)).body;
    expect(payroll).toContain('Sam Seller,2000.00');

    // Again in the same month: the draw is paid only once, and newly due amounts reduce its advance.
    const more = await addPaidInvoice(300_00, '2026-10-06');
    const repeated = await world.ok<PayoutRun>(propose('2026-10'), 201);
    expect(moneyOf(repeated)).toEqual(['paid', 300, 0, 300, 0]);
    expect(moneyOf(repeated, 'Kim Keller')).toEqual([undefined, undefined, undefined, undefined, undefined]);
    await world.ok(step('fay', repeated, 'cancel'));
    await world.facts.pay(more, -300_00 * 20, '2026-10-07');

    await addPaidInvoice(3000_00, '2026-11-05');
    expect(await nextDraw()).toEqual({ drawn: 0, recovered: 500, owed: 0 });
    const november = await pay('2026-11');
    expect(moneyOf(november)).toEqual(['paid', 3000, 0, 500, 2500]);
    expect(await drawsOf('2026-11-30')).toEqual([
      ['2026-10-01', 1500_00, 500_00, 0, 2000_00, 500_00, true],
      ['2026-11-01', 3000_00, 0, 500_00, 2500_00, 0, true],
    ]);
    expect((await drawsOf('2026-10-31', 'kim')).at(-1)).toEqual(['2026-10-01', 0, 2000_00, 0, 2000_00, 2000_00, true]);
  });

  it('reverses an advance only after the payment that recovered it, and draws nothing for an earlier month', async () => {
    const payment = await world.detail(personIn(october)?.payment_id as string);
    expect(await world.refused(world.step('fay', payment, 'reverse', { reason: 'Wrong account' }))).toEqual([409, 'draw_settled']);
    const late = await world.ok<PayoutRun>(propose('2026-10'), 201);
    expect(moneyOf(late)[0]).not.toBe('paid');
    await world.ok(step('fay', late, 'cancel'));
  });

  it('reduces the draw first when lowered manually; a failed payment keeps the balance', async () => {
    const run = await world.ok<PayoutRun>(propose('2026-11'), 201);
    const change = (name: string, amount: string, from: PayoutRun) =>
      world.ok<PayoutRun>(
        world.call('fay', 'PUT', `payout-runs/${from.id}/people/${id(name)}`, { version: from.version, amount, reason: 'Agreed' }),
      );
    expect(moneyOf(run, 'Kim Keller')[0]).not.toBe('paid');
    await world.ok(step('fay', run, 'cancel'));
    await world.setClock('2026-12-10T18:00:00Z');
    await addPaidInvoice(1700_00, '2026-12-01');
    const december = await world.ok<PayoutRun>(propose('2026-12'), 201);
    expect(moneyOf(december)).toEqual(['paid', 1700, 300, 0, 2000]);
    expect(moneyOf(december, 'Kim Keller')).toEqual(['paid', 0, 2000, 0, 2000]);
    expect(await nextDraw()).toEqual({ drawn: 300, recovered: 0, owed: 300 });
    const lower = await change('sam', '1800', december);
    expect(await nextDraw()).toEqual({ drawn: 100, recovered: 0, owed: 100 });
    expect(moneyOf(lower)).toEqual(['paid', 1700, 100, 0, 1800]);
    expect(moneyOf(await change('sam', '2000', lower))).toEqual(['paid', 1700, 300, 0, 2000]);
    const approved = await world.ok<PayoutRun>(
      step('finn', await world.ok(world.call('fay', 'GET', `payout-runs/${december.id}`)), 'approve'),
    );
    const kims = await world.detail(personIn(approved, 'Kim Keller')?.payment_id as string);
    await world.ok(world.step('fay', kims, 'fail', { reason: 'Account closed' }));
    await world.ok(step('fay', approved, 'complete'));
    expect((await drawsOf('2026-12-31', 'kim')).at(-1)).toEqual(['2026-12-01', 0, 2000_00, 0, 2000_00, 6000_00, false]);
    const failed = await world.detail(kims.id);
    await world.ok(world.step('fay', await world.ok(world.step('fay', failed, 'retry')), 'complete'));
    expect((await drawsOf('2026-12-31', 'kim')).at(-1)).toEqual(['2026-12-01', 0, 2000_00, 0, 2000_00, 6000_00, true]);
  });

  it('keeps the balance at advances less recoveries, never negative, after any sequence of dues, payments, failures, retries and reversals', async () => {
    const random = randomOf(8);
    const sum = async () => {
      const rows = await world.query.selectFrom('payouts').selectAll().where('state', '=', 'completed').execute();
      for (const name of ['sam', 'kim']) {
        const mine = rows.filter(({ user_id }) => user_id === id(name));
        const total = (key: 'drawn_cents' | 'recovered_cents' | 'draw_balance_cents') => mine.reduce((all, row) => all + row[key], 0);
        expect(total('draw_balance_cents'), name).toBe(total('drawn_cents') - total('recovered_cents'));
        expect(total('draw_balance_cents'), name).toBeGreaterThanOrEqual(0);
      }
      for (const row of rows) {
        const lines = await world.query.selectFrom('payout_lines').select('amount_cents').where('payout_id', '=', row.id).execute();
        expect(lines.reduce((all, { amount_cents }) => all + amount_cents, 0) + row.drawn_cents - row.recovered_cents).toBe(
          row.amount_cents,
        );
      }
    };
    for (let index = 0; index < 16; index += 1) {
      const month = `2027-${String(1 + Math.floor(index / 4)).padStart(2, '0')}`;
      await world.setClock(`${month}-${String(10 + (index % 4) * 3)}T18:00:00Z`);
      if (random.below(3) > 0) await addPaidInvoice(random.below(4000_00), `${month}-0${1 + random.below(8)}`, random.of(['sam', 'kim']));
      const what = random.below(3);
      if (what > 0) {
        const run = await world.ok<PayoutRun>(propose(month), 201);
        const next = run.people === 0 ? await step('fay', run, 'cancel') : await step('finn', run, 'approve');
        expect(next.statusCode, next.body).toBe(200);
      }
      const open = await world.query
        .selectFrom('payouts')
        .select(['id', 'state', 'version'])
        .where('state', '<>', 'pending')
        .orderBy('id', 'desc')
        .limit(6)
        .execute();
      for (const { id: payout, state, version } of open) {
        const kind =
          state === 'processing'
            ? random.of(['complete', 'complete', 'fail'])
            : state === 'failed'
              ? 'retry'
              : random.below(5) === 0
                ? 'reverse'
                : null;
        // Refused if the draw or the due amount changed meanwhile; then nothing changes.
        if (kind)
          await world.step(
            'finn',
            { id: `po-${payout}`, version },
            kind,
            kind === 'fail' || kind === 'reverse' ? { reason: 'By chance' } : {},
          );
      }
      await sum();
    }
    expect((await world.query.selectFrom('payouts').select('id').where('recovered_cents', '>', 0).execute()).length).toBeGreaterThan(2);
  });
});

describe('decisions 2.08: non-recoverable draws', () => {
  it('have no balance, and a second run of the month pays only the excess', async () => {
    await world.setClock('2027-08-10T18:00:00Z');
    await draw({ amount: 2000, recoverable: false });
    await world.add('lou', 'salesperson', { first_name: 'Lou', last_name: 'Low' });
    await addPaidInvoice(500_00, '2027-08-02', 'lou');
    expect(moneyOf(await pay('2027-08'), 'Lou Low')).toEqual(['paid', 500, 1500, 0, 2000]);
    await addPaidInvoice(1800_00, '2027-08-03', 'lou');
    expect(moneyOf(await pay('2027-08'), 'Lou Low')).toEqual(['paid', 1800, 0, 1500, 300]);
    await world.setClock('2027-09-10T18:00:00Z');
    await addPaidInvoice(3000_00, '2027-09-02', 'lou');
    expect(moneyOf(await pay('2027-09'), 'Lou Low')).toEqual(['paid', 3000, 0, 0, 3000]);
  });

  it('leave nothing to repay when lowered manually, even if recoveries equal draws', async () => {
    await world.setClock('2027-10-10T18:00:00Z');
    await draw({ amount: 1000, recoverable: false });
    await world.add('ned', 'salesperson', { first_name: 'Ned', last_name: 'New' });
    const payLess = async (amount: string) => {
      const run = await world.ok<PayoutRun>(propose('2027-10'), 201);
      const change = { version: run.version, amount, reason: 'Agreed' };
      const lower = await world.ok<PayoutRun>(world.call('fay', 'PUT', `payout-runs/${run.id}/people/${id('ned')}`, change));
      await world.ok(step('fay', await world.ok<PayoutRun>(step('finn', lower, 'approve')), 'complete'));
      return [moneyOf(run, 'Ned New'), moneyOf(lower, 'Ned New')];
    };
    expect(await payLess('500')).toEqual([
      ['paid', 0, 1000, 0, 1000],
      ['paid', 0, 500, 0, 500],
    ]);
    await addPaidInvoice(500_00, '2027-10-02', 'ned');
    expect(await payLess('200')).toEqual([
      ['paid', 500, 500, 500, 500],
      ['paid', 500, 200, 500, 200],
    ]);
    expect(await drawsOf('2027-10-31', 'ned')).toEqual([['2027-10-01', 500_00, 700_00, 500_00, 700_00, 0, true]]);
  });

  it('refuse an older proposal if the draw has since become recoverable', async () => {
    await world.setClock('2027-10-12T18:00:00Z');
    await world.add('uma', 'salesperson', { first_name: 'Uma', last_name: 'Used' });
    const run = await world.ok<PayoutRun>(propose('2027-10'), 201);
    expect(moneyOf(run, 'Uma Used')).toEqual(['paid', 0, 1000, 0, 1000]);
    await draw({ amount: 1000, recoverable: true });
    expect(await world.refused(step('finn', run, 'approve'))).toEqual([409, 'due_moved']);
    await world.ok(step('fay', run, 'cancel'));
  });
});

describe('decisions 2.13: a statement shows an open month as a run would pay it', () => {
  it('excludes payments in progress from the draw, and uses today’s month for a range that is not over', async () => {
    await world.setClock('2027-11-10T18:00:00Z');
    await draw({ amount: 2000, recoverable: true });
    await world.add('max', 'salesperson', { first_name: 'Max', last_name: 'Most' });
    await addPaidInvoice(900_00, '2027-11-02', 'max');
    const payment = { user_id: String(id('max')), amount: '400.00', payment_date: '2027-11-15' };
    await world.record(world.payoutBody(payment));
    const rows = [['2027-11-01', 500_00, 1100_00, 0, 1600_00, 1100_00, false]];
    expect(await drawsOf('2027-11-30', 'max')).toEqual(rows);
    expect(await drawsOf('2027-12-31', 'max')).toEqual(rows);
    const run = await world.ok<PayoutRun>(propose('2027-11'), 201);
    expect(moneyOf(run, 'Max Most')).toEqual(['paid', 500, 1100, 0, 1600]);
    await world.ok(step('fay', run, 'cancel'));
  });
});

describe('decisions 2.08: a draw requires employment and role at the end of its month', () => {
  it('shows in a statement of an unpaid month what a run would pay, by the role at that time', async () => {
    await world.setClock('2027-12-10T18:00:00Z');
    await world.add('rex', 'salesperson', { first_name: 'Rex', last_name: 'Raised' });
    await world.setClock('2028-01-10T18:00:00Z');
    await changed('rex', { role: 'sales_manager' });
    const run = await world.ok<PayoutRun>(propose('2027-12'), 201);
    expect(moneyOf(run, 'Rex Raised')).toEqual(['paid', 0, 2000, 0, 2000]);
    await world.ok(step('fay', run, 'cancel'));
    expect(await drawsIn('2027-12', 'rex')).toEqual([['2027-12-01', 2000_00, false]]);
    expect(await drawsIn('2028-01', 'rex')).toEqual([]);
  });

  it('advances nothing to people who have left, whatever they still owe, and keeps paid months', async () => {
    await world.setClock('2028-02-10T18:00:00Z');
    await world.add('ray', 'salesperson', { first_name: 'Ray', last_name: 'Risen' });
    await world.add('lea', 'salesperson', { first_name: 'Lea', last_name: 'Left' });
    await pay('2028-02');
    await world.setClock('2028-03-10T18:00:00Z');
    await changed('ray', { role: 'sales_manager' });
    expect(await drawsIn('2028-02', 'ray')).toEqual([['2028-02-01', 2000_00, true]]);
    await changed('lea', { active: false });
    const run = await world.ok<PayoutRun>(propose('2028-03'), 201);
    // She still owes the advance, and receives no further one.
    expect(moneyOf(run, 'Lea Left')).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(await drawsIn('2028-03', 'lea')).toEqual([['2028-03-01', 0, false]]);
    await world.ok(step('fay', run, 'cancel'));
  });
});
