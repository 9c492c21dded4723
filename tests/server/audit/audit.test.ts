import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditRepository } from '../../../server/db/repositories/audit/audit.ts';
import { addRecord } from '../support/records.ts';
import { type TestApp, testApp } from '../support/testApp.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

const origin = { network: '10.0.0.0/24', requestId: 'r-1' };
const at = new Date('2026-11-21T12:00:00.123Z');

describe('hash chain', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await freshDatabase();
  });
  afterAll(() => db.drop());
  const audit = () => auditRepository(db.query);
  const write = (entityId: string, after: unknown = { amount_cents: 100, text: 'ß "quoted" \\ é', list: [1, null, { b: 1, a: -0 }] }) =>
    audit().write({ actorId: null, action: 'thing.changed', entity: 'thing', entityId, before: undefined, after }, origin, at);
  /** Changes that only the database's owner can make, with the trigger disabled. */
  const tamper = async (statement: string): Promise<void> =>
    db.script(`alter table audit_log disable trigger all; ${statement}; alter table audit_log enable trigger all;`);

  beforeEach(async () => {
    await tamper(`delete from audit_log; update audit_head set hash = ''`);
    for (let row = 1; row <= 5; row += 1) await write(String(row));
  });

  it('verifies rows of single and twenty concurrent writers', async () => {
    expect(await audit().verifyChain()).toEqual({ rows: 5, broken: null });
    await Promise.all(Array.from({ length: 20 }, (_, row) => write(`together ${row}`, row)));
    expect(await audit().verifyChain()).toEqual({ rows: 25, broken: null });
  });

  it('chains rows of one transaction in the given order', async () => {
    const entries = Array.from({ length: 2500 }, (_, row) => ({
      actorId: null,
      action: 'thing.changed',
      entity: 'thing',
      entityId: `many ${row}`,
      ...{
        before: row % 3 === 0 ? undefined : { amount_cents: row, text: 'it\'s \\ "ß"' },
        after: { b: [null, -0, 1.5], a: row },
        cause: 'All',
      },
    }));
    await audit().writeAll(entries, origin, at);
    await audit().writeAll([], origin, at);
    await write('after');
    expect(await audit().verifyChain()).toEqual({ rows: 2506, broken: null });
    const { rows } = await sql<{ entity_id: string }>`select entity_id from audit_log where entity_id like 'many%' order by id`.execute(
      db.query,
    );
    expect(rows.map(({ entity_id }) => entity_id)).toEqual(entries.map(({ entityId }) => entityId));
    const third = await db.query.selectFrom('audit_log').selectAll().where('entity_id', '=', 'many 3').executeTakeFirstOrThrow();
    expect(third).toMatchObject({ before: null, after: { b: [null, 0, 1.5], a: 3 }, cause: 'All' });
  });

  it('hashes structured causes, and still verifies rows without a cause', async () => {
    const cause = { kind: 'day_began', day: '2026-11-21' } as const;
    await audit().write({ actorId: null, action: 'thing.changed', entity: 'thing', entityId: 'caused', cause }, origin, at);
    const row = await db.query.selectFrom('audit_log').selectAll().where('entity_id', '=', 'caused').executeTakeFirstOrThrow();
    expect(row).toMatchObject({ cause: null, cause_facts: cause });
    expect(await audit().verifyChain()).toEqual({ rows: 6, broken: null });
    await tamper(`update audit_log set cause_facts = '{"kind":"day_began","day":"2026-11-20"}' where entity_id = 'caused'`);
    expect(await audit().verifyChain()).toEqual({ rows: 5, broken: row.id });
    await tamper(`update audit_log set cause_facts = null where entity_id = 'caused'`);
    expect(await audit().verifyChain()).toEqual({ rows: 5, broken: row.id });
  });

  it('leaves no gap after a rollback', async () => {
    await db.query
      .transaction()
      .execute(async (trx) => {
        await auditRepository(trx).write({ actorId: null, action: 'a', entity: 'e', entityId: '1' }, origin, at);
        throw new Error('no');
      })
      .catch(() => {});
    await write('after');
    expect(await audit().verifyChain()).toEqual({ rows: 6, broken: null });
  });

  it.each([
    ['edited', `update audit_log set after = '{"amount_cents": 101}' where entity_id = '3'`],
    ['attributed to somebody else', `update audit_log set actor_id = 7 where entity_id = '3'`],
    ['backdated', `update audit_log set at = at - interval '1 second' where entity_id = '3'`],
    ['stripped of its hash', `update audit_log set hash = null, prev_hash = null where entity_id = '3'`],
  ])('detects a row that was %s', async (_what, statement) => {
    const { id } = await db.query.selectFrom('audit_log').select('id').where('entity_id', '=', '3').executeTakeFirstOrThrow();
    await tamper(statement);
    expect(await audit().verifyChain()).toEqual({ rows: 2, broken: id });
  });

  it('detects a missing row, even the last', async () => {
    await tamper(`delete from audit_log where entity_id = '2'`);
    expect((await audit().verifyChain()).rows).toBe(1);
    await tamper(`delete from audit_log where entity_id in ('2', '3', '4', '5')`);
    expect(await audit().verifyChain()).toEqual({ rows: 1, broken: 'head' });
  });

  it('refuses update, delete and truncate by the application', async () => {
    for (const statement of [`update audit_log set cause = 'x'`, 'delete from audit_log', 'truncate audit_log'])
      await expect(sql.raw(statement).execute(db.query)).rejects.toMatchObject({ code: '42501' });
    expect(await audit().verifyChain()).toEqual({ rows: 5, broken: null });
  });
});

describe('history', () => {
  let server: TestApp;
  const tokens: Record<string, string> = {};
  let record: number;
  let adjustment: string;

  beforeAll(async () => {
    server = await testApp();
    const sam = await server.add({ email: 'sam@example.test', role: 'salesperson' });
    await server.add({ email: 'kim@example.test', role: 'salesperson' });
    await server.add({ email: 'vic@example.test', role: 'vp_sales', first_name: 'Vic', last_name: 'Vice' });
    for (const name of ['sam', 'kim', 'vic']) tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
    record = await addRecord(server.db, { user_id: sam, booking_date: '2026-11-02', net_cents: 100_00, amount_cents: 5_00 });
    const { invoice_id } = await server.db.query
      .selectFrom('commission_records')
      .selectAll()
      .where('id', '=', record)
      .executeTakeFirstOrThrow();
    const body = { adjustment_amount: '25', adjustment_reason: 'Referral bonus', related_invoice_id: String(invoice_id) };
    adjustment = (await server.call('POST', '/api/v1/adjustments', { token: tokens.vic, body })).json().id;
    const edited = { ...body, adjustment_amount: '30', version: 1 };
    await server.call('PUT', `/api/v1/adjustments/${adjustment}`, { token: tokens.vic, body: edited });
  });
  afterAll(() => server.close());

  const history = (name: string, path: string) => server.call('GET', `/api/v1/${path}/history`, { token: tokens[name] });

  it('shows a record’s owner who changed what, before and after, including adjustments', async () => {
    const { data } = (await history('sam', `commissions/${record}`)).json();
    expect(data[0]).toMatchObject({
      actor: 'Vic Vice',
      action: 'Adjustment edited',
      changes: [{ field: 'Amount', before: '$25.00', after: '$30.00' }],
    });
    expect(data.map(({ action }: { action: string }) => action)).toContain('Adjustment created');
    const entries = data.filter(({ action }: { action: string }) => action.startsWith('Commission'));
    expect(entries.flatMap(({ changes }: { changes: { field: string }[] }) => changes)).toContainEqual({
      field: 'Adjustments',
      before: '$25.00',
      after: '$30.00',
    });
    expect((await history('sam', `adjustments/${adjustment}`)).json().data).toHaveLength(2);
  });

  it('decisions 3.03: refuses people without access to the record', async () => {
    for (const path of [`commissions/${record}`, `adjustments/${adjustment}`]) expect((await history('kim', path)).statusCode).toBe(403);
    for (const path of ['commissions/999999', 'adjustments/abc']) expect((await history('vic', path)).statusCode).toBe(404);
  });

  it('keeps the whole chain valid', async () => {
    expect(await auditRepository(server.db.query).verifyChain()).toMatchObject({ broken: null });
  });
});
