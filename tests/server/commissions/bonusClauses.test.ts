import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { beginDay } from '../../../server/domain/commissions/recompute/index.ts';
import { createClauseCompany } from '../support/clauses.ts';

const company = await createClauseCompany();
const { server, ids, facts, ask, book, decide, as, plan, save } = company;
afterAll(() => server.close());
beforeEach(() => company.newDay());

describe('decisions 2.08: bonuses', () => {
  const bonuses = async (user = ids.kim) =>
    (
      await server.db.query
        .selectFrom('adjustments')
        .selectAll()
        .where('origin', '=', 'bonus')
        .where('user_id', '=', user)
        .orderBy('id')
        .execute()
    ).map(({ user_id, amount_cents, state, reason, effective_date, bonus_key, related_invoice_id }) => [
      user_id,
      amount_cents,
      state,
      reason,
      effective_date,
      bonus_key,
      related_invoice_id,
    ]);

  it('proposes reaching, losing and regaining once each; small ones apply at once, withdrawals wait', async () => {
    await plan({
      bonuses: [
        { id: 'small', name: 'Good May', metric: 'net_revenue', level: 5000, within: 'month', amount: 200 },
        { id: 'big', name: 'Great May', metric: 'net_revenue', level: 6000, within: 'month', amount: 900 },
      ],
    });
    await book('kim', '2026-05-14', 4998);
    expect(await bonuses()).toEqual([]);
    const more = await book('kim', '2026-05-15', 1500);
    const small = [ids.kim, 20_000, 'approved', 'Bonus "Good May" of May 2026', '2026-05-20', 'default/small month', null];
    const big = [ids.kim, 90_000, 'pending', 'Bonus "Great May" of May 2026', '2026-05-20', 'default/big month', null];
    expect(await bonuses()).toEqual([small, big]);
    await book('kim', '2026-05-15', 1);
    expect(await bonuses()).toEqual([small, big]);
    const mine = (await as('kim', 'GET', '/adjustments?start_date=2026-05-01&end_date=2026-05-31')).json();
    expect(mine.data.find(({ origin }: { origin: string }) => origin === 'bonus')).toMatchObject({
      related_invoice_id: null,
      commission_id: null,
      state: 'pending',
    });
    await facts.changeInvoice(more, { state: 'cancelled' });
    const lost = [
      ids.kim,
      -20_000,
      'pending',
      'Bonus "Good May" of May 2026: the level is no longer reached',
      '2026-05-20',
      'default/small month',
      null,
    ];
    expect(await bonuses()).toEqual([small, [...big.slice(0, 2), 'void', ...big.slice(3)], lost]);
    await facts.changeInvoice(more, { state: 'sent' });
    expect(await bonuses()).toEqual([
      small,
      [...big.slice(0, 2), 'void', ...big.slice(3)],
      [...lost.slice(0, 2), 'void', ...lost.slice(3)],
      big,
    ]);
    const waiting = (
      await server.db.query
        .selectFrom('adjustments')
        .select('id')
        .where('state', '=', 'pending')
        .where('origin', '=', 'bonus')
        .where('user_id', '=', ids.kim)
        .executeTakeFirstOrThrow()
    ).id;
    await decide(waiting, 'approve');
    const { summary } = (await as('kim', 'GET', '/commissions/summary?start_date=2026-05-01&end_date=2026-05-31')).json();
    expect(summary).toMatchObject({
      total_adjustments: 1100,
      total_commission_due: 1100,
      without_record: { adjustments: 2, earned: 1100 },
    });
    const edited = await as('vic', 'PUT', `/adjustments/${waiting}`, {
      adjustment_amount: '1',
      adjustment_reason: 'Less of it',
      related_invoice_id: String(more),
      version: 2,
    });
    expect(edited.statusCode).toBe(409);
  });

  it('proposes a bonus with its own days when its plan begins within the month', async () => {
    const spring = {
      id: 'spring',
      name: 'Spring',
      metric: 'net_revenue',
      level: 20_000,
      from: '2026-02-10',
      to: '2026-02-28',
      amount: 500,
    };
    await save({
      plans: [
        { id: 'default', effective_to: '2026-02-09' },
        { id: 'default-2026-02-10', effective_from: '2026-02-10', bonuses: [spring] },
      ],
    });
    const sold = await book('max', '2026-02-12', 30_000);
    expect((await bonuses(ids.max)).map(([, cents, , , , key]) => [cents, key])).toEqual([[50_000, 'default/spring days']]);
    await facts.changeInvoice(sold, { state: 'cancelled' });
  });

  it('does not repeat a rejected proposal, and counts won deals on their close day', async () => {
    await server.db.query.deleteFrom('adjustments').where('origin', '=', 'bonus').execute();
    await plan({ bonuses: [{ id: 'two', name: 'Two deals', metric: 'won_deals', level: 2, within: 'quarter', amount: 800 }] });
    const deal = async () => {
      const row = {
        name: 'D',
        customer_name: 'Acme',
        owner_id: ids.sam,
        stage: 'Proposal',
        amount_cents: 1000,
        probability: '0.5',
        state: 'open' as const,
        expected_close_date: '2026-05-30',
        lost_reason: null,
        closed_on: null,
      };
      return (await server.db.query.insertInto('deals').values(row).returning('id').executeTakeFirstOrThrow()).id;
    };
    const win = async (id: number) => expect((await as('ada', 'POST', `/deals/${id}/win`, { version: 1 })).statusCode).toBe(200);
    const [first, second] = [await deal(), await deal()];
    await win(first);
    expect(await bonuses(ids.sam)).toEqual([]);
    await win(second);
    const two = [ids.sam, 80_000, 'pending', 'Bonus "Two deals" of Q2 2026', '2026-05-20', 'default/two quarter', null];
    expect(await bonuses(ids.sam)).toEqual([two]);
    const id = (await server.db.query.selectFrom('adjustments').select('id').where('origin', '=', 'bonus').executeTakeFirstOrThrow()).id;
    await decide(id, 'reject');
    await book('sam', '2026-05-16', 5);
    expect(await bonuses(ids.sam)).toEqual([[...two.slice(0, 2), 'rejected', ...two.slice(3)]]);
  });

  it('proposes again after the level is lost and regained, including withdrawals', async () => {
    await server.db.query.deleteFrom('adjustments').where('origin', '=', 'bonus').execute();
    await plan({
      bonuses: [
        { id: 'small', name: 'Good April', metric: 'net_revenue', level: 5000, within: 'month', amount: 200 },
        { id: 'big', name: 'Great April', metric: 'net_revenue', level: 5000, within: 'month', amount: 900 },
      ],
    });
    const made = async () => (await bonuses(ids.mia)).map(([, cents, state, , , key]) => [cents, state, key]);
    const rejectWaiting = async () => {
      const waiting = server.db.query.selectFrom('adjustments').select('id').where('user_id', '=', ids.mia);
      await decide((await waiting.where('state', '=', 'pending').executeTakeFirstOrThrow()).id, 'reject');
    };
    const invoice = await book('mia', '2026-04-14', 6000);
    const small = [20_000, 'approved', 'default/small month'];
    expect(await made()).toEqual([small, [90_000, 'pending', 'default/big month']]);
    await rejectWaiting();
    await book('mia', '2026-04-15', 1);
    const first = [small, [90_000, 'rejected', 'default/big month']];
    expect(await made()).toEqual(first);

    await facts.changeInvoice(invoice, { state: 'cancelled' });
    expect(await made()).toEqual([...first, [-20_000, 'pending', 'default/small month']]);
    await rejectWaiting();
    await book('mia', '2026-04-15', 2);
    const second = [...first, [-20_000, 'rejected', 'default/small month']];
    expect(await made()).toEqual(second);

    await facts.changeInvoice(invoice, { state: 'sent' });
    expect(await made()).toEqual([...second, [90_000, 'pending', 'default/big month']]);
    await rejectWaiting();
    await facts.changeInvoice(invoice, { state: 'cancelled' });
    expect(await made()).toEqual([...second, [90_000, 'rejected', 'default/big month'], [-20_000, 'pending', 'default/small month']]);
  });

  it('states when a pending withdrawal grows', async () => {
    const planWithBonus = (amount: number) =>
      plan({ bonuses: [{ id: 'good', name: 'Good May', metric: 'net_revenue', level: 5000, within: 'month', amount }] });
    await planWithBonus(200);
    const invoice = await book('max', '2026-05-14', 6000);
    await facts.changeInvoice(invoice, { state: 'cancelled' });
    await planWithBonus(600);
    await facts.changeInvoice(invoice, { state: 'sent' });
    expect((await bonuses(ids.max)).map((row) => row.slice(1, 4))).toEqual([
      [20_000, 'approved', 'Bonus "Good May" of May 2026'],
      [40_000, 'pending', 'Bonus "Good May" of May 2026'],
    ]);
  });

  it('pays a month and a quarter with the same first day separately, and states how much a bonus was lowered', async () => {
    const planWithBonus = (within: string, amount: number) =>
      plan({ bonuses: [{ id: 'spring', name: 'Good spring', metric: 'net_revenue', level: 5000, within, amount }] });
    await planWithBonus('month', 200);
    await book('vic', '2026-04-14', 6000);
    await planWithBonus('quarter', 500);
    await book('vic', '2026-04-15', 1);
    await planWithBonus('quarter', 300);
    await book('vic', '2026-04-15', 1);
    expect((await bonuses(ids.vic)).map((row) => row.slice(1, 4))).toEqual([
      [20_000, 'approved', 'Bonus "Good spring" of Apr 2026'],
      [50_000, 'approved', 'Bonus "Good spring" of Q2 2026'],
      [-20_000, 'pending', 'Bonus "Good spring" of Q2 2026, $200.00 less than approved'],
    ]);
    await server.db.query.deleteFrom('adjustments').where('user_id', '=', ids.vic).execute();
  });

  it('does not pay a bonus again when its own days are extended', async () => {
    const planWithBonus = (to: string) =>
      plan({ bonuses: [{ id: 'push', name: 'Push', metric: 'net_revenue', level: 5000, from: '2026-04-01', to, amount: 200 }] });
    await planWithBonus('2026-05-15');
    await book('vic', '2026-04-14', 6000);
    await planWithBonus('2026-05-31');
    await book('vic', '2026-04-15', 1);
    expect((await bonuses(ids.vic)).map((row) => row.slice(1, 3))).toEqual([[20_000, 'approved']]);
    await server.db.query.deleteFrom('adjustments').where('user_id', '=', ids.vic).execute();
  });

  it('issue 46: pays the month’s bonus for a future-dated sale on its day, not before', async () => {
    await plan({ bonuses: [{ id: 'ahead', name: 'Good June', metric: 'net_revenue', level: 50_000, within: 'month', amount: 200 }] });
    await book('max', '2026-06-03', 60_000);
    const ahead = async () => (await bonuses(ids.max)).filter(([, , , , , key]) => key === 'default/ahead month');
    expect(await ahead()).toEqual([]);
    company.newDay('2026-06-03T18:00:00Z');
    await beginDay(facts.store, '2026-06-03', server.clock());
    expect((await ahead()).map((row) => row.slice(1, 5))).toEqual([[20_000, 'approved', 'Bonus "Good June" of Jun 2026', '2026-06-03']]);
    company.newDay();
    await plan({});
  });

  it('pays a month’s bonus under a plan that begins mid-month', async () => {
    const bonus = { id: 'month', name: 'Month', metric: 'net_revenue', level: 90_000, within: 'month', amount: 200 };
    const later = { id: 'default-2026-05-15', effective_from: '2026-05-15', bonuses: [bonus] };
    await save({ plans: [later, { id: 'default', effective_to: '2026-05-14' }] });
    // Bookings before that day count toward its month too.
    await book('vic', '2026-05-16', 50_000);
    await book('vic', '2026-05-02', 40_000);
    const month = [ids.vic, 20_000, 'approved', 'Bonus "Month" of May 2026', '2026-05-20', 'default/month month', null];
    expect(await bonuses(ids.vic)).toEqual([month]);
  });

  it('computes yearly attainment from the quotas of all plans in force, as the summary does', async () => {
    const bonus = { id: 'year', name: 'Year', metric: 'attainment', level: 1, within: 'year', amount: 200 };
    const plans = [
      { id: 'default-2026-04-01', effective_from: '2026-04-01', quota: { amount: 10_000 }, bonuses: [bonus] },
      { id: 'default', effective_to: '2026-03-31', quota: { amount: 1000 }, bonuses: [bonus] },
    ];
    const { id: lee } = await ask('POST', '/users', {
      first_name: 'lee',
      last_name: 'Lee',
      email: 'lee@example.test',
      role: 'salesperson',
    });
    await save({ plans });
    await facts.addInvoice({ salesperson_id: Number(lee), booking_date: '2026-05-16', net_cents: 31_000_00 });
    const query = `start_date=2026-01-01&end_date=2026-12-31&user_id=${lee}`;
    const { summary } = (await as('ada', 'GET', `/commissions/summary?${query}`)).json();
    expect([summary.quota_amount, summary.quota_attainment]).toEqual([31_000, 1]);
    expect((await bonuses(Number(lee))).map(([, amount, , reason]) => [amount, reason])).toEqual([[20_000, 'Bonus "Year" of 2026']]);
    await plan({});
  });

  it('continues a period’s bonus under the next plan without paying it twice', async () => {
    await server.db.query.deleteFrom('adjustments').where('origin', '=', 'bonus').execute();
    const bonus = { id: 'quarter', name: 'Quarter', metric: 'net_revenue', level: 1000, within: 'quarter', amount: 200 };
    await plan({ bonuses: [bonus] });
    await book('kim', '2026-05-17', 2000);
    const earned = [ids.kim, 20_000, 'approved', 'Bonus "Quarter" of Q2 2026', '2026-05-20', 'default/quarter quarter', null];
    expect(await bonuses()).toEqual([earned]);
    const dated = (amount: number) => ({
      plans: [
        { id: 'default-2026-05-01', effective_from: '2026-05-01', base_commission_rate: 0.06, bonuses: [{ ...bonus, amount }] },
        { id: 'default', effective_to: '2026-04-30', bonuses: [bonus] },
      ],
    });
    await save(dated(200));
    await book('kim', '2026-05-19', 10);
    await book('kim', '2026-04-12', 10);
    expect(await bonuses()).toEqual([earned]);
    // The plan at the end of the period determines the bonus, whichever day changes.
    await save(dated(300));
    const rest = [ids.kim, 10_000, 'approved', ...earned.slice(3)];
    for (const day of ['2026-04-12', '2026-05-19']) {
      await book('kim', day, 10);
      expect(await bonuses()).toEqual([earned, rest]);
    }
    await plan({});
  });
});
