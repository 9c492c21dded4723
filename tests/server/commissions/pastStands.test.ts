import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

const quarter = { start_date: '2026-07-01', end_date: '2026-09-30' };
let world: ClosingCompany;

beforeEach(async () => {
  world = await createClosingCompany();
});
afterEach(() => world.server.close());

const summary = async (who: 'sam' | null, range: Readonly<{ start_date: string; end_date: string }> = quarter) =>
  (await world.ask('GET', `/commissions/summary?${new URLSearchParams({ ...range, ...(who ? { user_id: String(world.ids[who]) } : {}) })}`))
    .summary;
const halved = { plans: [{ quota: { amount: 50_000 } }] };

describe('decisions 2.11: the past does not change', () => {
  it('decisions 2.07: saving without effective_from changes no quota, attainment or target of a closed quarter', async () => {
    await world.book('sam', '2026-08-10', 80_200);
    await world.close('2026-07', '2026-08', '2026-09');
    const before = { one: await summary('sam'), all: await summary(null) };
    expect(before.one).toMatchObject({ quota_amount: 100_000, quota_attainment: 0.802, ytd_target: 300_000 });
    expect(before.all).toMatchObject({ quota_amount: 200_000, ytd_target: 600_000 });
    await world.save(halved);
    expect(await summary('sam')).toEqual(before.one);
    expect(await summary(null)).toEqual(before.all);
  });

  it('decisions 2.06: deactivation, role change, joining and leaving change no headcount of a closed quarter', async () => {
    await world.book('sam', '2026-08-10', 80_200);
    await world.close('2026-07', '2026-08', '2026-09');
    const before = { one: await summary('sam'), all: await summary(null) };
    await world.change('kim', { active: false });
    await world.change('sam', { role: 'sales_manager', manager_id: null });
    await world.server.add({ email: 'new@example.test', role: 'salesperson' });
    await world.server.db.query.deleteFrom('users').where('id', '=', world.ids.kim).execute();
    expect(await summary('sam')).toEqual(before.one);
    expect(await summary(null)).toEqual(before.all);
  });

  it('decisions 2.11: a reopened month follows the present again, and closing it keeps the new figures', async () => {
    await world.book('sam', '2026-07-10', 10_000);
    await world.close('2026-07');
    const july = { start_date: '2026-07-01', end_date: '2026-07-31' };
    await world.save(halved);
    expect(await summary('sam', july)).toMatchObject({ quota_amount: 33_695.65 });
    await world.reopen('2026-07');
    expect(await summary('sam', july)).toMatchObject({ quota_amount: 16_847.83 });
    await world.close('2026-07');
    await world.save({});
    expect(await summary('sam', july)).toMatchObject({ quota_amount: 16_847.83 });
  });

  it('decisions 2.06: a partly closed quarter adds up the closed figures, rounded once', async () => {
    await world.book('sam', '2026-09-10', 10_000);
    await world.close('2026-07', '2026-08');
    await world.save({ plans: [{ base_commission_rate: 0.06 }] });
    await world.close('2026-09');
    expect(await summary('sam')).toMatchObject({ quota_amount: 100_000, base_commission_rate: null });
    await world.reopen('2026-09');
    await world.save(halved);
    // 62 of 92 days at 100,000 and 30 at 50,000.
    expect(await summary('sam')).toMatchObject({ quota_amount: 83_695.65, ytd_target: 283_695.65 });
  });

  it('decisions 2.06: an open month counts the people employed on its days, with the configuration of its records', async () => {
    const autumn = { start_date: '2026-10-01', end_date: '2026-12-31' };
    // The company's day is November 21: Kim counts for 51 of the quarter's 92 days.
    await world.change('kim', { active: false });
    expect(await summary(null, autumn)).toMatchObject({ quota_amount: 155_434.78 });
    await world.change('kim', { active: true });
    expect(await summary(null, autumn)).toMatchObject({ quota_amount: 200_000 });
    await world.save(halved);
    expect(await summary(null, autumn)).toMatchObject({ quota_amount: 100_000 });
  });

  it('decisions 2.13: a projection reads closed months as closed, like the card', async () => {
    const autumn = { start_date: '2026-10-01', end_date: '2026-12-31' };
    await world.book('sam', '2026-10-10', 92_000);
    await world.close('2026-10');
    await world.save(halved);
    await world.book('sam', '2026-11-10', 8_000);
    const body = { ...autumn, user_id: String(world.ids.sam), deal_ids: [], weighted: false };
    const extra = [{ net_revenue: 1_000, booking_date: '2026-12-01' }];
    const { before, after } = await world.ask('POST', '/commissions/projections', { ...body, extra });
    const card = await summary('sam', autumn);
    expect(before).toMatchObject({ net_revenue: 100_000, commission: 5_200, quota_attainment: card.quota_attainment });
    expect([card.period_net_revenue, card.period_commission, card.quota_amount]).toEqual([100_000, 5_200, 66_847.83]);
    expect(after).toMatchObject({ net_revenue: 101_000, commission: 5_275 });
  });
});
