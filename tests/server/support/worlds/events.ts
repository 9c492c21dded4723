import { expect } from 'vitest';
import type { Event, EventPage } from '../../../../contract/entities/event.ts';
import type { Role } from '../../../../contract/entities/user.ts';
import { localDay } from '../../../../contract/rules/events/eventNeeds.ts';
import type { NewEvent } from '../../../../server/db/repositories/events/events.ts';
import { type Answer, type Call, type TestApp, testApp } from '../testApp.ts';

/** The test clock's day in the company's zone. */
export const TODAY = '2026-11-21';
export const JSON_PATCH = 'application/json-patch+json';

const blank = {
  src_id: null,
  customer_type: null,
  state: null,
  starts_at: null,
  ends_at: null,
  timezone: 'America/New_York',
  activity: null,
  activity_type: null,
  age: null,
  devices: null,
  format: null,
  contact_name: null,
  contact_email: null,
  contact_phone: null,
  price: null,
  program_notes: null,
  host_anchor: null,
  host_url: null,
  shift: null,
  reviewed: null,
  tech_setup_required: null,
  tech_setup_completed: null,
  pre_program_setup_email_sent: null,
  pre_program_reminder_email_sent: null,
  sling_shift_time: null,
  invoiced: null,
  invoice_id: null,
  sales_person: null,
  sales_lead: null,
  internal_notes: null,
};

/** An event as stored by the product, with its local day. */
export const eventRow = (event: Partial<Omit<NewEvent, 'day'>> = {}): NewEvent => {
  const row = { customer_name: 'Mesa Public Library', ...blank, ...event };
  const day = row.has_program === false ? null : localDay(row.starts_at, row.timezone);
  return { ...row, day };
};

/** Editing rights: Ada, Vic and Eve all events; Mia those of her team, Sam Seller and Lee Rep; Max another team's; Fay none. */
export const createEventWorld = async () => {
  const server: TestApp = await testApp();
  const ids: Record<string, number> = {};
  const tokens: Record<string, string> = {};
  const join = async (name: string, role: Role, more: { first_name: string; last_name: string; manager_id?: number | undefined }) => {
    const { manager_id, ...names } = more;
    ids[name] = await server.add({ email: `${name}@example.test`, role, ...names, ...(manager_id === undefined ? {} : { manager_id }) });
    tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  };
  await join('ada', 'admin', { first_name: 'Ada', last_name: 'Admin' });
  await join('vic', 'vp_sales', { first_name: 'Vic', last_name: 'Vice' });
  await join('eve', 'events_manager', { first_name: 'Eve', last_name: 'Vents' });
  await join('fay', 'finance', { first_name: 'Fay', last_name: 'Nance' });
  await join('mia', 'sales_manager', { first_name: 'Mia', last_name: 'Manager' });
  await join('max', 'sales_manager', { first_name: 'Max', last_name: 'Other' });
  await join('sam', 'salesperson', { first_name: 'Sam', last_name: 'Seller', manager_id: ids.mia });
  await join('lee', 'salesperson', { first_name: 'Lee', last_name: 'Rep', manager_id: ids.mia });
  await join('kim', 'salesperson', { first_name: 'Kim', last_name: 'Kind', manager_id: ids.max });

  const add = async (event: Partial<Omit<NewEvent, 'day'>> = {}): Promise<string> => {
    const row = await server.db.query.insertInto('events').values(eventRow(event)).returning('id').executeTakeFirstOrThrow();
    return String(row.id);
  };
  const list = (query: string, name = 'eve'): Promise<Answer> => server.call('GET', `/api/v1/events?${query}`, { token: tokens[name] });
  const page = async (query: string, name = 'eve'): Promise<EventPage> => {
    const answer = await list(query, name);
    expect(answer.statusCode, `${query}: ${answer.body}`).toBe(200);
    return answer.json();
  };
  /** Reads all pages: the first with the query, the next with only cursor and limit (spec 7.26). */
  const walk = async (query: string, limit: number, name = 'eve'): Promise<Event[]> => {
    const rows: Event[] = [];
    let result = await page(`${query}&limit=${limit}`, name);
    for (;;) {
      rows.push(...result.data);
      const { cursor } = result.pagination;
      if (cursor === null) return rows;
      expect(result.data).toHaveLength(limit);
      result = await page(`cursor=${cursor}&limit=${limit}`, name);
    }
  };
  const patch = (name: string, id: string, body: unknown, headers: Record<string, string> = {}, overrides: Call = {}): Promise<Answer> =>
    server.call('PATCH', `/api/v1/events/${id}`, {
      token: tokens[name],
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': JSON_PATCH, ...headers },
      ...overrides,
    });
  const set = (name: string, id: string, field: string, value: unknown, version?: number): Promise<Answer> =>
    patch(name, id, [{ op: 'add', path: `/${field}`, value }], version === undefined ? {} : { 'if-match': `"${version}"` });
  const stored = (id: string) => server.db.query.selectFrom('events').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow();
  return { server, ids, tokens, add, list, page, walk, patch, set, stored };
};
export type EventWorld = Awaited<ReturnType<typeof createEventWorld>>;
