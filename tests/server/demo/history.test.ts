import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../../server/db/repositories/store.ts';
import { loadDemo } from '../../../server/demo/loadDemo.ts';
import { readCommissionHistory } from '../../../server/domain/audit/historyOf.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';
import { replayAudit } from '../support/worlds/replayAudit.ts';
import { traceRecords, traceSummary } from '../support/worlds/traces.ts';

const today = '2026-11-21';
const admin = { id: '1', role: 'admin' } as const;
let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  await loadDemo(db, { today, scale: 0.2, passwordHash: 'hash' });
}, 120_000);
afterAll(() => db.drop());

const rows = async <Row>(statement: string): Promise<Row[]> => (await sql.raw<Row>(statement).execute(db.query)).rows;
const readHistory = (id: number) => readCommissionHistory({ store: openStore(db) }, admin, id);
const recordsWith = (condition: string) =>
  rows<{ id: number }>(`select r.id from commission_records r where ${condition} order by r.id limit 5`);

describe('decisions 2.04: history of the demo company', () => {
  test('is chained in chronological order, by existing people, and ends before today', async () => {
    const verification = await openStore(db).audit.verifyChain();
    expect(verification).toMatchObject({ broken: null });
    expect(verification.rows).toBeGreaterThan(1000);
    expect(await rows('select a.id from audit_log a join audit_log b on b.id = a.id + 1 where a.at > b.at')).toEqual([]);
    expect(await rows(`select id from audit_log where at >= date '${today}' + 1 or actor_id is null`)).toEqual([]);
  });

  test('decisions 2.37: records every change of state as a transition of its chart', async () => {
    const { broken, changes } = await replayAudit(db.query);
    expect(broken).toEqual([]);
    expect(changes).toBeGreaterThan(100);
  });

  test('changes nothing before its creation', async () => {
    const dated = await rows<{ name: string }>(`select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('created_at', 'updated_at') group by 1 having count(*) = 2 order by 1`);
    expect(dated.map(({ name }) => name)).toContain('adjustments');
    for (const { name } of dated) expect(await rows(`select id from ${name} where updated_at < created_at`), name).toEqual([]);
    expect(await rows('select id from adjustments where decided_at < created_at')).toEqual([]);
  });

  test('names creator and approver of a payout and decider of an adjustment, and ends in the row’s state', async () => {
    for (const [table, entity] of [
      ['payouts', 'payout'],
      ['adjustments', 'adjustment'],
    ])
      expect(
        await rows(`select t.id, t.state, l.after->>'state' as told from ${table} t left join lateral (
          select after from audit_log where entity = '${entity}' and entity_id = t.id::text order by id desc limit 1) l on true
          where t.state is distinct from l.after->>'state'`),
        table,
      ).toEqual([]);
    const [paid] = await recordsWith("status = 'paid' and adjustments_cents = 0 and booking_date > '2026-06-01'");
    const sentences = await readHistory(paid?.id ?? 0);
    expect(sentences.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['Commission payment recorded', 'Commission payment approved', 'Commission payment completed']),
    );
    expect(sentences.find(({ action }) => action === 'Commission payment recorded')?.actor).toBe('Joanne Pruitt');
    expect(sentences.find(({ action }) => action === 'Commission payment approved')?.actor).not.toBe('Joanne Pruitt');
    expect(sentences.at(-1)).toMatchObject({ action: 'Commission recalculated', cause: expect.stringMatching(/ paid \$[\d,.]+ \(/) });
    const large = await rows<{ id: number; name: string }>(`select a.commission_id as id, u.first_name || ' ' || u.last_name as name
      from adjustments a join users u on u.id = a.decided_by where a.state = 'approved' and a.decided_by <> a.created_by and a.commission_id is not null`);
    expect(large.length).toBeGreaterThan(0);
    for (const { id, name } of large)
      expect(
        (await readHistory(id)).filter(({ action, actor }) => action === 'Adjustment approved' && actor === name).length,
      ).toBeGreaterThan(0);
  });

  test('for a record ends with its current released and adjusted amounts, and includes returned payments', async () => {
    expect(
      await rows(`select r.id, l.after from commission_records r join lateral (
          select after from audit_log where entity = 'commission' and entity_id = r.id::text order by id desc limit 1) l on true
        where (l.after->>'released_cents')::int8 <> r.released_cents or (l.after->>'adjustments_cents')::int8 <> r.adjustments_cents`),
    ).toEqual([]);
    expect(
      await rows(`select r.id from commission_records r where (released_cents <> 0 or adjustments_cents <> 0) and booking_date > date '${today}' - 200
        and not exists (select 1 from audit_log where entity = 'commission' and entity_id = r.id::text)`),
    ).toEqual([]);
    const returned = await recordsWith(
      'exists (select 1 from customer_payments p where p.invoice_id = r.invoice_id and p.reversal_of_id is not null)',
    );
    expect(returned.length).toBeGreaterThan(0);
    for (const { id } of returned)
      expect((await readHistory(id)).map(({ cause }) => cause)).toContainEqual(expect.stringContaining('returned by the bank'));
  });
});

describe('decisions 2.04: every number of the demo company links both ways', () => {
  test('a record names an item exactly if that item moves it, and totals equal their parts to the cent', async () => {
    // One seller's whole quarter, including memos, adjustments, returns and payments.
    const [seller] = await rows<{ id: number }>("select id from users where email = 'sales@demo.test'");
    const ids = await rows<{ id: number }>(`select id from commission_records where user_id = ${seller?.id}
      and booking_date between date '${today}' - 200 and date '${today}' order by id limit 40`);
    const odd = await rows<{
      id: number;
    }>(`(select commission_id as id from adjustments where state = 'approved' and commission_id is not null limit 3)
      union (select r.id from commission_records r join customer_payments p on p.invoice_id = r.invoice_id where p.reversal_of_id is not null limit 3)
      union (select id from commission_records where net_cents < 0 limit 3)`);
    const result = await traceRecords(
      db,
      [...ids, ...odd].map(({ id }) => id),
      today,
    );
    expect(result.broken).toEqual([]);
    expect(result.records).toBeGreaterThan(15);
    expect(result.links).toBeGreaterThan(result.records);
  });

  test('a summary equals its formulas, its rows and its months, for one person and for everybody', async () => {
    const [seller] = await rows<{ id: number }>("select id from users where email = 'sales@demo.test'");
    for (const who of [seller?.id ?? 0, null]) expect((await traceSummary(db, who, 2026, today)).broken).toEqual([]);
  });
});
