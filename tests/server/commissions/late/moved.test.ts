import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLateCompany, type LateCompany, TEAM_CONFIG } from '../../support/worlds/late/late.ts';

let world: LateCompany;
beforeEach(async () => {
  world = await createLateCompany();
});
afterEach(() => world.end());

describe('decisions 2.11: an invoice paid in a closed month moves to another seller and quarter', () => {
  const move = async () => {
    await world.save({});
    const id = await world.book('sam', '2026-05-05', 10_000);
    await world.close('2026-05');
    await world.facts.changeInvoice(id, { booking_date: '2026-10-05', salesperson_id: world.ids.kim });
    expect(await world.late()).toEqual([['sam', id, -50_000, 'pending']]);
    return id;
  };

  it.each([
    ['stays proposed', 'pending'],
    ['stays approved, and is not proposed again,', 'approved'],
  ] as const)('the reversal %s if the first seller sells in the new quarter', async (_, state) => {
    const id = await move();
    if (state === 'approved') await world.approve();
    const sold = await world.book('sam', '2026-10-20', 1_000);
    expect(await world.late()).toEqual([['sam', id, -50_000, state]]);
    expect(await world.amounts()).toEqual({ [`${id} sam`]: 50_000, [`${id} kim`]: 50_000, [`${sold} sam`]: 5_000 });
  });
});

describe('decisions 2.11: a late invoice of a closed month moves to another seller and quarter', () => {
  const writers = [
    ['a person', (id: number, change: object) => world.facts.changeInvoice(id, change)],
    ['an import', (id: number, change: object) => world.changeMarked(id, change)],
  ] as const;
  const move = async (write: (id: number, change: object) => Promise<void>, isApproved: boolean, day: string) => {
    await world.save({ books_begin_on: '2026-04-01' });
    await world.close('2026-05');
    const id = await world.import('sam', '2026-05-05', 10_000);
    await world.compute();
    if (isApproved) await world.approve();
    await write(id, { booking_date: day, salesperson_id: world.ids.kim });
    await world.compute();
    expect(await world.amounts()).toEqual(day < '2026-04-01' ? {} : { [`${id} kim`]: 50_000 });
    return id;
  };

  const cases = writers.flatMap(([who, write]) =>
    [
      ['open days', '2026-08-05'],
      ['days before the books begin (decisions 2.12)', '2026-03-05'],
    ].map(([where = '', day = '']) => [who, where, write, day] as const),
  );

  it.each(cases)('by %s, to %s: voids its proposal', async (_, __, write, day) => {
    const id = await move(write, false, day);
    expect(await world.late()).toEqual([['sam', id, 50_000, 'void']]);
  });

  it.each(cases)('by %s, to %s: proposes to reverse its approved amount', async (_, __, write, day) => {
    const id = await move(write, true, day);
    expect(await world.late()).toEqual([
      ['sam', id, 50_000, 'approved'],
      ['sam', id, -50_000, 'pending'],
    ]);
  });
});

describe('decisions 2.05: a manager’s share of an invoice paid in a closed month', () => {
  const moveAndBack = async (back: (id: number) => Promise<void>) => {
    await world.save(TEAM_CONFIG);
    const id = await world.book('sam', '2026-08-05', 10_000);
    await world.close('2026-08');
    await world.facts.changeInvoice(id, { salesperson_id: world.ids.kim, booking_date: '2026-11-05' });
    expect(await world.proposed()).toEqual([
      ['mia', id, -10_000, 'pending'],
      ['sam', id, -50_000, 'pending'],
    ]);
    await back(id);
    await world.compute();
    expect(await world.proposed()).toEqual([
      ['kim', id, 50_000, 'pending'],
      ['mia', id, -10_000, 'pending'],
      ['sam', id, -50_000, 'pending'],
    ]);
    expect(await world.amounts()).toEqual({ [`${id} sam`]: 50_000, [`${id} mia`]: 10_000 });
  };

  it('is reversed even if the unmanaged new seller already had it in an open month', () =>
    moveAndBack((id) => world.facts.changeInvoice(id, { booking_date: '2026-08-05' })));

  it.each([
    ['the manager', ['mia', 'sam', 'kim']],
    ['the new seller', ['kim', 'sam', 'mia']],
  ] as const)('is reversed by an import too, %s computed first', async (_, order) =>
    moveAndBack(async (id) => {
      await world.changeMarked(id, { booking_date: '2026-08-05' });
      for (const name of order) for (const day of ['2026-08-05', '2026-11-05']) await world.computeOne(world.facts.store, name, day);
    }),
  );

  it('replaces the manager’s own pay as seller, and follows the invoice to another quarter', async () => {
    await world.save(TEAM_CONFIG);
    const id = await world.book('mia', '2026-08-05', 10_000);
    await world.close('2026-08');
    await world.facts.changeInvoice(id, { booking_date: '2026-09-05', salesperson_id: world.ids.sam });
    expect(await world.late()).toEqual([['mia', id, -40_000, 'pending']]);
    await world.changeMarked(id, { booking_date: '2026-06-05' });
    await world.compute();
    expect(await world.late()).toEqual([['mia', id, -40_000, 'pending']]);
    expect(await world.amounts()).toEqual({ [`${id} mia`]: 50_000, [`${id} sam`]: 50_000 });
  });
});

describe('decisions 2.04: a record of a closed month whose invoice moves to another seller', () => {
  it('keeps its released part and the reason shown in Why', async () => {
    await world.save({});
    const id = await world.book('sam', '2026-05-05', 10_000);
    await world.facts.pay(id, 10_000_00, '2026-05-10');
    await world.close('2026-05');
    await world.facts.changeInvoice(id, { salesperson_id: world.ids.kim });
    const readState = async () => {
      const record = await world.facts.recordOf(id);
      const why = await world.ask('GET', `/commissions/${record.id}/explain`);
      expect([why.status, why.reason]).toEqual([record.status, record.reason]);
      return [record.status, record.reason];
    };
    await world.facts.payOut(id, 500_00, '2026-06-10');
    expect(await readState()).toEqual(['paid', 'paid']);
    await world.facts.payOut(id, -200_00, '2026-06-11');
    expect(await readState()).toEqual(['partially_paid', 'payout_waiting']);
    await world.facts.payOut(id, -300_00, '2026-06-12');
    expect(await readState()).toEqual(['due', 'released']);
    await world.facts.payOut(id, 500_00, '2026-06-13');
    await world.facts.adjust(id, -100_00, '2026-06-14');
    expect(await readState()).toEqual(['over_paid', 'adjusted_down']);
  });

  const statesOf = async (id: number) => {
    const records = await world.server.db.query
      .selectFrom('commission_records')
      .select('id')
      .where('invoice_id', '=', id)
      .orderBy('user_id')
      .execute();
    const states: string[] = [];
    for (const { id: record } of records) {
      const why = await world.ask('GET', `/commissions/${record}/explain`);
      const row = await world.server.db.query
        .selectFrom('commission_records')
        .selectAll()
        .where('id', '=', record)
        .executeTakeFirstOrThrow();
      expect([row.status, row.reason, row.due_cents]).toEqual([why.status, why.reason, why.figures?.due ?? row.due_cents]);
      states.push(`${row.user_id === world.ids.sam ? 'sam' : 'kim'} ${row.status} ${row.reason} ${row.due_cents}`);
    }
    return states.sort();
  };

  it.each([
    ['is rejected', 'reject', 'sam due released 50000'],
    ['is approved', 'approve', 'sam not_due adjusted_to_zero 0'],
  ] as const)('becomes due when its customer pays, until its reversal is decided; that %s', async (_, decision, past) => {
    await world.save({});
    const id = await world.book('sam', '2026-05-05', 10_000);
    await world.close('2026-05');
    await world.facts.changeInvoice(id, { salesperson_id: world.ids.kim });
    expect(await statesOf(id)).toEqual(['sam not_due customer_payment 0']);
    await world.facts.pay(id, 10_000_00, '2026-05-10');
    expect(await statesOf(id)).toEqual(['sam due released 50000']);
    await world.isSettled();
    const mine = await world.server.db.query
      .selectFrom('adjustments')
      .select('id')
      .where('user_id', '=', world.ids.sam)
      .executeTakeFirstOrThrow();
    await world.decide(mine.id, decision);
    expect(await statesOf(id)).toEqual([past]);
    await world.isSettled();
  });
});
