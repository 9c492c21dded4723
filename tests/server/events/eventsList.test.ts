import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activityTypes, type Event, eventColumns, eventNeeds, invoicedValues, yesNoUnknown } from '../../../contract/entities/event.ts';
import { eventNeedsOf } from '../../../contract/rules/events/eventNeeds.ts';
import { addDays } from '../../../contract/rules/time/period.ts';
import { randomOf } from '../support/records.ts';
import { createEventWorld, type EventWorld, TODAY } from '../support/worlds/events.ts';

let on: EventWorld;
const ALL = 'start_date=2026-09-25&end_date=2027-01-31';

/** Few values for many rows, because keyset pagination fails on ties; every optional value is missing somewhere. */
beforeAll(async () => {
  on = await createEventWorld();
  const random = randomOf(4);
  const pickOrNull = <T>(values: readonly T[]): T | null => (random.below(5) === 0 ? null : random.of(values));
  for (let index = 0; index < 160; index += 1) {
    const day = addDays('2026-10-20', random.below(70));
    const known = random.below(12);
    const hasProgram = random.below(25) > 0;
    const starts_at =
      known === 0 || !hasProgram
        ? null
        : `${known === 1 ? `${day.slice(0, 7)}-01` : day}T${random.of(['04:30', '17:00', '23:30'])}:00.${random.of(['000', '123456'])}Z`;
    await on.add({
      customer_name: random.of(['Mesa Public Library', 'mesa 50% Club', 'Ärzte_Schule', "O'Neil \\ Sons", '<b>Bold</b> School']),
      customer_type: pickOrNull(['Library', 'School']),
      state: pickOrNull(['AZ', 'NY', 'az']),
      has_program: hasProgram,
      tbd: known < 2,
      starts_at,
      timezone: pickOrNull(['America/New_York', 'America/Phoenix', 'Asia/Kolkata', 'Pacific Time']),
      has_time: known > 2,
      has_day: known > 1,
      ...(hasProgram
        ? {
            activity: pickOrNull(['Python Basics', 'python 100%', 'Scratch_Stories']),
            activity_type: pickOrNull(activityTypes),
            price: pickOrNull(['$250.00', '$1,250.00', '90', 'TBD', '']),
          }
        : {}),
      age: pickOrNull(['5-7', '10-14', '8-10', 'All ages', 'Teens 13-17']),
      devices: pickOrNull(['BYOD', 'BYOD|ASG Tablets']),
      format: pickOrNull(['Virtual', 'Hybrid']),
      contact_name: pickOrNull(['Ann', 'ann', 'Bo']),
      contact_email: pickOrNull(['a@x.test', 'b@x.test']),
      contact_phone: pickOrNull(['(480) 555-0100']),
      program_notes: pickOrNull(['x'.repeat(300), `${'x'.repeat(120)}a`, '🎉', 'مكتبة']),
      host_anchor: pickOrNull(['Hana', 'Theo']),
      host_url: pickOrNull(['https://meet.example.com/x']),
      shift:
        random.below(3) === 0
          ? JSON.stringify({ user: { first_name: random.of(['Zoe', 'Al']), last_name: null }, status: 'published' })
          : null,
      reviewed: pickOrNull(yesNoUnknown),
      tech_setup_required: pickOrNull(yesNoUnknown),
      tech_setup_completed: pickOrNull(yesNoUnknown),
      pre_program_setup_email_sent: pickOrNull(yesNoUnknown),
      pre_program_reminder_email_sent: pickOrNull(yesNoUnknown),
      sling_shift_time: pickOrNull(['9a', '10a']),
      invoiced: pickOrNull(invoicedValues),
      invoice_id: pickOrNull(['10001-ABC', '10002-ABC']),
      sales_person: pickOrNull(['Sam Seller', 'Kim Kind']),
      sales_lead: pickOrNull(['Lee Rep', 'sam seller']),
      internal_notes: pickOrNull(['called', 'Called twice']),
    });
  }
  await sql`analyze events`.execute(on.server.db.query);
});
afterAll(() => on.server.close());

const idsOf = (events: readonly Event[]): string[] => events.map(({ id }) => id);
/** Each column's sort expression for the raw table. */
const expressions: Partial<Record<(typeof eventColumns)[number], string>> = {
  customer: 'lower(left(customer_name, 100))',
  program_notes: 'lower(left(program_notes, 100))',
  host: 'lower(host_anchor)',
  shift: "lower(shift->'user'->>'first_name')",
  price: "case price when '90' then 90 when '$250.00' then 250 when '$1,250.00' then 1250 end",
  age: "case age when '5-7' then 1 when '8-10' then 2 when '10-14' then 3 when 'Teens 13-17' then 4 when 'All ages' then 5 end",
};
/** decisions 6.04: by month, with fixed days before tentative ones. */
const byDay = (direction: string): string =>
  `date_trunc('month', day) ${direction} nulls last, (has_day or day is null) desc, case when has_day then day end ${direction}, starts_at`;
const sorted = async (column: (typeof eventColumns)[number], direction: string, where = 'true'): Promise<string[]> => {
  const by = column === 'date_time' ? byDay(direction) : (expressions[column] ?? `lower(${column})`);
  const { rows } = await sql<{ id: number }>`
    select id from events where (day between '2026-09-25' and '2027-01-31' or day is null) and ${sql.raw(where)}
    order by ${sql.raw(`${by} ${direction} nulls last, id ${direction}`)}`.execute(on.server.db.query);
  return rows.map(({ id }) => String(id));
};

describe('sorting', () => {
  it.each(eventColumns.flatMap((column) => (['asc', 'desc'] as const).map((direction) => [column, direction] as const)))(
    'spec 4.07: by %s %s in pages of 19 and 50 returns every event once, empty values last',
    async (column, direction) => {
      const expected = await sorted(column, direction);
      expect(expected.length).toBe(160);
      for (const limit of [19, 50])
        expect(idsOf(await on.walk(`${ALL}&sort_field=${column}&sort_direction=${direction}`, limit))).toEqual(expected);
    },
  );

  it('spec 4.07: defaults to date and time, newest first, fifty a page', async () => {
    const first = await on.page(ALL);
    expect(first.pagination).toMatchObject({ limit: 50, total: 160 });
    expect(idsOf(first.data)).toEqual((await sorted('date_time', 'desc')).slice(0, 50));
  });
});

describe('filters', () => {
  it.each([
    ['customer', 'MESA', "customer_name ilike 'mesa%'"],
    ['customer', '0% c', "customer_name = 'mesa 50% Club'"],
    ['customer', 'e_s', "customer_name = 'Ärzte_Schule'"],
    ['customer', '\\ s', "customer_name like 'O''Neil%'"],
    ['customer', '<b>', "customer_name like '<b>%'"],
    ['customer', "' or true --", 'false'],
    ['state', 'a', "state in ('AZ', 'az')"],
    ['activity', ' PYTHON ', "activity in ('Python Basics', 'python 100%')"],
    ['activity', '100%', "activity = 'python 100%'"],
    ['sales_person', 'sam', "sales_person = 'Sam Seller'"],
    ['sales_lead', 'SELLER', "sales_lead = 'sam seller'"],
    ['activity_type', 'Canceled', "activity_type = 'Canceled'"],
    ['activity_type', 'Web-Dev', "activity_type = 'Web-Dev'"],
    ['reviewed', 'Yes', "reviewed = 'Yes'"],
    ['reviewed', 'Unknown', "(reviewed = 'Unknown' or reviewed is null)"],
    ['tech_setup_required', 'No', "tech_setup_required = 'No'"],
    ['tech_setup_required', 'Unknown', "(tech_setup_required = 'Unknown' or tech_setup_required is null)"],
    ['invoiced', 'Need To Send', "invoiced = 'Need To Send'"],
    ['invoiced', 'Unknown', "(invoiced = 'Unknown' or invoiced is null)"],
  ])('spec 7.26: %s %j filters list and total on every page', async (filter, value, where) => {
    const query = `${ALL}&${filter}=${encodeURIComponent(value)}&sort_field=customer&sort_direction=asc`;
    const expected = await sorted('customer', 'asc', where);
    expect(idsOf(await on.walk(query, 9))).toEqual(expected);
    expect((await on.page(query)).pagination.total).toBe(expected.length);
  });

  it('ignore blank text and combine with each other', async () => {
    expect((await on.page(`${ALL}&customer=%20&state=`)).pagination.total).toBe(160);
    const both = await on.walk(`${ALL}&customer=mesa&reviewed=No`, 20);
    expect(both.length).toBeGreaterThan(0);
    for (const event of both) expect([event.customer.name.toLowerCase().startsWith('mesa'), event.reviewed]).toEqual([true, 'No']);
  });
});

describe('needs', () => {
  const all = async (query = ALL): Promise<Event[]> => on.walk(query, 500);

  it('decisions 6.04: are counted in the summary as contract/rules count them, within range and filters', async () => {
    for (const query of [
      ALL,
      `${ALL}&customer=mesa`,
      `${ALL}&reviewed=Unknown`,
      `${ALL}&activity_type=Canceled`,
      'start_date=2026-11-01&end_date=2026-11-30',
      'start_date=2026-10-01&end_date=2026-10-31',
      'start_date=2026-11-24&end_date=2026-11-24',
    ]) {
      const events = await all(query);
      const counted = Object.fromEntries(
        eventNeeds.map((need) => [need, events.filter((event) => eventNeedsOf(event, TODAY).includes(need)).length]),
      );
      expect((await on.page(query)).summary, query).toEqual(counted);
    }
    expect(Object.values((await on.page(ALL)).summary).every((count) => count > 0)).toBe(true);
  });

  it.each(eventNeeds)('spec 4.07: %s filters the list on every page, but not the summary', async (need) => {
    const whole = await on.page(ALL);
    for (const direction of ['asc', 'desc']) {
      const question = `${ALL}&${need}=true&sort_direction=${direction}`;
      const events = await on.walk(question, 6);
      expect(events.length).toBe(whole.summary[need]);
      for (const event of events) expect(eventNeedsOf(event, TODAY)).toContain(need);
      expect(await on.page(question)).toMatchObject({ summary: whole.summary, pagination: { total: events.length } });
    }
  });

  it('spec 4.07: allow one at a time, and false means not selected', async () => {
    const answer = await on.list(`${ALL}&need_review=true&need_reminder_email=true`);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'needs_exclusive']);
    const off = eventNeeds.map((need) => `${need}=false`).join('&');
    expect((await on.page(`${ALL}&${off}`)).pagination.total).toBe(160);
  });
});

describe('cursors', () => {
  it('spec 7.26: carry range, filters, sort and need, so that cursor and limit suffice', async () => {
    const first = await on.page(`${ALL}&state=az&need_review=true&sort_field=price&sort_direction=asc&limit=3`);
    const again = `cursor=${first.pagination.cursor}`;
    const next = await on.page(`${again}&limit=3`);
    expect(next.pagination.total).toBe(first.pagination.total);
    expect(await on.page(`${again}&limit=3&state=az&sort_field=price&need_review=true&start_date=2026-09-25`)).toEqual(next);
    for (const other of [
      'state=ny',
      'sort_field=age',
      'need_review=false',
      'need_tech_setup=true',
      'end_date=2027-01-30',
      'sort_direction=desc',
    ])
      expect((await on.list(`${again}&${other}`)).json().code, other).toBe('cursor_invalid');
  });

  it('are 400 for another user', async () => {
    const { cursor } = (await on.page(`${ALL}&limit=5`)).pagination;
    const answer = await on.list(`cursor=${cursor}&limit=5`, 'sam');
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'cursor_invalid', errors: { cursor: expect.any(String) } }),
    ]);
    expect((await on.list(`cursor=${cursor}&limit=5`)).statusCode).toBe(200);
  });

  it('decisions 6.04: are 400 if malformed, forged or from another list', async () => {
    const { cursor } = (await on.page(`${ALL}&limit=5`)).pagination;
    const parts = JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString()) as unknown[];
    const made = (partIndex: number, value: unknown) => Buffer.from(JSON.stringify(parts.with(partIndex, value))).toString('base64url');
    const bad = [
      ...[
        'abc',
        'W10',
        cursor?.slice(0, -4) ?? '',
        made(0, 'adjustments-1'),
        made(2, 'now'),
        made(3, '2026-01-01'),
        made(4, 5),
        made(5, 'id; drop'),
      ],
      ...[
        made(6, 'up'),
        made(7, []),
        made(7, [1, null, null, null, null, null, null, null, null]),
        made(8, 'need_money'),
        made(9, ['2026-11-01 00:00:00']),
      ],
      ...[
        made(9, ['2026-11-01 00:00:00', 'infinity']),
        made(9, [7, 7]),
        made(10, 0),
        made(10, '1'),
        made(9, ['2026-13-45 00:00:00', '2026-11-01 00:00:00+00']),
      ],
    ];
    for (const [index, text] of bad.entries()) expect((await on.list(`cursor=${text}`)).statusCode, `${index}`).toBe(400);
  });

  it('neither repeat nor skip existing events when others are added or edited meanwhile', async () => {
    const query = `${ALL}&sort_field=customer&sort_direction=asc`;
    const before = await sorted('customer', 'asc');
    const first = await on.page(`${query}&limit=60`);
    const added = await on.add({ customer_name: 'AAA', starts_at: '2026-11-05T17:00:00Z' });
    const rest = await on.page(`cursor=${first.pagination.cursor}&limit=500`);
    expect(idsOf([...first.data, ...rest.data])).toEqual(before);
    await on.server.db.query.deleteFrom('events').where('id', '=', Number(added)).execute();
  });
});
