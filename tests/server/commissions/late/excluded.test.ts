import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLateCompany, type LateCompany, TEAM_CONFIG } from '../../support/worlds/late/late.ts';

let world: LateCompany;
beforeEach(async () => {
  world = await createLateCompany();
  const [plan] = TEAM_CONFIG.plans;
  await world.save({ plans: [{ ...plan, exclude: [{ field: 'customer_name', in: ['Our own club'] }] }] });
});
afterEach(() => world.end());

/** The state of the person's record, which must agree with its Why. */
const readState = async (id: number, who: 'sam' | 'mia') => {
  const record = (await world.facts.recordsOf(id)).find(({ user_id }) => user_id === world.ids[who])!;
  const why = await world.ask('GET', `/commissions/${record.id}/explain`);
  expect([why.status, why.reason]).toEqual([record.status, record.reason]);
  return [record.status, record.reason];
};
/** Changes the amount of one person's record with an adjustment. */
const adjust = async (id: number, who: 'sam' | 'mia', cents: number): Promise<void> => {
  const record = (await world.facts.recordsOf(id)).find(({ user_id }) => user_id === world.ids[who])!;
  const now = world.server.clock().toISOString();
  const made = { reason: 'A gift', state: 'approved' as const, related_invoice_id: id, created_by: world.ids.ada, created_at: now };
  await world.facts.inTransaction('An adjustment was approved', async (trx) => {
    await trx
      .insertInto('adjustments')
      .values({
        ...made,
        commission_id: record.id,
        user_id: world.ids[who],
        amount_cents: cents,
        effective_date: '2026-06-10',
        decided_by: world.ids.ada,
        decided_at: now,
      })
      .execute();
    return { result: undefined, ids: [id] };
  });
};

describe('decisions 2.04, 2.11: records of a closed month that the plan excludes', () => {
  const book = async (): Promise<number> => {
    const id = await world.book('sam', '2026-05-05', 10_000, { customer_name: 'Our own club' });
    await world.facts.pay(id, 10_000_00, '2026-05-10');
    await world.close('2026-05');
    return id;
  };

  it.each(['sam', 'mia'] as const)('of %s are excluded again once their adjustment is gone', async (who) => {
    const id = await book();
    expect(await readState(id, who)).toEqual(['not_due', 'excluded']);
    await adjust(id, who, 100_00);
    expect(await readState(id, who)).toEqual(['due', 'released']);
    await adjust(id, who, -100_00);
    expect(await readState(id, who)).toEqual(['not_due', 'excluded']);
  });

  it.each(['sam', 'mia'] as const)('of %s stay excluded if the customer has since been renamed', async (who) => {
    const id = await book();
    await world.facts.changeInvoice(id, { customer_name: 'A club' });
    await adjust(id, who, 100_00);
    expect(await readState(id, who)).toEqual(['due', 'released']);
    await adjust(id, who, -100_00);
    expect(await readState(id, who)).toEqual(['not_due', 'excluded']);
  });

  it.each(['sam', 'mia'] as const)('of %s are not excluded merely because the customer has since been renamed', async (who) => {
    const id = await world.book('sam', '2026-05-05', 10_000, { customer_name: 'A club' });
    await world.close('2026-05');
    const { amount_cents } = (await world.facts.recordsOf(id)).find(({ user_id }) => user_id === world.ids[who])!;
    await world.facts.changeInvoice(id, { customer_name: 'Our own club' });
    await adjust(id, who, -amount_cents);
    expect(await readState(id, who)).toEqual(['not_due', 'adjusted_to_zero']);
    await adjust(id, who, amount_cents);
    expect(await readState(id, who)).toEqual(['not_due', 'customer_payment']);
  });

  it('stay excluded if the invoice has since moved to another seller', async () => {
    const id = await book();
    await world.facts.changeInvoice(id, { salesperson_id: world.ids.kim });
    await adjust(id, 'sam', 100_00);
    expect(await readState(id, 'sam')).toEqual(['due', 'released']);
    await adjust(id, 'sam', -100_00);
    expect(await readState(id, 'sam')).toEqual(['not_due', 'excluded']);
  });

  it('that earned nothing at a zero rate are not excluded', async () => {
    await world.save({ plans: [{ base_commission_rate: 0, over_quota_commission_rate: 0 }] });
    const id = await world.book('sam', '2026-05-05', 10_000);
    await world.close('2026-05');
    await adjust(id, 'sam', 100_00);
    await adjust(id, 'sam', -100_00);
    expect(await readState(id, 'sam')).toEqual(['not_due', 'nothing_earned']);
  });
});
