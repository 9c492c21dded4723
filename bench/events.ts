import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import pg from 'pg';
import { eventNeeds } from '../contract/entities/event.ts';
import type { Actor } from '../contract/permissions.ts';
import type { Database } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { openStore } from '../server/db/repositories/store.ts';
import { type EventsQuery, listEvents } from '../server/domain/events/eventList.ts';
import type { Result } from './result.ts';

const TODAY = '2026-11-21';
const EVENTS_MANAGER: Actor = { id: '1', role: 'events_manager' };
const ROUNDS = 75;
const WARM = 6;
/** The demo company's range: from a year back to four months ahead. */
const DAYS = 485;
const AHEAD = 120;
const MONTH = { start_date: '2026-11-01', end_date: '2026-11-30', limit: 50 };

/** The measured queries: the page as first opened, every filter, every need, other sort orders. */
const questions: Readonly<Record<string, EventsQuery>> = {
  'as it opens': MONTH,
  customer: { ...MONTH, customer: 'library 4' },
  state: { ...MONTH, state: 'az' },
  activity: { ...MONTH, activity: 'python' },
  'sales person': { ...MONTH, sales_person: 'person 7' },
  'sales lead': { ...MONTH, sales_lead: 'person 8' },
  'activity type': { ...MONTH, activity_type: 'Scratch' },
  reviewed: { ...MONTH, reviewed: 'No' },
  'tech setup required': { ...MONTH, tech_setup_required: 'Unknown' },
  invoiced: { ...MONTH, invoiced: 'Sent' },
  ...Object.fromEntries(eventNeeds.map((need) => [need, { ...MONTH, [need]: 'true' as const }])),
  'by customer': { ...MONTH, sort_field: 'customer', sort_direction: 'asc' },
  'by price': { ...MONTH, sort_field: 'price', sort_direction: 'desc' },
};

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The medians of both, which run alternately so that background load affects them equally. */
const measureBoth = async (item: () => Promise<unknown>, other: () => Promise<unknown>): Promise<readonly [number, number]> => {
  const times: [number[], number[]] = [[], []];
  for (let round = -WARM; round < ROUNDS; round += 1)
    for (const [index, work] of [item, other].entries()) {
      const from = performance.now();
      await work();
      if (round >= 0) times[index]?.push(performance.now() - from);
    }
  return [median(times[0]), median(times[1])];
};

/** Inserts events roughly in date order, as they are entered; a few future ones have no date yet. */
const fill = async (db: Database, count: number, days: number): Promise<void> => {
  const pick = (values: readonly string[], step: number) =>
    `(array[${values.map((value) => `'${value}'`).join(', ')}])[1 + (i * ${step}) % ${values.length}]`;
  const answers = (step: number) => pick(['Yes', 'Yes', 'No', 'Yes', 'Unknown', 'Yes', 'No'], step);
  await db.script(`
    insert into events (src_id, customer_name, customer_type, state, has_program, tbd, starts_at, ends_at, timezone, has_time, has_day, activity,
      activity_type, age, devices, format, contact_name, contact_email, contact_phone, price, program_notes, host_anchor, host_url, reviewed,
      tech_setup_required, tech_setup_completed, pre_program_setup_email_sent, pre_program_reminder_email_sent, invoiced, invoice_id,
      sales_person, sales_lead, day)
    select 'SCH-' || i, 'Public Library ' || (i * 7919) % 997, ${pick(['Library', 'School', 'District'], 1)}, ${pick(['AZ', 'NY', 'CA', 'TX', 'OH', 'IL'], 5)},
      true, undated, case when not undated then d + interval '17 hours' end, case when not undated then d + interval '18 hours' end, 'America/New_York',
      not undated, not undated, ${pick(['Python Basics', 'Scratch Stories', 'Minecraft Modding 101', 'Roblox Game Design'], 3)},
      ${pick(['Minecraft', 'Roblox', 'Python', 'Scratch', 'Web-Dev', 'Code-In-Class', 'Sphero', 'Canceled'], 3)}, '8-10', 'BYOD', 'Virtual',
      'Contact ' || i % 5000, 'contact' || i % 5000 || '@library.test', '(480) 555-0100', '$' || (i * 31) % 900 || '.00', 'Room B, projector on site',
      'Host ' || i % 18, 'https://meet.example.com/' || i, case when d < '${TODAY}' then 'Yes' else ${answers(1)} end,
      ${pick(['Yes', 'No', 'Yes', 'No', 'Unknown'], 1)}, ${answers(2)}, ${answers(3)}, ${answers(4)},
      ${pick(['Sent', 'Received', 'Need To Send', 'Unknown'], 1)}, '10001-ABC', 'Sales Person ' || (i * 13) % 40, 'Sales Person ' || (i * 17) % 40,
      case when not undated then d::date end
    from (
      select i, d, i % 300 = 0 and d > '${TODAY}' as undated from (
        select i, '${TODAY}'::timestamptz + interval '${AHEAD} days' - ((i * ${days}) / ${count}) * interval '1 day' as d
        from generate_series(0::bigint, ${count} - 1) i) spread) made
    order by d, i;
    insert into users (email, first_name, last_name, role)
      select 'seller' || i || '@bench.test', 'Sales', 'Person ' || i, 'salesperson' from generate_series(1, 40) i;`);
  await db.script('vacuum analyze events');
};

/** Runs `work` on its own database on the server, dropped afterwards. */
const withEvents = async <T>(serverUrl: string, count: number, days: number, work: (db: Database) => Promise<T>): Promise<T> => {
  const name = `quotaboard_bench_events_${process.pid}_${count}_${days}`;
  const inServer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await inServer(`create database "${name}"`);
  try {
    const db = await openDatabase({ databaseUrl: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href, dataDir: '' });
    try {
      await migrate(db);
      await fill(db, count, days);
      return await work(db);
    } finally {
      await db.close();
    }
  } finally {
    await inServer(`drop database if exists "${name}" with (force)`);
  }
};

/** All queries on one database, as an events manager, who sees everything, and as a salesperson, whose access is resolved by name. */
const createQueries = async (db: Database): Promise<Map<string, () => Promise<unknown>>> => {
  const services = { store: openStore(db), clock: () => new Date(`${TODAY}T19:00:00Z`) };
  const { rows } = await sql<{ id: number }>`select id from users where role = 'salesperson' order by id limit 1`.execute(db.query);
  const seller: Actor = { id: String(rows[0]?.id), role: 'salesperson' };
  const asks = Object.entries(questions).map(([name, query]) => [name, () => listEvents(services, EVENTS_MANAGER, query)] as const);
  return new Map([...asks, ['as a salesperson', () => listEvents(services, seller, MONTH)]]);
};

/**
 * First pages with their summary on PostgreSQL, at the given sizes and for both ways a company grows: a longer history with the same number
 * of events per day, or more events on the same days. The first size is the baseline.
 */
export const benchEvents = async (serverUrl: string, sizes: readonly number[]): Promise<Result[]> => {
  const [smallest = 10_000, ...larger] = sizes;
  const results: Result[] = [];
  await withEvents(serverUrl, smallest, DAYS, async (small) => {
    const first = await createQueries(small);
    for (const size of larger) {
      const shapes = { 'longer history': Math.round((DAYS * size) / smallest), 'denser days': DAYS };
      for (const [shape, days] of Object.entries(shapes))
        await withEvents(serverUrl, size, days, async (large) => {
          for (const [name, ask] of await createQueries(large)) {
            const [little, much] = await measureBoth(first.get(name) ?? ask, ask);
            const label = `events ${name}, ${shape}`;
            results.push(
              { what: `${label}, ${smallest / 1000}k, ms`, value: little },
              { what: `${label}, ${size / 1000}k, ms`, value: much },
            );
            results.push({ what: `${label}, ${size / 1000}k ÷ ${smallest / 1000}k`, value: much / little, limit: 1.3 });
          }
        });
    }
  });
  return results;
};
