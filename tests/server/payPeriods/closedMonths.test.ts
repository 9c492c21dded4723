import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

let world: ClosingCompany;
beforeEach(async () => {
  world = await createClosingCompany();
});
afterEach(() => world.server.close());

const teams = { plans: [{ team_override: { role: 'sales_manager', rate: 0.01 } }] };

describe('decisions 2.07: neither saving nor any later change affects a closed period', () => {
  it('if months were closed under a longer quota period than today’s', async () => {
    const sold = [await world.book('sam', '2026-07-10', 10_000), await world.book('sam', '2026-08-10', 100_000)];
    await world.close('2026-07', '2026-08', '2026-09');
    const before = await world.amounts();
    await world.save({
      plans: [{ quota: { period: 'month', amount: 50_000 }, base_commission_rate: 0.1, over_quota_commission_rate: 0.1 }],
    });
    await world.facts.pay(sold[0]!, 10_000_00, '2026-11-02');
    expect(await world.amounts()).toEqual(before);
    expect(await world.late()).toEqual([]);
  });

  it('if a closed quota period still includes a month outside today’s', async () => {
    await world.save({ plans: [{ quota: { period: 'year' }, base_commission_rate: 0.05 }] });
    await world.book('sam', '2026-02-10', 10_000);
    await world.book('sam', '2026-08-10', 10_000);
    await world.close('2026-02', '2026-08');
    await world.save({ plans: [{ quota: { period: 'quarter' }, base_commission_rate: 0.1, over_quota_commission_rate: 0.1 }] });
    const before = await world.amounts();
    const late = await world.book('sam', '2026-02-20', 1_000);
    expect(await world.amounts()).toEqual(before);
    expect(await world.late()).toEqual([['sam', late, 50_00, 'pending']]);
  });
});

describe('decisions 2.11: a record of a closed month', () => {
  it('still names the cap that left nothing when its invoice is paid', async () => {
    await world.save({ plans: [{ caps: { per_period: 500 } }] });
    await world.book('sam', '2026-10-05', 10_000);
    const capped = await world.book('sam', '2026-10-10', 10_000);
    await world.close('2026-10');
    const before = await world.facts.recordOf(capped);
    await world.facts.pay(capped, 10_000_00, '2026-11-02');
    expect(before).toMatchObject({ amount_cents: 0, reason: 'cap_reached' });
    expect((await world.facts.recordOf(capped)).reason).toBe('cap_reached');
  });
});

describe('decisions 2.11: a late fact becomes a proposed adjustment', () => {
  it('for the manager too, by the team’s share in the closed month', async () => {
    await world.save(teams);
    await world.book('sam', '2026-05-10', 10_000);
    await world.close('2026-05');
    await world.save({});
    const late = await world.book('sam', '2026-05-20', 10_000);
    expect((await world.late()).sort()).toEqual([
      ['mia', late, 100_00, 'pending'],
      ['sam', late, 500_00, 'pending'],
    ]);
  });

  it('with rates in full precision in the calculation', async () => {
    await world.save({ plans: [{ base_commission_rate: 0.0033 }] });
    await world.close('2026-05');
    await world.book('sam', '2026-05-10', 475);
    const [row] = await world.server.db.query.selectFrom('adjustments').select('calculation').execute();
    expect(row?.calculation).toMatchObject({ after: '$1.57 on net revenue of $475.00 (475.00 × 0.33%)' });
  });
});

describe('decisions 2.11: an invoice that moves out of a closed month', () => {
  it('stays recorded there and blocks neither quarter', async () => {
    const moved = await world.book('sam', '2026-05-10', 10_000);
    await world.close('2026-05');
    await world.facts.changeInvoice(moved, { booking_date: '2026-10-10' });
    const later = await world.book('sam', '2026-10-12', 20_000);
    await world.facts.pay(moved, 10_000_00, '2026-11-01');
    const earlier = await world.book('sam', '2026-06-10', 10_000);
    expect(await world.amounts()).toEqual({ [`${moved} sam`]: 500_00, [`${later} sam`]: 1_000_00, [`${earlier} sam`]: 500_00 });
    expect(await world.late()).toEqual([]);
    await world.facts.changeInvoice(moved, { net_cents: 12_000_00 });
    expect(await world.late()).toEqual([['sam', moved, 100_00, 'pending']]);
  });
});

describe('decisions 2.11: proposals for late facts', () => {
  it('are recreated when a fact returns, but not after a rejection', async () => {
    const sold = await world.book('sam', '2026-05-10', 10_000);
    await world.close('2026-05');
    for (const net_cents of [20_000_00, 10_000_00, 20_000_00]) await world.facts.changeInvoice(sold, { net_cents });
    expect(await world.late()).toEqual([
      ['sam', sold, 500_00, 'void'],
      ['sam', sold, 500_00, 'pending'],
    ]);
    const [, { id }] = (await world.server.db.query.selectFrom('adjustments').select('id').orderBy('id').execute()) as [
      unknown,
      { id: number },
    ];
    await world.decide(id, 'reject');
    await world.book('sam', '2026-06-10', 1_000);
    expect((await world.late()).map(([, , , state]) => state)).toEqual(['void', 'rejected']);
  });

  it('log creation, correction and voiding in the transaction of their cause', async () => {
    const sold = await world.book('sam', '2026-05-10', 10_000);
    await world.close('2026-05');
    for (const net_cents of [20_000_00, 30_000_00, 10_000_00]) await world.facts.changeInvoice(sold, { net_cents });
    const [row] = await world.server.db.query.selectFrom('adjustments').select('id').execute();
    const { data } = await world.ask('GET', `/adjustments/${row!.id}/history`);
    expect(data.map(({ action, actor, cause }: Record<string, unknown>) => [action, actor, cause])).toEqual([
      ['Adjustment voided', 'ada Person', 'An invoice was changed'],
      ['Adjustment edited', 'ada Person', 'An invoice was changed'],
      ['Adjustment created', 'ada Person', 'An invoice was changed'],
    ]);
    expect(data[1].changes).toEqual([{ field: 'Amount', before: '$500.00', after: '$1,000.00' }]);
    expect((await world.facts.store.audit.verifyChain()).broken).toBeNull();
  });

  it('stay while the month is closed, whatever else moves', async () => {
    await world.save({ plans: [{ quota: { period: 'year' } }] });
    const sold = await world.book('sam', '2026-04-10', 10_000);
    await world.close('2026-04');
    await world.facts.changeInvoice(sold, { net_cents: 20_000_00 });
    await world.save({ plans: [{ quota: { period: 'quarter' } }] });
    const other = await world.book('sam', '2026-02-10', 1_000);
    await world.facts.changeInvoice(other, { booking_date: '2026-08-10' });
    expect(await world.late()).toEqual([['sam', sold, 500_00, 'pending']]);
  });

  it('are void once their invoice is canceled', async () => {
    await world.close('2026-05');
    const sold = await world.book('sam', '2026-05-10', 10_000);
    await world.facts.changeInvoice(sold, { state: 'cancelled' });
    expect(await world.late()).toEqual([['sam', sold, 500_00, 'void']]);
  });
});

describe('decisions 2.11: closed months are compared as closed, with the roles and managers of that time', () => {
  it('a new manager', async () => {
    await world.save(teams);
    const closed = await world.book('sam', '2026-10-10', 10_000);
    const open = await world.book('sam', '2026-11-10', 10_000);
    await world.close('2026-10');
    await world.change('sam', { manager_id: String(world.ids.max), effective_from: '2026-11-01' });
    expect(await world.late()).toEqual([]);
    expect(await world.amounts()).toMatchObject({ [`${closed} mia`]: 100_00, [`${open} max`]: 100_00 });
    await world.facts.changeInvoice(closed, { net_cents: 20_000_00 });
    expect((await world.late()).sort()).toEqual([
      ['mia', closed, 100_00, 'pending'],
      ['sam', closed, 500_00, 'pending'],
    ]);
  });

  it('a new role', async () => {
    const two = { base_commission_rate: 0.02, over_quota_commission_rate: 0.02 };
    await world.save({
      plans: [
        { id: 'r', applies_to: { roles: ['salesperson'] } },
        { id: 'm', applies_to: { roles: ['sales_manager'] }, ...two },
      ],
    });
    const closed = await world.book('sam', '2026-10-10', 10_000);
    const open = await world.book('sam', '2026-11-10', 10_000);
    await world.close('2026-10');
    await world.change('sam', { role: 'sales_manager', manager_id: null, effective_from: '2026-11-01' });
    expect([await world.amounts(), await world.late()]).toEqual([{ [`${closed} sam`]: 500_00, [`${open} sam`]: 200_00 }, []]);
    await world.facts.changeInvoice(closed, { net_cents: 20_000_00 });
    const late = await world.book('sam', '2026-10-20', 10_000);
    expect((await world.late()).sort()).toEqual([
      ['sam', closed, 500_00, 'pending'],
      ['sam', late, 500_00, 'pending'],
    ]);
  });

  it('a memo in one closed month of a record in another, closed with different rules', async () => {
    const sold = await world.book('sam', '2026-07-10', 10_000);
    await world.close('2026-07');
    await world.save({ plans: [{ base_commission_rate: 0.07 }] });
    await world.book('sam', '2026-08-10', -10_000, { credit_of_id: sold });
    await world.close('2026-08');
    await world.save({ plans: [{ base_commission_rate: 0.06 }] });
    await world.book('sam', '2026-09-10', 1_000);
    expect(await world.late()).toEqual([]);
  });
});

describe('decisions 2.11: a reopened month', () => {
  it('is fully recomputed with the current configuration, no matter whose late facts it had', async () => {
    const sold = [await world.book('sam', '2026-07-10', 10_000), await world.book('kim', '2026-07-10', 10_000)];
    await world.close('2026-07');
    await world.save({ plans: [{ base_commission_rate: 0.06 }] });
    const late = await world.book('sam', '2026-07-20', 1_000);
    expect(await world.amounts()).toEqual({ [`${sold[0]} sam`]: 500_00, [`${sold[1]} kim`]: 500_00 });
    await world.reopen('2026-07');
    expect(await world.amounts()).toEqual({ [`${sold[0]} sam`]: 600_00, [`${sold[1]} kim`]: 600_00, [`${late} sam`]: 60_00 });
    expect((await world.late()).map(([, , , state]) => state)).toEqual(['void']);
  });
});
