import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditRepository } from '../../../server/db/repositories/audit/audit.ts';
import * as checks from '../../../soak/company/checks.ts';
import { auditDigest } from '../../../soak/company/digest.ts';
import { closedChanges, closedFacts, lensChanges, payOf, payRise, summaryFaults } from '../../../soak/company/memory.ts';
import { addReceipt } from '../support/facts.ts';
import { addRecord } from '../support/records.ts';
import { addPerson } from '../support/testApp.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

let db: TestDatabase;
let sam = 0;
beforeAll(async () => {
  db = await freshDatabase();
  sam = await addPerson(db, { email: 'sam@example.test', role: 'salesperson' });
});
afterAll(() => db.drop());

/** Writes what the database's own triggers would refuse. */
const writeWithoutTriggers = (statement: RawBuilder<unknown>): Promise<void> =>
  db.query.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await statement.execute(trx);
  });
const amounts = {
  id: 1,
  amount_cents: 500,
  adjustments_cents: 100,
  released_cents: 600,
  paid_cents: 200,
  due_cents: 400,
  payouts: 200,
  adjusted: 100,
};
const validRecord = { ...amounts, status: 'partially_paid' };
const adjustment = (cents: number, state: 'approved' | 'pending', day: string) => ({
  user_id: sam,
  commission_id: null,
  related_invoice_id: null,
  amount_cents: cents,
  reason: 'A prize',
  state,
  effective_date: day,
  kind: 'prize' as const,
  created_by: sam,
  decided_by: null,
  decided_at: null,
});

describe('invariants of a simulated company detect hand-made faults', () => {
  it('a record whose amounts do not add up', () => {
    expect(checks.recordFault(validRecord)).toBeNull();
    expect(checks.recordFault({ ...validRecord, payouts: 100 })).toBe('paid differs from its payouts');
    expect(checks.recordFault({ ...validRecord, adjusted: 0 })).toBe('adjustments differ from its approved adjustments');
    expect(checks.recordFault({ ...validRecord, released_cents: 700, due_cents: 500 })).toBe('released exceeds earned');
    expect(checks.recordFault({ ...validRecord, due_cents: 401 })).toBe('due is not released minus paid');
    expect(checks.recordFault({ ...validRecord, status: 'due' })).toBe('the status does not follow from the amounts');
    expect(checks.recordFault({ ...validRecord, paid_cents: 700, payouts: 700, due_cents: 0, status: 'over_paid' })).toBeNull();
    expect(
      checks.recordFault({
        ...validRecord,
        amount_cents: -700,
        released_cents: -600,
        paid_cents: 0,
        payouts: 0,
        due_cents: -600,
        status: 'due',
      }),
    ).toBeNull();
  });
  it('a receipt that allocates more than its amount, and an invoice paid twice', async () => {
    const record = await addRecord(db, { user_id: sam, booking_date: '2025-07-02' });
    const { invoice_id } = await db.query
      .selectFrom('commission_records')
      .select('invoice_id')
      .where('id', '=', record)
      .executeTakeFirstOrThrow();
    const money = { amount_cents: 100_00, payment_date: '2025-07-03', method: 'ACH', state: 'completed' as const };
    const receipt_id = await addReceipt(db.query, money);
    const row = { ...money, receipt_id, invoice_id, reference: null, reversal_of_id: null, notes: null };
    await db.query.insertInto('customer_payments').values(row).execute();
    expect(await checks.allocationsWithinReceipts(db)).toEqual([]);
    await writeWithoutTriggers(sql`insert into customer_payments (receipt_id, invoice_id, amount_cents, payment_date, method, state)
      values (${receipt_id}, ${invoice_id}, 5000, '2025-07-03', 'ACH', 'completed')`);
    expect(await checks.allocationsWithinReceipts(db)).toEqual([
      JSON.stringify({ receipt: receipt_id, amount_cents: 10000, allocated: 15000 }),
      JSON.stringify({ receipt: invoice_id, amount_cents: 12000, allocated: 15000 }),
    ]);
  });
  it('totals that lack a record', async () => {
    expect(await checks.sumsEqualRows(db)).not.toEqual([]);
  });
  it('clause sums that lack a record', async () => {
    const fault = JSON.stringify({ differing_clause_sums: 1 });
    expect(await checks.sumsEqualRows(db)).not.toContain(fault);
    await sql`delete from clause_sums where key = '?'`.execute(db.query);
    expect(await checks.sumsEqualRows(db)).toContain(fault);
  });
  it('marks without a computation', async () => {
    expect(await checks.recomputesTheSame(db, new Date('2025-07-05T12:00:00Z'))).not.toEqual([]);
  });
  it('a notification without the key of its occurrence, and one repeated at the same moment', async () => {
    const notice = (key: string | null, at: string) =>
      sql`insert into notifications (user_id, type, priority, title, message, dedupe_key, created_at)
        values (${sam}, 'commission', 'medium', 'Due', 'It is due', ${key}, ${at}::timestamptz)`.execute(db.query);
    await notice('record 1 due', '2025-07-02T10:00:00Z');
    await notice('record 1 due again', '2025-07-03T10:00:00Z');
    expect(await checks.noDuplicateNotices(db)).toEqual([]);
    await notice('record 1 due twice', '2025-07-03T10:00:00Z');
    await notice(null, '2025-07-04T10:00:00Z');
    expect(await checks.noDuplicateNotices(db)).toHaveLength(2);
  });
  it('an altered audit row, and another audit log', async () => {
    const origin = { network: 'console', requestId: 'one' };
    const at = new Date('2025-07-02T10:00:00Z');
    const audit = auditRepository(db.query);
    await audit.write({ actorId: null, action: 'user.added', entity: 'user', entityId: '1' }, origin, at);
    const digest = await auditDigest(db);
    expect(await checks.auditChainIsIntact(db)).toEqual([]);
    await audit.write({ actorId: null, action: 'user.added', entity: 'user', entityId: '2' }, { ...origin, requestId: 'two' }, at);
    expect(await auditDigest(db)).not.toBe(digest);
    await writeWithoutTriggers(sql`update audit_log set action = 'user.changed' where entity_id = '1'`);
    expect(await checks.auditChainIsIntact(db)).toHaveLength(1);
  });
  it('no other audit log in another salt', async () => {
    const close = { actorId: null, action: 'period.close', entity: 'pay_period', entityId: '2025-07' } as const;
    const origin = { network: 'console', requestId: 'three' };
    await auditRepository(db.query).write({ ...close, after: { state: 'closed', hash: 'ab' } }, origin, new Date('2025-08-04T10:00:00Z'));
    const digest = await auditDigest(db);
    const change = (after: string) => writeWithoutTriggers(sql`update audit_log set after = ${after}::jsonb where action = 'period.close'`);
    await change('{"state":"closed","hash":"cd"}');
    expect(await auditDigest(db)).toBe(digest);
    await change('{"state":"open","hash":"cd"}');
    expect(await auditDigest(db)).not.toBe(digest);
  });
  it('a secret in a text', () => {
    expect(checks.secretsIn('/users', '{"password":"canary of lakes"}', ['canary of lakes'])).toEqual(['/users contains canary…']);
    expect(checks.secretsIn('/users', '{}', ['canary of lakes'])).toEqual([]);
  });
  it('a closed month that changed, and one that was reopened since', async () => {
    await db.query
      .insertInto('adjustments')
      .values(adjustment(700, 'approved', '2025-07-04'))
      .execute();
    const period = { start_date: '2025-07-01', end_date: '2025-07-31', state: 'closed' as const };
    await db.query.insertInto('pay_periods').values(period).execute();
    const before = await closedFacts(db);
    expect(closedChanges(before, await closedFacts(db))).toEqual([]);
    await sql`update adjustments set amount_cents = 800`.execute(db.query);
    expect(closedChanges(before, await closedFacts(db))).toEqual([
      expect.stringMatching(/^2025-07 version 1, adjustments of \d+: \d+ 700 -> \d+ 800$/),
    ]);
    await sql`update adjustments set state = 'pending'`.execute(db.query);
    expect(closedChanges(before, await closedFacts(db))).toContainEqual(expect.stringMatching(/adjustments of \d+: \d+ 700 -> nothing$/));
    expect(closedChanges(await closedFacts(db), before)).toContainEqual(expect.stringMatching(/adjustments of \d+: nothing -> \d+ 700$/));
    await sql`update adjustments set state = 'approved'`.execute(db.query);
    await sql`update pay_periods set version = version + 1`.execute(db.query);
    expect(closedChanges(before, await closedFacts(db))).toEqual([]);
  });
  it('a raise of one’s own pay', async () => {
    const before = await payOf(db, sam, '2025-07-31');
    await db.query
      .insertInto('adjustments')
      .values(adjustment(50, 'approved', '2025-07-05'))
      .execute();
    expect(payRise('act by sam', before, await payOf(db, sam, '2025-07-31'))).toEqual([
      `act by sam: released ${before.released} -> ${before.released + 50} cents`,
      `act by sam: dueOrPaid ${before.dueOrPaid} -> ${before.dueOrPaid + 50} cents`,
    ]);
    expect(payRise('act by sam', before, before)).toEqual([]);
  });
  it('a lens that differs from the day', () => {
    expect(lensChanges('2025-07-02', { 'abe /x': '200 {"due":1}' }, { 'abe /x': '200 {"due":1}' })).toEqual([]);
    expect(lensChanges('2025-07-02', { 'abe /x': '200 {"due":1}' }, { 'abe /x': '200 {"due":2}' })).toEqual([
      'as of 2025-07-02, abe /x: …200 {"due":1}… -> …200 {"due":2}…',
    ]);
  });
  it('a card that does not add up, and one that differs from the rows', () => {
    const card = { earned: 10, paid: 4, due: 3, not_yet_due: 4, overpaid: 1 };
    const summary = Object.fromEntries(Object.entries(card).map(([name, amount]) => [`total_commission_${name}`, amount])) as never;
    expect(summaryFaults(summary, { earned: 1000, paid: 400, due: 300 })).toEqual([]);
    expect(summaryFaults(summary, { earned: 1000, paid: 400, due: 200 })).toEqual([
      'the card {"earned":1000,"paid":400,"due":300} differs from the rows {"earned":1000,"paid":400,"due":200}',
    ]);
    const off = { ...(summary as object), total_commission_overpaid: 0 } as never;
    expect(summaryFaults(off, { earned: 1000, paid: 400, due: 300 })).toHaveLength(1);
  });
});
