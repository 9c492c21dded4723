import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLateCompany, type LateCompany } from '../../support/worlds/late/late.ts';

let world: LateCompany;
beforeEach(async () => {
  world = await createLateCompany();
  await world.save({});
});
afterEach(() => world.end());

describe('decisions 2.11: a closed month whose invoice moved to another quarter', () => {
  it('reopens, and the invoice is recorded in its new quarter', async () => {
    const id = await world.book('sam', '2026-08-05', 10_000);
    await world.close('2026-08');
    await world.facts.changeInvoice(id, { booking_date: '2026-10-26' });
    await world.reopen('2026-08');
    await world.compute();
    expect((await world.facts.recordsOf(id)).map(({ booking_date, amount_cents }) => [booking_date, amount_cents])).toEqual([
      ['2026-10-26', 50_000],
    ]);
    expect(await world.late()).toEqual([]);
    await world.isSettled();
  });

  it('stays in the list of months even if the record was its only one', async () => {
    const id = await world.book('sam', '2026-08-05', 10_000);
    await world.close('2026-08');
    await world.facts.changeInvoice(id, { booking_date: '2026-10-26' });
    await world.reopen('2026-08');
    await world.compute();
    const { data } = await world.ask('GET', '/periods');
    expect(data.map(({ id: month, state }: { id: string; state: string }) => [month, state])).toEqual([
      ['2026-11', 'open'],
      ['2026-10', 'open'],
      ['2026-09', 'open'],
      ['2026-08', 'reopened'],
    ]);
  });

  it('reopens after a month of the other quarter was closed', async () => {
    const id = await world.book('sam', '2026-08-05', 10_000);
    await world.close('2026-08', '2026-10');
    await world.facts.changeInvoice(id, { booking_date: '2026-10-26' });
    await world.compute();
    await world.reopen('2026-08');
    await world.compute();
    expect(await world.late()).toEqual([['sam', id, 50_000, 'pending']]);
    expect(await world.amounts()).toEqual({});
    await world.isSettled();
  });
});
