import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../contract/entities/user.ts';
import { can, type Permission } from '../../../contract/permissions.ts';
import { loadDemo } from '../../../server/demo/loadDemo.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

type Notice = Readonly<{ title: string; message: string; type: string; link: string | null; userId: number; role: Role }>;
type Linked = Readonly<{ name: string; day: string | null; owner: number | null; manager: number | null }>;

let db: TestDatabase;
let notices: readonly Notice[];
const rows = async <Row>(statement: string): Promise<Row[]> => (await sql.raw<Row>(statement).execute(db.query)).rows;
beforeAll(async () => {
  db = await freshDatabase();
  await loadDemo(db, { today: '2026-11-28', scale: 0.2, passwordHash: 'hash' });
  notices = await rows(`select n.title, n.message, n.type, n.link, u.id as "userId", u.role
    from notifications n join users u on u.id = n.user_id order by n.id`);
}, 300_000);
afterAll(() => db.drop());

const amount = `to_char(amount_cents / 100.0, 'FM$999,999,990.00')`;
/** By link parameter: the item's name as in the notice, its day in the list and its owner. */
const things: Readonly<Record<string, string>> = {
  record: 'select invoice_number as name, booking_date::text as day, user_id as owner from commission_records where id =',
  adjustment: 'select reason as name, effective_date::text as day, user_id as owner from adjustments where id =',
  deal: 'select name, null as day, owner_id as owner from deals where id =',
  event: 'select customer_name as name, day::text as day, null::int8 as owner from events where id =',
  of: `select ${amount} as name, null as day, user_id as owner from payouts where id =`,
  payment: `select ${amount} as name, null as day, user_id as owner from payouts where id =`,
  payout: `select ${amount} as name, null as day, user_id as owner from payouts where id =`,
};
const linkUrlOf = ({ link }: Notice): URL => new URL(link ?? '', 'http://company.test');
const keyOf = (notice: Notice): string | undefined => [...linkUrlOf(notice).searchParams.keys()].find((name) => name in things);
const linkedBy = async (notice: Notice, key: string): Promise<Linked | undefined> => {
  const id = Number(/\d+$/.exec(linkUrlOf(notice).searchParams.get(key) ?? '')?.[0]);
  const [linked] = await rows<Linked>(
    `select t.*, u.manager_id as manager from (${things[key]} ${id}) t left join users u on u.id = t.owner`,
  );
  return linked;
};

describe('decisions 5.02: demo notifications', () => {
  test('link to their subject, in the range of days that contains it', async () => {
    const about = notices.filter(({ type }) => type !== 'system' && type !== 'quota');
    expect(new Set(about.map(({ title }) => title))).toContain('Commission paid');
    for (const notice of about) {
      const linked = await linkedBy(notice, keyOf(notice) ?? 'record');
      expect(linked, `${notice.title} ${notice.link}`).toBeDefined();
      expect(notice.message).toContain(linked?.name);
      if (!linked?.day) continue;
      const { start = '', end = '' } = Object.fromEntries(linkUrlOf(notice).searchParams);
      expect(start <= linked.day && linked.day <= end, `${notice.title} ${notice.link}`).toBe(true);
    }
  });

  test('link only to pages their reader may open', async () => {
    for (const notice of notices.filter(({ link }) => link !== null)) {
      const [, page = ''] = linkUrlOf(notice).pathname.split('/');
      const permission = `screen:${page === 'wake' ? 'commissions' : page}` as Permission;
      expect(can({ id: String(notice.userId), role: notice.role }, permission), `${notice.role}: ${notice.title}`).toBe(true);
      const key = keyOf(notice);
      const linked = key ? await linkedBy(notice, key) : undefined;
      if (notice.role === 'salesperson' && linked?.owner) expect(linked.owner, notice.title).toBe(notice.userId);
      if (notice.role === 'sales_manager' && linked?.owner) expect(linked.manager, notice.title).toBe(notice.userId);
      if (key === 'of' || key === 'payout') expect(linked?.owner, notice.title).toBe(notice.userId);
    }
  });

  test('about a quota link to its whole quarter', () => {
    const quarters = notices.filter(({ type }) => type === 'quota').map((notice) => Object.fromEntries(linkUrlOf(notice).searchParams));
    expect(quarters.length).toBeGreaterThan(0);
    for (const quarter of quarters) expect(quarter).toEqual({ period: 'quarter', start: '2026-10-01', end: '2026-12-31' });
  });
});
