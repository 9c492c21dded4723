import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../server/db/repositories/store.ts';
import { affectedBy, computeMarks, recomputeOrMark } from '../../../server/domain/commissions/recompute/index.ts';
import { readUndoRefusal } from '../../../server/domain/imports/undoImport.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';
import { bookWithMarks, wrongSums } from '../support/worlds/marks.ts';

const RECORDS = 20_000;
/** A statement that reads more rows of a table sequentially has missed its index. */
const MAX_ROWS = 5_000;

let world: ClosingCompany;
let runId: number;
const cause = () => ({
  actorId: world.ids.ada,
  at: world.server.clock(),
  origin: { network: '127.0.0.0/24', requestId: 'test' },
  why: 'A booking',
});

type Query = typeof world.server.db.query;
/** Rows read sequentially, by table; with `byIndex` also rows read through an index. */
const rowsRead = async (query: Query, byIndex: boolean): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ table: string; read: number }>`
    select relname as table, (seq_tup_read + case when ${byIndex} then coalesce(idx_tup_fetch, 0) else 0 end)::int as read from pg_stat_xact_user_tables`.execute(
    query,
  );
  return new Map(rows.map(({ table, read }) => [table, read]));
};

/** Runs `work` in a transaction. @param whole receives the tables that are read completely */
const inWatchedTransaction = <T>(whole: Set<string>, work: (tx: Store, query: Query) => Promise<T>, byIndex = false): Promise<T> =>
  world.server.db.query.transaction().execute(async (query) => {
    // Includes earlier reads of this connection that aren't reported yet.
    const before = await rowsRead(query, byIndex);
    const done = await work(openStore({ ...world.server.db, query }), query);
    for (const [table, read] of await rowsRead(query, byIndex)) if (read - (before.get(table) ?? 0) > MAX_ROWS) whole.add(table);
    return done;
  });

beforeAll(async () => {
  world = await createClosingCompany();
  const { db } = world.server;
  runId = await world.facts.store.importRuns.add({
    connection_id: await world.facts.store.importRuns.connection(),
    kind: 'invoices',
    title: 'old.csv',
    size_bytes: 1,
    created_by: world.ids.ada,
    counts: {},
    created_at: world.server.clock().toISOString(),
  });
  await db.script(`
    insert into users (email, first_name, last_name, role, joined_on)
      select 'seller' || n || '@example.test', 'Seller', n::text, 'salesperson', '2024-01-01' from generate_series(1, 40) n;
    insert into invoices (invoice_number, customer_name, gross_cents, net_cents, booking_date, state, salesperson_id)
      select 'W-' || n, 'Acme School', 100000, 100000, date '2024-12-01' + n % 720, 'sent', (select min(id) from users where email like 'seller%') + n % 40
      from generate_series(1, ${RECORDS}) n;
    insert into commission_records (invoice_id, invoice_number, user_id, booking_date, gross_cents, net_cents, base_cents, over_cents, amount_cents, status)
      select id, invoice_number, salesperson_id, booking_date, 100000, 100000, 5000, 0, 5000, 'not_due' from invoices where invoice_number like 'W-%';
    insert into invoices (invoice_number, customer_name, gross_cents, net_cents, booking_date, state, credit_of_id)
      select 'Memo', 'Acme School', -100, -100, '2026-11-01', 'sent', min(id) + 1 from invoices where invoice_number like 'W-%';
    update invoice_counter set next = ${RECORDS - 9};
    insert into run_changes (run_id, entity, entity_id, after_version)
      select ${runId}, 'invoice', id, 1 from invoices where invoice_number like 'W-%'`);
  await world.facts.store.transaction((tx) => tx.records.rebuildSums());
  await db.script('analyze');
});
afterAll(() => world.server.close());

describe('no transaction reads a full table', () => {
  it('for one booking', async () => {
    const whole = new Set<string>();
    await inWatchedTransaction(whole, async (tx, query) => {
      const values = { invoice_number: 'One', customer_name: 'Acme School', gross_cents: 5_000_00, net_cents: 5_000_00 };
      const { id } = await query
        .insertInto('invoices')
        .values({ ...values, state: 'sent', salesperson_id: world.ids.sam, booking_date: '2026-11-02' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await recomputeOrMark(tx, await affectedBy(tx, { invoices: [id] }), cause());
    });
    expect([...whole]).toEqual([]);
  });

  it('for an import’s computation', async () => {
    const { store } = world.facts;
    const months = ['2026-01-05', '2026-05-05', '2026-11-05'];
    const booked = months.map((booking_date) => ({ salesperson_id: world.ids.kim, booking_date, net_cents: 1_000_00 }));
    await bookWithMarks(world.server.db, store, booked, cause());
    const whole = new Set<string>();
    const transaction: Store['transaction'] = (work) => inWatchedTransaction(whole, work);
    expect(await computeMarks({ ...store, transaction }, world.server.clock)).toEqual({ pairs: 3, written: 3 });
    expect([...whole]).toEqual([]);
    expect(await wrongSums(world.server.db)).toEqual([]);
  });

  it('for the children of one deal, customer or invoice', async () => {
    const whole = new Set<string>();
    await inWatchedTransaction(whole, async (tx) => {
      expect(await tx.dealLinks.of(1, { creditedTo: null, sellers: null })).toEqual([]);
      expect(await tx.receipts.openOf(1, 0, 50)).toEqual([]);
      expect(await tx.invoiceRows.nextNumber('W-', false)).toBe(RECORDS + 1);
      expect(await tx.invoiceRows.related(1, null)).toEqual([]);
    });
    expect([...whole]).toEqual([]);
  });

  it('for the undo of part of an import', async () => {
    const whole = new Set<string>();
    const refused = async (tx: Store) => {
      const ids = (await tx.undoing.next(runId, 20)).map(({ id }) => id);
      expect(ids).toHaveLength(20);
      return readUndoRefusal(tx, { runId, ids });
    };
    expect(await inWatchedTransaction(whole, refused, true)).toBeNull();
    expect([...whole]).toEqual([]);
  });

  it.each([
    ['wrote many rows', '', { written: 1, taken_back: false }],
    ['was partly undone', `and id > (select max(id) - ${RECORDS / 2} from run_changes)`, { written: 1, taken_back: true }],
    ['was undone', '', { written: 0, taken_back: true }],
  ])('for the preview of an import that %s', async (_, undone, expected) => {
    const whole = new Set<string>();
    if (expected.taken_back) await world.server.db.script(`update run_changes set undone_at = now() where undone_at is null ${undone}`);
    expect(await inWatchedTransaction(whole, ({ importRuns }) => importRuns.lock(runId))).toMatchObject(expected);
    expect([...whole]).toEqual([]);
  });

  it('for an old range of days in the audit log', async () => {
    await world.server.db.script(`
      insert into audit_log (at, action, entity, entity_id)
        select timestamptz '2025-01-01' + n * interval '45 minutes', 'invoice.edited', 'invoice', '1' from generate_series(1, ${RECORDS}) n;
      analyze audit_log`);
    const whole = new Set<string>();
    const question = { person: null, entities: null, isChange: false, cents: null, ownBenefit: false };
    await inWatchedTransaction(
      whole,
      async (tx) => {
        const result = await tx.auditLog.page({ ...question, from: '2025-02-01T07:00:00Z', until: '2025-03-01T07:00:00Z' }, null, 51);
        expect(result).toHaveLength(51);
      },
      true,
    );
    expect([...whole]).toEqual([]);
  });

  it('for the invoice list and its cards', async () => {
    await world.server.db.script(`
      with receipt as (
        insert into receipts (amount_cents, received_on, method, state) values (${RECORDS * 1000_00}, '2026-11-02', 'ACH', 'completed') returning id)
      insert into customer_payments (receipt_id, invoice_id, amount_cents, payment_date, method, state)
        select r.id, i.id, 100000, '2026-11-02', 'ACH', 'completed' from receipt r, invoices i where i.invoice_number like 'W-%' and i.id % 100 > 0`);
    await world.server.db.script('vacuum analyze');
    const whole = new Set<string>();
    const question = { owners: null, status: null, search: null, person: null, from: null, to: null } as const;
    await inWatchedTransaction(
      whole,
      async ({ invoicesPage }) => {
        const rows = await invoicesPage.page({ ...question, sort: 'booking_date', direction: 'desc' }, null, 51, '2026-11-21');
        expect(rows).toHaveLength(51);
        const sums = await invoicesPage.sums(question, '2026-11-21');
        expect(sums).toMatchObject({ paid_cents: (RECORDS * 1000_00 * 99) / 100, overdue_cents: 0 });
        expect(await invoicesPage.count(question, '2026-11-21')).toBe(sums.count);
      },
      true,
    );
    expect([...whole]).toEqual([]);
  });
});
