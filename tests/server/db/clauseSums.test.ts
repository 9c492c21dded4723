import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clauseShares } from '../../../contract/rules/commission/clauses/shares.ts';
import type { Part, StoredPart } from '../../../contract/rules/commission/engine.ts';
import type { DateRange } from '../../../contract/rules/time/period.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import type { Schema } from '../../../server/db/schema/index.ts';
import { countLockWaits } from '../support/lockWaits.ts';
import { addRecord, randomOf } from '../support/records.ts';
import { type TestApp, testApp } from '../support/testApp.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';

const STEPS = 120;
const BASE_PART = { net: 100_00, rate: 0.05, amount: 5_00, clause: 'tiers.0' };
let server: TestApp;
let people: readonly number[];
const random = randomOf(370);

beforeAll(async () => {
  server = await testApp();
  people = [
    await server.add({ email: 'sam@example.test', role: 'salesperson' }),
    await server.add({ email: 'sue@example.test', role: 'salesperson' }),
  ];
});
afterAll(() => server.close());

const query = () => server.db.query;
const day = (): string => `2026-0${random.of([1, 2, 3])}-${random.of(['01', '02', '14', '15', '28'])}`;
const part = (): StoredPart =>
  ({
    net: random.below(100_000) - 20_000,
    rate: 0.05,
    amount: random.below(5000) - 1000,
    clause: random.of(['tiers.0', 'tiers.1', 'rates.0', 'rates.0.tiers.1', 'rates.1.amount', 'cap.record']),
    ...(random.below(8) === 0 ? { plan: { version: 1, id: 'old' } } : {}),
  }) as StoredPart;
/** Some records are from before reasons were stored, and some have no parts. */
const parts = (): StoredPart[] => {
  const list = Array.from({ length: random.below(4) }, part);
  return random.below(6) === 0 ? list.map(({ net, rate, amount }) => ({ net, rate, amount }) as StoredPart) : list;
};

const add = async (count: number): Promise<void> => {
  for (let index = 0; index < count; index += 1) {
    const invoice = { gross_cents: 100, net_cents: 100, booking_date: day(), customer_name: 'Acme School', state: 'sent' as const };
    const { id } = await query()
      .insertInto('invoices')
      .values({ ...invoice, invoice_number: `C-${random.below(1e12)}` } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`insert into commission_records (invoice_id, invoice_number, user_id, booking_date, gross_cents, net_cents, base_cents, over_cents,
        amount_cents, status, plan_id, config_version, parts)
      values (${id}, ${`C-${id}`}, ${random.of(people)}, ${day()}, 100, 100, 0, 0, ${random.below(3) * 100}, 'due', ${random.of(['default', 'other'])},
        ${random.of([1, 2])}, ${JSON.stringify(parts())}::jsonb)`.execute(query());
  }
};
const someRecords = () =>
  sql`id in (select id from commission_records order by md5(id::text || ${String(random.below(1e6))}) limit ${1 + random.below(4)})`;
const steps: Readonly<Record<string, () => Promise<unknown>>> = {
  add: () => add(1 + random.below(3)),
  price: () => sql`update commission_records set parts = ${JSON.stringify(parts())}::jsonb where ${someRecords()}`.execute(query()),
  move: () =>
    sql`update commission_records set booking_date = ${day()}, plan_id = ${random.of(['default', 'other'])} where ${someRecords()}`.execute(
      query(),
    ),
  pass: () => sql`update commission_records set user_id = ${random.of(people)}, config_version = 2 where ${someRecords()}`.execute(query()),
  pay: () =>
    sql`update commission_records set paid_cents = paid_cents + 1, amount_cents = ${random.below(2) * 50} where ${someRecords()}`.execute(
      query(),
    ),
  remove: () => sql`delete from commission_records where ${someRecords()}`.execute(query()),
};

type Sums = Readonly<Record<string, readonly [records: number, net: number, amount: number]>>;

/** The sums by version and key, from the records and `clauseShares`. */
const countedIn = async ({ start_date, end_date }: DateRange, planId: string, userId: number | null): Promise<Sums> => {
  const rows = await query()
    .selectFrom('commission_records')
    .select(['booking_date', 'plan_id', 'user_id', 'config_version', 'parts'])
    .execute();
  const sums: Record<string, [number, number, number]> = {};
  const count = (key: string, net: number, amount: number): void => {
    const sum = sums[key] ?? [0, 0, 0];
    sums[key] = [sum[0] + 1, sum[1] + net, sum[2] + amount];
  };
  for (const row of rows) {
    if (row.booking_date < start_date || row.booking_date > end_date || row.plan_id !== planId) continue;
    if (userId !== null && row.user_id !== userId) continue;
    if (row.parts[0]?.clause === undefined) continue;
    count(`${row.config_version} `, 0, 0);
    for (const { key, net, amount } of clauseShares(row.parts as readonly Part[])) count(`${row.config_version} ${key}`, net, amount);
  }
  return sums;
};

describe('totals by clause (decisions 2.09)', () => {
  it('equal the records’ totals for whole and partial months after any write', async () => {
    const { pricedRecords, clauseSums } = openStore(server.db);
    for (let step = 0; step < STEPS; step += 1) {
      const name = random.of(Object.keys(steps));
      await steps[name]?.();
      const [start_date, end_date] = [day(), day()].sort() as [string, string];
      for (const range of [
        { start_date, end_date },
        { start_date: '2026-01-01', end_date: '2026-03-31' },
      ]) {
        const [planId, userId] = [random.of(['default', 'other']), random.of([null, ...people])];
        const rows = await pricedRecords.sums({ ...range, planId, userId });
        const sums = Object.fromEntries(
          rows.map(({ config_version, key, records, net_cents, amount_cents }) => [
            `${config_version} ${key}`,
            [records, net_cents, amount_cents],
          ]),
        );
        expect(sums, `step ${step}: ${name}`).toEqual(await countedIn(range, planId, userId));
      }
      expect(await clauseSums.faults(), `step ${step}: ${name}`).toBe(0);
    }
    const { rows } = await sql`select 1 from clause_sums where records = 0`.execute(query());
    expect(rows).toEqual([]);
  });

  it('include records from before reasons were stored', async () => {
    const { pricedRecords } = openStore(server.db);
    await add(40);
    const range = { start_date: '2026-01-02', end_date: '2026-03-15' };
    const found = await pricedRecords.withoutReasons({ ...range, planId: 'default', userId: null });
    const { rows } = await sql<{ id: number }>`select id from commission_records where plan_id = 'default' and parts->0->>'clause' is null
      and (parts <> '[]' or amount_cents <> 0) and booking_date between ${range.start_date} and ${range.end_date} order by id`.execute(
      query(),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(found.map(({ id }) => id).sort((a, b) => a - b)).toEqual(rows.map(({ id }) => id));
  });

  it('differ after a write past the triggers, are fixed by a recount, and vanish with the records', async () => {
    const { transaction, clauseSums } = openStore(server.db);
    await server.db.script('alter table commission_records disable trigger user');
    await sql`update commission_records set plan_id = 'third' where id = (select min(id) from commission_records where plan_id = 'default' and parts <> '[]')`.execute(
      query(),
    );
    await server.db.script('alter table commission_records enable trigger user');
    expect(await clauseSums.faults()).toBeGreaterThan(0);
    await transaction((tx) => tx.clauseSums.recount());
    expect(await clauseSums.faults()).toBe(0);
    await sql`truncate commission_records cascade`.execute(query());
    const { rows } = await sql`select 1 from clause_sums`.execute(query());
    expect(rows).toEqual([]);
  });
});

// The embedded database runs one transaction at a time.
describe.runIf(testDatabaseKind() === 'postgres')('totals by clause under two connections (decisions 2.09)', () => {
  const ROUNDS = 40;
  const records = (): Promise<number> =>
    query()
      .selectFrom('commission_records')
      .select(({ fn }) => fn.countAll<number>().as('records'))
      .executeTakeFirstOrThrow()
      .then((row) => Number(row.records));
  /** Adds or removes a record of the same person and month. */
  const addOne = () =>
    addRecord(server.db, { user_id: people[0] as number, booking_date: '2026-02-10', parts: JSON.stringify([BASE_PART]) as never });
  const removeOne = (db: Kysely<Schema>) =>
    sql`delete from commission_records where id = (select id from commission_records order by id limit 1 for update skip locked)`.execute(
      db,
    );

  it('equal the records after two writers add and remove records of one person and month', async () => {
    const { clauseSums } = openStore(server.db);
    const writer = async (isFirstToAdd: boolean): Promise<void> => {
      for (let round = 0; round < ROUNDS; round += 1) {
        if (isFirstToAdd) await addOne();
        await removeOne(query());
        if (!isFirstToAdd) await addOne();
      }
    };
    await Promise.all([writer(true), writer(false)]);
    expect(await clauseSums.faults()).toBe(0);
  });

  it('equal the records where one writer removes the last record while another waits to add one', async () => {
    const { clauseSums } = openStore(server.db);
    while ((await records()) > 0) await removeOne(query());
    await addOne();
    const added = await query()
      .transaction()
      .execute(async (trx) => {
        await removeOne(trx);
        const added = addOne();
        await expect.poll(() => countLockWaits(query())).toBeGreaterThan(0);
        return { added };
      });
    await added.added;
    expect([await records(), await clauseSums.faults()]).toEqual([1, 0]);
    const { rows } = await sql`select records from clause_sums where key = 'tiers.0'`.execute(query());
    expect(rows).toEqual([{ records: 1 }]);
  });
});
