import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settleContests } from '../../../../server/domain/commissions/recompute/index.ts';
import { type ClosingCompany, createClosingCompany } from '../../support/worlds/closing.ts';

let world: ClosingCompany;
beforeEach(async () => {
  world = await createClosingCompany();
  const contest = { id: 'best', name: 'Best of the quarter', metric: 'net_revenue', within: 'quarter', prizes: [5000, 2500, 400] };
  await world.save({ plans: [{ contests: [contest] }] });
  await savedAt('2026-07-01T12:00:00.000Z');
});
afterEach(() => world.server.close());

/** Sets the day on which each configuration was saved. */
const savedAt = (created_at: string) => world.server.db.query.updateTable('config_versions').set({ created_at }).execute();
/** Settles contests on a day of the last quarter of 2026. */
const settle = (day = '2026-11-22') => settleContests(world.facts.store, day, world.server.clock());
const prizes = async () => {
  const rows = await world.server.db.query
    .selectFrom('adjustments as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['u.first_name', 'a.amount_cents', 'a.state', 'a.reason', 'a.id'])
    .where('a.origin', '=', 'bonus')
    .orderBy('a.id')
    .execute();
  return rows;
};
const shown = async () => (await prizes()).map(({ first_name, amount_cents, state }) => [first_name, amount_cents, state]);

describe('decisions 2.08: prizes of a contest', () => {
  it('are proposed once after the period, and even small ones wait for approval (decisions 3.06)', async () => {
    await world.book('sam', '2026-08-10', 30_000);
    await world.book('kim', '2026-08-10', 20_000);
    await world.book('mia', '2026-08-10', 10_000);
    await world.book('kim', '2026-11-01', 900_000);
    expect(await settle()).toBe(3);
    expect(await settle('2026-11-23')).toBe(0);
    expect((await shown()).sort()).toEqual([
      ['kim', 2500_00, 'pending'],
      ['mia', 400_00, 'pending'],
      ['sam', 5000_00, 'pending'],
    ]);
    expect((await prizes()).find(({ first_name }) => first_name === 'kim')?.reason).toBe(
      'Contest "Best of the quarter" of Q3 2026: place 2',
    );
  });

  it('are not proposed for periods that ended before the contest was saved', async () => {
    await world.book('sam', '2026-06-10', 30_000);
    await world.book('sam', '2026-08-10', 30_000);
    await savedAt('2026-10-01T12:00:00.000Z');
    expect(await settle()).toBe(0);
    await savedAt('2026-09-30T12:00:00.000Z');
    expect(await settle()).toBe(1);
  });

  it('follow late facts: pending ones change, approved ones get a proposed withdrawal', async () => {
    const samsSale = await world.book('sam', '2026-08-10', 30_000);
    await world.book('kim', '2026-08-10', 20_000);
    await settle();
    const sam = (await prizes()).find(({ first_name }) => first_name === 'sam');
    await world.decide(sam?.id ?? 0, 'approve');
    await world.facts.changeInvoice(samsSale, { net_cents: 10_000_00 });
    expect(await settle('2026-11-23')).toBe(2);
    expect(await shown()).toEqual(
      expect.arrayContaining([
        ['sam', 5000_00, 'approved'],
        ['sam', -2500_00, 'pending'],
        ['kim', 5000_00, 'pending'],
      ]),
    );
  });

  it('name ties and skip people who have left', async () => {
    await world.book('sam', '2026-08-10', 20_000);
    await world.book('kim', '2026-08-10', 20_000);
    await world.book('mia', '2026-08-10', 90_000);
    await world.server.db.query.updateTable('users').set({ left_on: '2026-09-15' }).where('id', '=', world.ids.mia).execute();
    await settle();
    expect((await prizes()).map(({ first_name, amount_cents, reason }) => [first_name, amount_cents, reason])).toEqual([
      ['sam', 3750_00, 'Contest "Best of the quarter" of Q3 2026: places 1 to 2, shared by 2'],
      ['kim', 3750_00, 'Contest "Best of the quarter" of Q3 2026: places 1 to 2, shared by 2'],
    ]);
  });

  it.each([
    ['net_revenue', 'sam'],
    ['attainment', 'kim'],
  ])('by %s go first to %s, where smaller deals count twice toward the quota', async (metric, winner) => {
    const contest = { id: 'best', name: 'Best of the quarter', metric, within: 'quarter', prizes: [5000, 2500, 400] };
    const quota_credit = [{ match: { deal_size: { up_to: 25_000 } }, times: 2 }];
    await world.save({ plans: [{ contests: [contest], quota_credit, exclude: [{ field: 'customer_type', in: ['Internal'] }] }] });
    await savedAt('2026-07-01T12:00:00.000Z');
    await world.book('sam', '2026-08-10', 30_000);
    await world.book('kim', '2026-08-10', 20_000);
    await world.book('mia', '2026-08-10', 90_000, { customer_type: 'Internal' });
    await settle();
    expect((await prizes()).find(({ amount_cents }) => amount_cents === 5000_00)?.first_name).toBe(winner);
  });

  const firstSale = async (contest: object = {}, plan: object = {}) => {
    const first = { id: 'first', name: 'First sale', metric: 'first_sale', within: 'quarter', prizes: [500, 300], ...contest };
    await world.save({ plans: [{ contests: [first], ...plan }] });
    await savedAt('2026-07-01T12:00:00.000Z');
  };

  it('by first sale go to the earliest booking day; people of one day tie', async () => {
    await firstSale();
    await world.book('mia', '2026-07-20', 90_000);
    await world.book('sam', '2026-07-06', 10);
    await world.book('kim', '2026-07-06', 20_000);
    await world.book('sam', '2026-06-30', 10_000);
    await settle();
    expect((await prizes()).map(({ first_name, amount_cents, reason }) => [first_name, amount_cents, reason])).toEqual([
      ['sam', 400_00, 'Contest "First sale" of Q3 2026: places 1 to 2, shared by 2'],
      ['kim', 400_00, 'Contest "First sale" of Q3 2026: places 1 to 2, shared by 2'],
    ]);
    const { calculation } = await world.server.db.query.selectFrom('adjustments').select('calculation').executeTakeFirstOrThrow();
    expect(calculation).toEqual({
      before: 'First sale on Jul 6, 2026 in Q3 2026, places 1 to 2, shared by 2 of 3',
      after: 'Prize: $400.00',
    });
  });

  it('by first sale follow late facts: a fully credited or late sale moves the ranks', async () => {
    await firstSale();
    const samsSale = await world.book('sam', '2026-07-06', 10_000);
    await world.book('kim', '2026-07-08', 10_000);
    await settle();
    await world.book('sam', '2026-07-09', -4000, { credit_of_id: samsSale });
    expect(await settle('2026-11-23')).toBe(0);
    await world.book('sam', '2026-09-30', -6000, { credit_of_id: samsSale });
    expect(await settle('2026-11-24')).toBe(2);
    expect((await shown()).sort()).toEqual([
      ['kim', 500_00, 'pending'],
      ['sam', 500_00, 'void'],
    ]);
    await world.book('sam', '2026-07-01', 1);
    expect(await settle('2026-11-25')).toBe(2);
    expect((await shown()).filter(([, , state]) => state === 'pending').sort()).toEqual([
      ['kim', 300_00, 'pending'],
      ['sam', 500_00, 'pending'],
    ]);
  });

  it('by first sale count only sales that match the contest and that the plan pays', async () => {
    const exclude = [{ field: 'customer_type', in: ['Internal'] }];
    await firstSale({ match: { deal_size: { from: 5000 } } }, { exclude });
    await world.book('sam', '2026-07-01', 4999);
    await world.book('sam', '2026-07-03', 5000);
    await world.book('kim', '2026-07-02', 8000);
    await world.book('mia', '2026-07-01', 9000, { customer_type: 'Internal' });
    await settle();
    expect(await shown()).toEqual([
      ['sam', 300_00, 'pending'],
      ['kim', 500_00, 'pending'],
    ]);
  });

  const settleAndApprove = async (day?: string) => {
    await settle(day);
    for (const { id, state } of await prizes()) if (state === 'pending') await world.decide(id, 'approve');
  };

  it('of a month are not offset against prizes of a quarter with the same first day', async () => {
    await firstSale({ within: 'month' });
    await world.book('sam', '2026-07-06', 10_000);
    await world.book('kim', '2026-07-08', 10_000);
    await settleAndApprove();
    await firstSale({ prizes: [900, 100] });
    await settle('2026-11-23');
    expect(await shown()).toEqual([
      ['sam', 500_00, 'approved'],
      ['kim', 300_00, 'approved'],
      ['sam', 900_00, 'pending'],
      ['kim', 100_00, 'pending'],
    ]);
  });

  it('without a period in their key are offset as before', async () => {
    await firstSale();
    await world.book('sam', '2026-07-06', 10_000);
    await settleAndApprove();
    await world.server.db.query.updateTable('adjustments').set({ bonus_key: 'default/contest:first' }).execute();
    expect(await settle('2026-11-23')).toBe(0);
    await firstSale({ prizes: [700] });
    await settle('2026-11-24');
    expect(await shown()).toEqual([
      ['sam', 500_00, 'approved'],
      ['sam', 200_00, 'pending'],
    ]);
    expect((await prizes()).at(-1)?.reason).toBe('Contest "First sale" of Q3 2026: place 1');
  });

  it.each([
    ['another match', { match: { deal_size: { from: 5000 } } }],
    ['another metric', { metric: 'net_revenue' }],
  ])('stay unchanged when %s is saved after the end', async (_what, change) => {
    await firstSale();
    await world.book('sam', '2026-07-06', 1000);
    await world.book('kim', '2026-07-08', 10_000);
    await settleAndApprove();
    const first = { id: 'first', name: 'First sale', metric: 'first_sale', within: 'quarter', prizes: [500, 300], ...change };
    await world.save({ plans: [{ contests: [first] }] });
    expect(await settle('2026-11-23')).toBe(0);
    expect(await shown()).toEqual([
      ['sam', 500_00, 'approved'],
      ['kim', 300_00, 'approved'],
    ]);
  });

  it('follow late facts when match values are only reordered', async () => {
    await firstSale({ match: { customer_type: ['School', 'Library'] } });
    await world.book('sam', '2026-07-06', 1000, { customer_type: 'School' });
    await settle();
    const match = { customer_type: ['Library', 'School'] };
    const first = { id: 'first', name: 'First sale', metric: 'first_sale', within: 'quarter', prizes: [500, 300], match };
    await world.save({ plans: [{ contests: [first] }] });
    await world.book('kim', '2026-07-02', 1000, { customer_type: 'Library' });
    expect(await settle('2026-11-23')).toBe(2);
  });

  it.each([
    ['', {}],
    [' that matches', { match: { deal_size: { from: 5 }, activity_type: 'Python', customer_months: { below: 6 } } }],
  ])('by first sale keep a sale%s in a closed month when its seller changes', async (_what, match) => {
    await firstSale(match);
    const samsSale = await world.book('sam', '2026-07-06', 10_000, { activity_type: 'Python' });
    await world.book('mia', '2026-08-20', 10_000, { activity_type: 'Python' });
    await world.close('2026-07');
    await world.facts.changeInvoice(samsSale, { salesperson_id: world.ids.kim });
    await settle();
    expect(await shown()).toEqual([
      ['mia', 300_00, 'pending'],
      ['sam', 500_00, 'pending'],
    ]);
  });

  it('name the new rank and the difference when lowered, and are lost only without any prize', async () => {
    await firstSale();
    await world.book('sam', '2026-07-06', 10_000);
    await world.book('kim', '2026-07-08', 10_000);
    await settleAndApprove();
    await world.book('mia', '2026-07-01', 10_000);
    await settle('2026-11-23');
    expect(
      (await prizes())
        .filter(({ state }) => state === 'pending')
        .map(({ first_name, amount_cents, reason }) => [first_name, amount_cents, reason]),
    ).toEqual([
      ['mia', 500_00, 'Contest "First sale" of Q3 2026: place 1'],
      ['sam', -200_00, 'Contest "First sale" of Q3 2026: place 2, $200.00 less than approved'],
      ['kim', -300_00, 'Contest "First sale" of Q3 2026: no prize any more'],
    ]);
  });

  it('are final once all months of the contest are closed', async () => {
    await world.book('sam', '2026-08-10', 30_000);
    await settle();
    await world.close('2026-07', '2026-08', '2026-09');
    await world.book('kim', '2026-08-11', 90_000);
    expect(await settle('2026-11-23')).toBe(0);
  });

  const NOTE = 'The contest was changed or removed after it ended: decide by the plans of that time.';
  const calculations = async () => {
    const rows = await world.server.db.query
      .selectFrom('adjustments')
      .select('calculation')
      .where('origin', '=', 'bonus')
      .orderBy('id')
      .execute();
    return rows.map(({ calculation }) => (calculation as { after: string }).after);
  };
  const best = { id: 'best', name: 'Best of the quarter', metric: 'net_revenue', within: 'quarter', prizes: [5000, 2500, 400] };
  it.each([
    ['removed', {}],
    ['measured by another metric', { contests: [{ ...best, metric: 'won_deals' }] }],
  ])('stay pending if the contest is %s after its quarter, say so once, and settle when it returns', async (_, changed) => {
    await world.book('sam', '2026-08-10', 30_000);
    await settle();
    await world.save({ plans: [changed] });
    expect(await settle('2026-11-23')).toBe(1);
    expect(await settle('2026-11-24')).toBe(0);
    expect(await shown()).toEqual([['sam', 5000_00, 'pending']]);
    expect(await calculations()).toEqual([`Prize: $5,000.00. ${NOTE}`]);
    await world.save({ plans: [{ contests: [best] }] });
    await savedAt('2026-07-01T12:00:00.000Z');
    expect(await settle('2026-11-25')).toBe(1);
    expect(await calculations()).toEqual(['Prize: $5,000.00']);
    const sam = (await prizes()).find(({ first_name }) => first_name === 'sam');
    await world.decide(sam?.id ?? 0, 'approve');
    expect(await shown()).toEqual([['sam', 5000_00, 'approved']]);
  });
});
