import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';
import { marksLeft, remainingDifferences, wrongSums } from '../support/worlds/marks.ts';

let world: ImportCompany;
beforeEach(async () => {
  world = await createImportCompany();
});
afterEach(() => world.server.close());

const setUp = (day: string) => sql`update general_settings set set_up_on = ${day}`.execute(world.server.db.query);
const count = async (table: 'adjustments' | 'notifications' | 'commission_records'): Promise<number> =>
  (await world.server.db.query.selectFrom(table).select('id').execute()).length;
const expectRecomputed = async (): Promise<void> => {
  expect(await remainingDifferences(world.facts.store, world.server.clock())).toEqual([]);
  expect(await wrongSums(world.server.db)).toEqual([]);
};
const refusal = async (config: object): Promise<string> =>
  world.save(config).then(
    () => 'saved',
    (error: Error) => error.message,
  );

describe('decisions 2.12: invoices booked before the books begin', () => {
  it('creates no record, proposal, notification or mark for them, even in closed months', async () => {
    await setUp('2026-05-20');
    await world.close('2026-02');
    const old = Array.from({ length: 300 }, (_, n) => `OLD-${n},Acme,${2017 + (n % 10)}-0${1 + (n % 3)}-07,1000,sam@example.test`);
    const seen = await world.preview(await world.upload('invoices', ['Number,Customer,Date,Total,Rep', ...old].join('\n')));
    await world.ask('POST', `/${seen.id}/start`, {});
    await world.own.drain();
    expect(await world.ask('GET', `/${seen.id}`)).toMatchObject({ state: 'completed', counts: { before_books: 300 } });
    expect(await marksLeft(world.server.db)).toEqual([]);
    await world.own.drain();
    expect([await count('commission_records'), await count('adjustments'), await count('notifications')]).toEqual([0, 0, 0]);
    expect((await world.server.db.query.selectFrom('invoices').select('id').execute()).length).toBe(300);
    await expectRecomputed();
  });

  it('defaults to the first day of the quota period of the company’s setup', async () => {
    await setUp('2026-05-20');
    const [before, first] = [await world.book('sam', '2026-03-31', 1_000), await world.book('sam', '2026-04-01', 1_000)];
    expect(await world.amounts()).toEqual({ [`${first} sam`]: 50_00 });
    // With a yearly quota it is the first day of the year.
    await world.save({ plans: [{ quota: { period: 'year' } }] });
    expect(Object.keys(await world.amounts())).toEqual([`${before} sam`, `${first} sam`]);
    await expectRecomputed();
  });

  it('removes records when books_begin_on moves later and adds them when it moves earlier', async () => {
    const [spring, summer] = [await world.book('sam', '2026-05-05', 1_000), await world.book('sam', '2026-07-05', 1_000)];
    await world.save({ books_begin_on: '2026-07-01' });
    expect(Object.keys(await world.amounts())).toEqual([`${summer} sam`]);
    await expectRecomputed();
    await world.save({ books_begin_on: '2026-04-01' });
    expect(Object.keys(await world.amounts())).toEqual([`${spring} sam`, `${summer} sam`]);
    await expectRecomputed();
  });

  it('must begin a quota period of every plan, with no closed month before it', async () => {
    const plans = [
      { id: 'a', applies_to: { roles: ['salesperson'] }, quota: { period: 'month' } },
      { id: 'b', applies_to: { roles: ['sales_manager'] } },
    ];
    expect(await refusal({ books_begin_on: '2026-05-01', plans })).toContain(
      'books_begin_on: must be the first day of a quarter, because plan \\"b\\" has its quota by the quarter',
    );
    expect(await refusal({ books_begin_on: '2026-04-01', plans })).toBe('saved');
    await world.close('2026-02');
    expect(await refusal({ books_begin_on: '2026-04-01' })).toContain(
      'books_begin_on: must not be after Feb 1, 2026: months from there on are closed',
    );
    expect(await refusal({ books_begin_on: '2026-01-01' })).toBe('saved');
  });
});
