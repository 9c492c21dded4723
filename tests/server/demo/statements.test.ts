import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../../server/db/repositories/store.ts';
import { loadDemo } from '../../../server/demo/loadDemo.ts';
import { commissionChanges } from '../../../server/domain/commissions/explain/index.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  await loadDemo(db, { today: '2026-11-21', scale: 0.2, passwordHash: 'hash' });
}, 300_000);
afterAll(() => db.drop());

const rows = async <Row>(statement: string): Promise<Row[]> => (await sql.raw<Row>(statement).execute(db.query)).rows;

describe('decisions 2.11: demo statements', () => {
  test('are issued to everyone in the newest closed months at the time of closing', async () => {
    expect(
      await rows(`select i.month, count(*)::int8 as statements, bool_and(i.issued_at = p.closed_at and i.written_at = p.closed_at) as closed,
        bool_and(sha256 = encode(sha256(content), 'hex')) as files, count(*) filter (where substring(content from 1 for 4) = '%PDF'::bytea)::int8 as pdfs,
        count(distinct i.user_id) = (select count(distinct user_id) from commission_months where month = i.month and records > 0) as everyone
        from issued_statements i join pay_periods p on p.start_date = i.month group by i.month order by i.month`),
    ).toEqual([
      { month: '2026-07-01', statements: 8, closed: true, files: true, pdfs: 1, everyone: true },
      { month: '2026-08-01', statements: 8, closed: true, files: true, pdfs: 1, everyone: true },
    ]);
  });

  test('differ from today only by later bookings', async () => {
    const [seller] = await rows<{ id: number; booked: number }>(`select u.id, sum(r.amount_cents)::int8 as booked from users u
      join commission_records r on r.user_id = u.id where u.email = 'sales@demo.test' and r.booking_date between '2026-10-01' and '2026-11-21' group by 1`);
    const query = { start_date: '2026-10-01', end_date: '2026-11-21' };
    const actor = { id: String(seller?.id), role: 'salesperson' } as const;
    const { since, from, steps } = await commissionChanges({ store: openStore(db) }, actor, query);
    expect([since, from]).toEqual(['2026-09-07', 0]);
    expect(steps.filter(({ label }) => label !== 'Adjustments').reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(
      seller?.booked,
    );
  });

  test('are mostly confirmed, each with an audit row, and pending for some people and the demo account', async () => {
    const confirmed = await rows<{ id: number }>(`select i.id from issued_statements i join audit_log l on l.action = 'statement.confirmed'
      and l.entity_id = i.id::text and l.actor_id = i.user_id and l.at = i.confirmed_at and l.after->>'sha256' = i.sha256`);
    expect(confirmed).toHaveLength((await rows('select id from issued_statements where confirmed_at > issued_at')).length);
    expect(confirmed.length).toBeGreaterThan(8);
    const unconfirmed = await openStore(db).issued.unconfirmed(null);
    expect(unconfirmed.length).toBeGreaterThan(1);
    const [seller] = await rows<{ id: number }>("select id from users where email = 'sales@demo.test'");
    expect(unconfirmed.find(({ user_id }) => user_id === seller?.id)?.months).toContain('2026-08-01');
  });
});
