import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventColumns, eventFilters, eventNeeds } from '../../../contract/entities/event.ts';
import { up as events } from '../../../server/db/migrations/004_events.ts';
import { eventsPageRepository } from '../../../server/db/repositories/events/eventsPage.ts';
import { createEventWorld, type EventWorld, eventRow, TODAY } from '../support/worlds/events.ts';

let on: EventWorld;
beforeAll(async () => {
  on = await createEventWorld();
});
afterAll(() => on.server.close());

const days = async (from: string, to = from, more = ''): Promise<string[]> =>
  (await on.walk(`start_date=${from}&end_date=${to}&sort_direction=asc${more}`, 500)).map(({ customer }) => customer.name);

describe('day of an event', () => {
  beforeAll(async () => {
    const held = (customer_name: string, starts_at: string | null, timezone: string | null, overrides = {}) =>
      on.add({ customer_name, starts_at, timezone, ...overrides });
    await held('before the clocks go back', '2026-11-01T04:00:00Z', 'America/New_York');
    await held('twice half past one', '2026-11-01T05:30:00Z', 'America/New_York');
    await held('half past one again', '2026-11-01T06:30:00Z', 'America/New_York');
    await held('the last minute of that day', '2026-11-02T04:59:00Z', 'America/New_York');
    await held('Arizona, an hour later', '2026-11-02T06:59:00Z', 'US/Arizona');
    await held('the next day', '2026-11-02T05:00:00Z', 'America/New_York');
    await held('Kolkata', '2026-11-01T18:30:00Z', 'Asia/Kolkata');
    await held('no zone at all', '2026-11-02T06:59:00Z', 'Pacific Time');
    await held('nothing planned', null, null, { tbd: true, has_time: false, has_day: false });
    await held('no program', null, null, { has_program: false });
  });

  it('spec 2.46: is that of its own zone across clock changes, or UTC without a zone, as on the screen', async () => {
    expect(await days('2026-11-01')).toEqual([
      ...['before the clocks go back', 'twice half past one', 'half past one again', 'the last minute of that day'],
      'Arizona, an hour later',
    ]);
    expect(await days('2026-11-02')).toEqual(['Kolkata', 'the next day', 'no zone at all']);
  });

  it('is last in either direction if missing, in every range that includes today or ends later', async () => {
    const undated = ['nothing planned', 'no program'];
    expect(await days('2026-11-02', '2026-11-20')).toEqual(['Kolkata', 'the next day', 'no zone at all']);
    expect(await days('2026-11-02', TODAY)).toEqual(['Kolkata', 'the next day', 'no zone at all', ...undated]);
    expect(await days('2027-01-01', '2027-01-31')).toEqual(undated);
    const down = await on.walk(`start_date=2026-11-02&end_date=${TODAY}&sort_direction=desc`, 1);
    expect(down.map(({ customer }) => customer.name)).toEqual([
      'no zone at all',
      'the next day',
      'Kolkata',
      'no program',
      'nothing planned',
    ]);
    expect((await on.page(`start_date=2026-11-02&end_date=${TODAY}`)).pagination.total).toBe(5);
    expect((await on.page('start_date=2026-11-02&end_date=2026-11-20')).pagination.total).toBe(3);
  });

  it('compares with the company’s today: an hour before midnight in Phoenix is still that day', async () => {
    on.server.clock.set('2026-11-22T06:59:00Z');
    const open = await on.server.signIn('eve@example.test');
    const undated = async () =>
      (await on.server.call('GET', '/api/v1/events?start_date=2026-11-21&end_date=2026-11-21', { token: open.access_token })).json().data
        .length;
    expect(await undated()).toBe(2);
    on.server.clock.set('2026-11-22T07:00:00Z');
    expect(await undated()).toBe(0);
    on.server.clock.set('2026-11-21T12:00:00Z');
  });

  it('returns program null for an event without one, and preserves tricky text', async () => {
    const text = {
      internal_notes: '👩🏽‍💻 family',
      sling_shift_time: 'مكتبة الحي: ‏يرجى',
      sales_person: '<b>Bo</b>',
      invoice_id: '=HYPERLINK("https://x.test","a")',
    };
    const id = await on.add({ customer_name: 'ZZ "quoted"\n‮mirrored', has_program: false, ...text });
    const match = (await on.walk(`start_date=${TODAY}&end_date=${TODAY}`, 500)).find((event) => event.id === id);
    expect(match).toMatchObject({ program: null, host: null, shift: null, ...text, customer: { name: 'ZZ "quoted"\n‮mirrored' } });
  });
});

describe('undecided days', () => {
  const month = { tbd: true, has_day: false, has_time: false };
  beforeAll(async () => {
    const held = (name: string, starts_at: string, timezone: string, overrides = {}) =>
      on.add({ customer_name: `2027 ${name}`, starts_at, timezone, ...overrides });
    await held('some day in March', '2027-03-01T05:00:00Z', 'America/New_York', month);
    await held('the first of March', '2027-03-01T15:00:00Z', 'America/New_York');
    await held('some day in March as well', '2027-03-10T12:00:00Z', 'America/New_York', month);
    await held('March 31, late', '2027-04-01T06:00:00Z', 'America/Phoenix');
    await held('March 31', '2027-03-31T15:00:00Z', 'America/New_York');
    await held('March 15, the time not fixed', '2027-03-15T04:00:00Z', 'America/New_York', { tbd: true, has_time: false });
    await held('March 15', '2027-03-15T15:00:00Z', 'America/New_York');
    await held('the first of April in Tokyo', '2027-03-31T16:00:00Z', 'Asia/Tokyo');
    await held('some day in April', '2027-04-01T04:00:00Z', 'America/New_York', { ...month, tbd: false });
    await held('February 28', '2027-02-28T15:00:00Z', 'America/New_York');
    await held('some day in February', '2027-02-01T05:00:00Z', 'America/New_York', month);
  });

  const listed = async (direction: 'asc' | 'desc', limit: number, range = 'start_date=2027-02-01&end_date=2027-04-30') =>
    (await on.walk(`${range}&customer=2027&sort_field=date_time&sort_direction=${direction}`, limit)).map(({ customer }) =>
      customer.name.slice('2027 '.length),
    );

  it.each([1, 2, 50])('decisions 6.04: follow decided ones within their month, earliest first, in pages of %i', async (limit) => {
    expect(await listed('asc', limit)).toEqual([
      ...['February 28', 'some day in February'],
      ...['the first of March', 'March 15, the time not fixed', 'March 15', 'March 31', 'March 31, late'],
      ...['some day in March', 'some day in March as well'],
      ...['the first of April in Tokyo', 'some day in April'],
    ]);
  });

  it.each([1, 2, 50])('decisions 6.04: follow decided ones within their month, latest first, in pages of %i', async (limit) => {
    expect(await listed('desc', limit)).toEqual([
      ...['the first of April in Tokyo', 'some day in April'],
      ...['March 31, late', 'March 31', 'March 15', 'March 15, the time not fixed', 'the first of March'],
      ...['some day in March as well', 'some day in March'],
      ...['February 28', 'some day in February'],
    ]);
  });

  it('decisions 6.04: do so even if the range is part of the month', async () => {
    const half = 'start_date=2027-03-01&end_date=2027-03-15';
    const fixed = ['the first of March', 'March 15, the time not fixed', 'March 15'];
    expect(await listed('asc', 2, half)).toEqual([...fixed, 'some day in March', 'some day in March as well']);
    expect(await listed('desc', 2, half)).toEqual([...fixed.toReversed(), 'some day in March as well', 'some day in March']);
  });

  it('decisions 6.04: move to their place once decided', async () => {
    const result = sql`customer_name = '2027 some day in March'`;
    await sql`update events set has_day = true, tbd = false where ${result}`.execute(on.server.db.query);
    const march = 'start_date=2027-03-01&end_date=2027-03-15';
    expect((await listed('asc', 50, march)).slice(0, 2)).toEqual(['some day in March', 'the first of March']);
    await sql`update events set has_day = false, tbd = true where ${result}`.execute(on.server.db.query);
    expect((await listed('asc', 50, march)).at(-2)).toBe('some day in March');
  });
});

describe('migration of event days', () => {
  it('gives older events the days that the rules give', async () => {
    const times = [
      '2026-11-01T03:59:59Z',
      '2026-11-01T05:30:00Z',
      '2026-11-02T04:59:59Z',
      '2026-03-08T05:00:00Z',
      '2026-03-09T03:59:59Z',
      '2026-07-01T06:59:59Z',
      null,
    ];
    const zones = ['America/New_York', 'US/Arizona', 'America/Pheonix', 'GMT-7ish', 'Asia/Kolkata', ' america/new_york ', '', null];
    for (const starts_at of times)
      for (const timezone of zones) await on.add({ starts_at, timezone, customer_name: 'old', has_program: timezone !== '' });
    const plan = async (column: string) =>
      (
        await sql<{ day: string }>`select ${sql.raw(column)} as day from events where customer_name = 'old' order by id`.execute(
          on.server.db.query,
        )
      ).rows;
    const written = await plan('day');
    await sql`update events set day = null where customer_name = 'old'`.execute(on.server.db.query);
    const [update = ''] = /update events e set day[^;]*;/.exec(events) ?? [];
    await sql.raw(update).execute(on.server.db.query);
    expect(await plan('day')).toEqual(written);
    expect(written.filter(({ day }) => day !== null).length).toBe(42);
    await sql`delete from events where customer_name = 'old'`.execute(on.server.db.query);
  });
});

describe('cost of the list', () => {
  beforeAll(async () => {
    const row = eventRow({ customer_name: 'many', starts_at: '2026-11-25T17:00:00Z' });
    const inserted = await on.server.db.query.insertInto('events').values(row).returning('id').executeTakeFirstOrThrow();
    // Twenty per day for three years; the day is the same in every zone between.
    await sql`insert into events (customer_name, starts_at, day, timezone, reviewed)
      select 'many', d + interval '17 hours', d::date, 'America/New_York', 'No'
      from generate_series('2024-01-01'::timestamptz, '2026-12-31', '1 day') d, generate_series(1, 20)`.execute(on.server.db.query);
    await on.server.db.query.deleteFrom('events').where('id', '=', inserted.id).execute();
    await sql`analyze events`.execute(on.server.db.query);
  });

  it('no query about a month scans the table', async () => {
    const month = { start_date: '2026-11-01', end_date: '2026-11-30', today: TODAY, filters: {}, need: null };
    const questions = [
      ...eventColumns.flatMap((sort) => (['asc', 'desc'] as const).map((direction) => ({ ...month, sort, direction }))),
      ...eventFilters.map(
        (filter) =>
          ({
            ...month,
            sort: 'date_time',
            direction: 'desc',
            filters: { [filter]: filter === 'only' ? 'to_invoice' : 'Unknown' },
          }) as const,
      ),
      ...eventNeeds.map((need) => ({ ...month, sort: 'date_time', direction: 'desc', need }) as const),
      { ...month, sort: 'date_time', direction: 'desc', start_date: '2024-03-01', end_date: '2024-03-31' } as const,
    ];
    for (const question of questions)
      for (const plan of await eventsPageRepository(on.server.db.query).plans(question, 51)) {
        expect(plan, JSON.stringify(question)).toMatch(/events_day|event_days_pkey/);
        expect(plan, JSON.stringify(question)).not.toMatch(/Seq Scan on event/);
      }
  });
});
