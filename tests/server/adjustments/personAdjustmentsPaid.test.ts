import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Adjustment } from '../../../contract/entities/adjustment.ts';
import type { PayoutRun } from '../../../contract/entities/payoutRun.ts';
import type { TeamPerformance } from '../../../contract/entities/performance.ts';
import type { PeriodReview } from '../../../contract/entities/periodReview.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { statementCsv } from '../../../server/documents/statementCsv.ts';
import { readStatementContent } from '../../../server/domain/statements/statementContent.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

const october = 'start_date=2026-10-01&end_date=2026-10-31';
let world: PayoutWorld;
let prize: Adjustment;
beforeAll(async () => {
  world = await createPayoutWorld();
  const school = await world.customer();
  const sold = await world.invoice(school, 10_000_00, '2026-10-05', 'kim');
  await world.facts.pay(sold, 10_000_00, '2026-11-03');
  prize = await addAdjustment('sam', { kind: 'prize', adjustment_amount: '300', adjustment_reason: 'Won the autumn contest' });
  await addAdjustment('kim', { kind: 'correction', adjustment_amount: '-100', adjustment_reason: 'Paid twice in August' });
  // It takes effect after the run's month.
  await addAdjustment('sam', {
    effective_date: '2026-11-10',
    kind: 'settlement',
    adjustment_amount: '55',
    adjustment_reason: 'Travel of November',
  });
});
afterAll(() => world.server.close());

const addAdjustment = (who: string, overrides: object): Promise<Adjustment> =>
  world.ok(world.call('vic', 'POST', 'adjustments', { user_id: String(world.ids[who]), effective_date: '2026-10-20', ...overrides }), 201);
const summaryOf = async (name: string) =>
  (await world.ok<{ summary: Record<string, number> }>(world.call(name, 'GET', `commissions/summary?${october}`))).summary;

describe('decisions 2.25: adjustments without an invoice are paid like records', () => {
  it('appear in the payout run of their month, net of deductions, in payroll, and are then paid in full', async () => {
    const run = await world.ok<PayoutRun>(world.call('fay', 'POST', 'payout-runs', { month: '2026-10', pay_on: '2026-11-30' }), 201);
    expect(run.data.map(({ user_name, outcome, amount }) => [user_name, outcome, amount])).toEqual([
      ['Kim Keller', 'paid', 400],
      ['Sam Seller', 'paid', 300],
    ]);
    const approved = await world.ok<PayoutRun>(world.call('finn', 'POST', `payout-runs/${run.id}/approve`, { version: run.version }));
    const payroll = await world.call('fay', 'GET', `payout-runs/${run.id}/payroll`);
    expect(payroll.body).toContain('sam@example.test,Sam Seller,300.00,USD,2026-10,');
    expect(payroll.body).toContain('kim@example.test,Kim Keller,400.00,USD,2026-10,');
    await world.ok(world.call('fay', 'POST', `payout-runs/${approved.id}/complete`, {}));
    const samsRecord = approved.data.find(({ user_name }) => user_name === 'Sam Seller');
    expect((await world.detail(samsRecord?.payment_id as string)).lines).toEqual([
      expect.objectContaining({ kind: 'adjustment', label: 'Won the autumn contest', amount: 300 }),
    ]);
    expect(await summaryOf('sam')).toMatchObject({ total_commission_earned: 300, total_commission_paid: 300, total_commission_due: 0 });
    expect(await summaryOf('kim')).toMatchObject({ total_commission_earned: 400, total_commission_paid: 400, total_commission_due: 0 });
  });

  it('cannot be voided or moved to another person or day once paid', async () => {
    const { id, version } = prize;
    const moved = { adjustment_amount: '300', adjustment_reason: 'Won the autumn contest', kind: 'prize', version };
    const whose = { user_id: String(world.ids.sam), effective_date: '2026-10-21' };
    expect(await world.refused(world.call('vic', 'PUT', `adjustments/${id}`, { ...moved, ...whose }))).toEqual([409, 'adjustment_paid']);
    const voided = await world.server.call('DELETE', `/api/v1/adjustments/${id}?version=${version}`, {
      token: (await world.server.signIn('vic@example.test')).access_token,
    });
    expect([voided.statusCode, voided.json().code]).toEqual([409, 'adjustment_paid']);
  });

  it('appear in the statement of their month by kind, and in the balances', async () => {
    const content = await readStatementContent(
      openStore(world.server.db),
      world.ids.sam as number,
      { start_date: '2026-10-01', end_date: '2026-10-31' },
      world.server.clock(),
    );
    expect(content).toMatchObject({ opening: 0, adjusted: 300_00, closing: 300_00, due: 0 });
    expect(statementCsv(content).toString()).toContain('Adjustment,2026-10-20,Prize,Won the autumn contest,,300.00');
  });

  it('have an effects page, a history by kind, and appear in the person’s own data', async () => {
    const wake = await world.ok<object>(world.call('sam', 'GET', `wake/adjustment/${prize.id}`));
    expect(wake).toMatchObject({ title: 'Prize of $300.00 for Sam Seller: Won the autumn contest', amount: 300, measure: 'earned' });
    expect((await world.call('kim', 'GET', `wake/adjustment/${prize.id}`)).statusCode).toBe(404);
    const { data } = await world.ok<{ data: { action: string; changes: object[] }[] }>(
      world.call('sam', 'GET', `adjustments/${prize.id}/history`),
    );
    expect(data[0]?.changes).toContainEqual({ field: 'Kind', before: null, after: 'Prize' });
    expect((await world.call('kim', 'GET', `adjustments/${prize.id}/history`)).statusCode).toBe(403);
    const own = await world.ok<{ adjustments: object[] }>(world.call('sam', 'GET', 'users/me/export'));
    expect(own.adjustments).toContainEqual(expect.objectContaining({ amount: 300, kind: 'prize', effective_date: '2026-10-20' }));
  });

  it('count in team and company totals and in the month’s review', async () => {
    const team = await world.ok<TeamPerformance>(world.call('ada', 'GET', `performance/team?${october}`));
    expect(team.data.find(({ id }) => id === String(world.ids.sam))?.total_commission).toBe(300);
    expect(await summaryOf('ada')).toMatchObject({ total_adjustments: 200, total_commission: 700 });
    const review = await world.ok<PeriodReview>(world.call('fay', 'GET', 'periods/2026-10/review'));
    expect(review.people.find(({ user_id }) => user_id === String(world.ids.sam))).toMatchObject({ adjustments: 300, total: 300 });
  });
});
