import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventPage } from '../../../contract/entities/event.ts';
import { localDay } from '../../../contract/rules/events/eventNeeds.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { loadDemo } from '../../../server/demo/loadDemo.ts';
import { listEvents } from '../../../server/domain/events/eventList.ts';
import { readEventTimeline } from '../../../server/domain/events/eventTimeline.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

const today = '2026-11-21';
const clock = () => new Date(`${today}T19:00:00Z`);
const ADMIN = { id: '1', role: 'admin' } as const;
let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  await loadDemo(db, { today, passwordHash: 'hash' });
}, 120_000);
afterAll(() => db.drop());

const one = async <Row>(statement: string): Promise<Row> => (await sql.raw<Row>(statement).execute(db.query)).rows[0] as Row;
const list = (query: object): Promise<EventPage> =>
  listEvents({ store: openStore(db), clock }, ADMIN, { start_date: '2026-11-01', end_date: '2026-11-30', limit: 50, ...query });

describe('demo events', () => {
  test('have a local day', async () => {
    const rows = await db.query.selectFrom('events').select(['starts_at', 'timezone', 'day']).execute();
    for (const { starts_at, timezone, day } of rows) expect(day).toBe(localDay(starts_at, timezone));
  });

  test('are undecided in every way, rarely without any day, and without a time if without a program', async () => {
    const counts = await one<Record<string, number>>(`select count(*) filter (where tbd and not has_day and day is not null) as month_known,
      count(*) filter (where tbd and has_day and not has_time) as day_known, count(*) filter (where tbd and day is null) as nothing,
      count(*) filter (where not tbd and not has_time) as timeless, count(*) filter (where not has_program) as no_program,
      count(*) filter (where not has_program and (day is not null or starts_at is not null)) as wrong,
      count(*) filter (where not has_day and day is not null and extract(day from day) <> 1 and timezone like 'America/_%o') as not_first from events`);
    const { month_known = 0, day_known = 0, nothing: unknown = 0, timeless = 0, no_program = 0, wrong, not_first } = counts;
    expect(month_known).toBeGreaterThan(day_known);
    expect(day_known).toBeGreaterThan(unknown);
    for (const count of [unknown, timeless, no_program]) expect(count).toBeGreaterThan(2);
    expect([unknown < 20, wrong, not_first]).toEqual([true, 0, 0]);
  });

  test('name existing earlier invoices of the same customer and salesperson', async () => {
    const counts = await one<Record<string, number>>(`
      select count(*) as named, count(i.id) as found, count(*) filter (where i.customer_name = e.customer_name) as same_customer,
        count(*) filter (where u.first_name || ' ' || u.last_name = e.sales_person) as same_seller,
        count(*) filter (where i.booking_date <= e.day or not e.has_day or e.day is null) as before
      from events e left join invoices i on i.invoice_number = e.invoice_id left join users u on u.id = i.salesperson_id
      where e.invoice_id is not null`);
    expect(counts.named).toBeGreaterThan(1000);
    for (const count of ['found', 'same_customer', 'same_seller', 'before']) expect(counts[count], count).toBe(counts.named);
  });

  test('fill this month’s page and every card, with money in their timelines', async () => {
    const { data, summary, pagination } = await list({});
    expect(data).toHaveLength(50);
    expect(pagination.total).toBeGreaterThan(100);
    for (const [need, count] of Object.entries(summary)) expect(count, need).toBeGreaterThan(2);
    const received = (await list({ invoiced: 'Received', sort_direction: 'asc' })).data.find(({ invoice_id }) => invoice_id !== null);
    const { entries } = await readEventTimeline({ store: openStore(db), clock }, ADMIN, Number(received?.id));
    const kinds = new Set(entries.map(({ kind }) => kind));
    for (const kind of ['created', 'event', 'invoice', 'commission'] as const) expect([...kinds]).toContain(kind);
  });
});
