import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsRepository } from '../../../server/db/repositories/commissions/records.ts';
import { createLensCompany, type LensCompany } from '../support/worlds/lens.ts';

const range = 'start_date=2026-06-01&end_date=2026-06-30';
let company: LensCompany;
let record: number;

beforeAll(async () => {
  company = await createLensCompany('2026-06-10');
  const { live, book, facts, as, ids } = company;
  let invoice = 0;
  await live('2026-06-10', async () => {
    invoice = await book('sam', '2026-06-03', 10_000);
  });
  await live('2026-06-11', async () => {
    await facts.pay(invoice, 1_000_000, '2026-06-11');
    await book('kim', '2026-06-04', 2_000);
  });
  await live('2026-06-12', async () => {
    await facts.adjust(invoice, 50_00, '2026-06-12');
    await facts.changeInvoice(invoice, { net_cents: 800_000 });
    await company.change('sam', { first_name: 'Samuel', manager_id: String(ids.max) });
  });
  record = await company.idOf(invoice, ids.sam);
  await as('ada', 'GET', '/commissions');
});
afterAll(() => company.server.close());

const get = async (path: string, who = 'ada') => {
  const answer = await company.as(who, 'GET', path);
  return answer.statusCode === 200 ? answer.json() : { status: answer.statusCode, ...answer.json() };
};
type Row = { id: string; salesperson_name: string; commission_amount: number; adjustments_amount: number; status: string };
const rowsOn = async (asOf: string) => {
  const { data, summary } = await get(`/commissions?${range}&asOf=${asOf}`);
  const rows = (data as Row[]).map((row) => [row.salesperson_name, row.commission_amount, row.adjustments_amount, row.status]);
  return [rows, summary.total_commission, summary.total_commission_due, summary.total_commission_not_yet_due];
};

describe('time lens: commissions as known at the end of a day', () => {
  it('list and totals are those of the day, whatever came later', async () => {
    expect(await rowsOn('2026-06-10')).toEqual([[['sam Person', 500, 0, 'not_due']], 500, 0, 500]);
    expect(await rowsOn('2026-06-11')).toEqual([
      [
        ['kim Person', 100, 0, 'not_due'],
        ['sam Person', 500, 0, 'due'],
      ],
      600,
      500,
      100,
    ]);
    const now = [
      [
        ['kim Person', 100, 0, 'not_due'],
        ['Samuel Person', 400, 50, 'due'],
      ],
      550,
      450,
      100,
    ];
    expect(await rowsOn('2026-06-12')).toEqual(now);
    const { data, summary } = await get(`/commissions?${range}`);
    const lens = await get(`/commissions?${range}&asOf=2026-06-12`);
    expect(lens).toEqual({ data, summary, pagination: lens.pagination });
  });

  it('a list by status uses the status of the day, not the current one', async () => {
    const namesOn = async (question: string): Promise<string[]> =>
      (await get(`/commissions?${range}&${question}`)).data.map(({ salesperson_name }: Row) => salesperson_name);
    expect(await namesOn('status=not_due&asOf=2026-06-10')).toEqual(['sam Person']);
    expect(await namesOn('status=due&asOf=2026-06-10')).toEqual([]);
    expect(await namesOn('status=not_due&asOf=2026-06-11')).toEqual(['kim Person']);
    expect(await namesOn('status=due&asOf=2026-06-11')).toEqual(['sam Person']);
    expect(await namesOn('status=due&asOf=2026-06-11&search=sam')).toEqual(['sam Person']);
    expect(await namesOn('status=due&asOf=2026-06-11&search=kim')).toEqual([]);
    expect(await namesOn('status=due')).toEqual(['Samuel Person']);
  });

  it('a record and its Why are those of the day', async () => {
    expect(await get(`/commissions/${record}?asOf=2026-06-10`)).toMatchObject({ status: 'not_due', commission_amount: 500 });
    const whyOn = async (day: string) => (await get(`/commissions/${record}/explain?asOf=${day}`)).sentence;
    expect(await whyOn('2026-06-10')).toMatch(
      /^Not due: invoice F-\d+ has \$0\.00 of \$10,000\.00 received; the plan releases on full payment\.$/,
    );
    expect(await whyOn('2026-06-11')).toBe((await get(`/commissions/${record}/explain?as_of=2026-06-11`)).sentence);
    expect(await whyOn('2026-06-12')).toBe((await get(`/commissions/${record}/explain`)).sentence);
  });

  it('the team is that of the day: names, managers and figures', async () => {
    const samOn = async (asOf: string) => {
      const { data } = await get(`/performance/team?${range}&asOf=${asOf}`);
      const sam = data.find(({ id }: { id: string }) => id === String(company.ids.sam));
      return [sam.name, sam.manager_id, sam.total_sales, sam.total_commission];
    };
    expect(await samOn('2026-06-11')).toEqual(['sam Person', String(company.ids.mia), 10_000, 500]);
    expect(await samOn('2026-06-12')).toEqual(['Samuel Person', String(company.ids.max), 8_000, 450]);
  });

  it('a cursor stays on its day and refuses another', async () => {
    const first = await get(`/commissions?${range}&asOf=2026-06-11&limit=1`);
    expect(first.data.map(({ salesperson_name }: Row) => salesperson_name)).toEqual(['kim Person']);
    const next = await get(`/commissions?cursor=${first.pagination.cursor}&limit=1`);
    expect(next.data.map(({ commission_amount }: Row) => commission_amount)).toEqual([500]);
    const other = await get(`/commissions?cursor=${first.pagination.cursor}&limit=1&asOf=2026-06-10`);
    expect(other).toMatchObject({ status: 400, code: 'cursor_invalid' });
  });

  it('later records are absent, and another person’s stay hidden', async () => {
    const kims = (await get(`/commissions?${range}`)).data.find(({ salesperson_name }: Row) => salesperson_name === 'kim Person');
    expect(await get(`/commissions/${kims.id}?asOf=2026-06-10`)).toMatchObject({ status: 404 });
    expect(await get(`/commissions/${kims.id}/explain?asOf=2026-06-10`)).toMatchObject({ status: 404 });
    expect(await get(`/commissions/${kims.id}?asOf=2026-06-11`, 'sam')).toMatchObject({ status: 403 });
    expect((await get(`/commissions?${range}&asOf=2026-06-11`, 'sam')).data).toHaveLength(1);
  });

  const paths = ['/commissions?', '/commissions/summary?', '/performance/team?'].map((path) => `${path}${range}&`);
  it.each([...paths, '/commissions/1/explain?', '/commissions/1?'])('%s refuses an invalid day and names the field', async (path) => {
    const refused = (message: string) => ({ status: 400, message, errors: { asOf: message } });
    expect(await get(`${path}asOf=2026-02-30`)).toMatchObject(refused('asOf must be a date that exists, as YYYY-MM-DD.'));
    expect(await get(`${path}asOf=0500-01-01`)).toMatchObject(refused('asOf must be between 1900 and 2999.'));
    expect(await get(`${path}asOf=2026-06-13`)).toMatchObject(refused('asOf cannot be after today, Jun 12, 2026.'));
    const since = 'asOf cannot be before Jun 10, 2026, the first day whose figures are kept as they were known.';
    expect(await get(`${path}asOf=2026-06-09`)).toMatchObject(refused(since));
    expect(await get(`${path}asOf=yesterday`)).toMatchObject({ status: 400, errors: { asOf: 'asOf must be a day, as YYYY-MM-DD.' } });
  });

  it('a reader of events without money sees no past day', async () => {
    await company.server.add({ email: 'eve@example.test', role: 'events_manager', first_name: 'eve' });
    const message = 'asOf applies to figures of money only.';
    expect(await get(`/performance/team?${range}&asOf=2026-06-11`, 'eve')).toMatchObject({
      status: 400,
      message,
      errors: { asOf: message },
    });
  });

  it('nothing can be written through it', async () => {
    const { store } = company.facts;
    const write = store.asKnown('2026-06-11T00:00:00Z', (past) => past.config.save('{}', company.ids.ada, new Date()));
    await expect(write).rejects.toMatchObject({ code: '25006' });
  });
});

describe('comparing two days', () => {
  const compare = (days: string, who?: string) => get(`/commissions/comparison?${range}&${days}`, who);

  it('bars show the differing records with old and new amounts', async () => {
    const { from, to, bars, others } = await compare('asOf=2026-06-10&against=2026-06-12');
    expect([from.total_commission, to.total_commission, others]).toEqual([500, 550, { count: 0, amount: 0 }]);
    const [kim, sam] = bars;
    expect(kim).toMatchObject({
      salesperson_name: 'kim Person',
      before: 0,
      after: 100,
      amount: 100,
      status_before: null,
      status_after: 'not_due',
    });
    expect(sam).toMatchObject({ ref: { kind: 'record', id: String(record) }, date: '2026-06-03', before: 500, after: 450, amount: -50 });
    expect([bars.length, sam.salesperson_name, sam.status_before, sam.status_after]).toEqual([2, 'Samuel Person', 'not_due', 'due']);
  });

  it('swapping the days mirrors the result', async () => {
    const { from, to, bars } = await compare('asOf=2026-06-12&against=2026-06-10');
    expect([from.total_commission, to.total_commission]).toEqual([550, 500]);
    expect(bars.map(({ amount, salesperson_name }: { amount: number; salesperson_name: string }) => [salesperson_name, amount])).toEqual([
      ['kim Person', -100],
      ['sam Person', 50],
    ]);
  });

  it.each(['mia', 'max'] as const)('decisions 3.09: %s compares the team as of each day', async (who) => {
    const totalOn = async (asOf: string): Promise<number> => {
      const { data } = await get(`/performance/team?${range}&asOf=${asOf}`, who);
      type Member = { manager_id: string | null; total_commission: number };
      const team = (data as Member[]).filter(({ manager_id }) => manager_id === String(company.ids[who]));
      return team.reduce((sum, { total_commission }) => sum + total_commission, 0);
    };
    const { from, to, bars } = await compare('asOf=2026-06-10&against=2026-06-12&scope=team', who);
    expect([from.total_commission, to.total_commission]).toEqual([await totalOn('2026-06-10'), await totalOn('2026-06-12')]);
    expect(from.total_commission).not.toBe(to.total_commission);
    const moved = bars.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
    expect(from.total_commission + moved).toBe(to.total_commission);
  });

  it('a salesperson compares their own records', async () => {
    expect((await compare('asOf=2026-06-10&against=2026-06-12', 'sam')).bars).toHaveLength(1);
    expect(await compare(`asOf=2026-06-10&against=2026-06-12&user_id=${company.ids.kim}`, 'sam')).toMatchObject({ status: 403 });
  });

  it('more than twenty records: the largest, with the rest combined', async () => {
    const { live, book } = company;
    await live('2026-06-13', async () => {
      for (let index = 1; index <= 24; index += 1) await book('kim', '2026-06-05', 100 * index);
    });
    const { bars, others, from, to } = await compare('asOf=2026-06-12&against=2026-06-13');
    expect([bars.length, bars[0].amount, bars[19].amount, others]).toEqual([20, 120, 25, { count: 4, amount: 50 }]);
    expect(to.total_commission - from.total_commission).toBe(1500);
  });

  it('refuses invalid comparisons and names the field', async () => {
    const refused = (field: string, message: string) => ({ status: 400, message, errors: { [field]: message } });
    expect(await compare('against=2026-06-12')).toMatchObject(refused('asOf', 'asOf is required, as YYYY-MM-DD.'));
    expect(await compare('asOf=2026-06-12')).toMatchObject(refused('against', 'against is required, as YYYY-MM-DD.'));
    expect(await compare('asOf=2026-06-12&against=2026-06-12')).toMatchObject(
      refused('against', 'against must be a different day from asOf.'),
    );
    expect(await compare('asOf=2026-06-12&against=2026-07-01')).toMatchObject(
      refused('against', 'against cannot be after today, Jun 13, 2026.'),
    );
  });
});

describe('lens storage', () => {
  it('has the table’s columns in every lens view', async () => {
    const { rows } = await sql<{ view: string; missing: string }>`
      select v.table_name as view, c.column_name as missing from information_schema.views v
      join information_schema.columns c on c.table_schema = 'public' and c.table_name = v.table_name
      where v.table_schema = 'lens' and not exists (select 1 from information_schema.columns l
        where l.table_schema = 'lens' and l.table_name = v.table_name and l.column_name = c.column_name)`.execute(company.server.db.query);
    expect(rows).toEqual([]);
  });

  it('has the columns of records in their order for past records', async () => {
    const columnsOf = async (table: string) => {
      const { rows } = await sql<{ name: string }>`select attname::text || ' ' || atttypid::regtype as name from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(company.server.db.query);
      return rows.map(({ name }) => name);
    };
    expect(await columnsOf('commission_records_past')).toEqual([
      ...(await columnsOf('commission_records')),
      'superseded_at timestamp with time zone',
    ]);
  });

  it('has no copy of a password or preference', async () => {
    const { rows } = await sql<{ keys: string[] }>`
      select array(select jsonb_object_keys(was) order by 1) as keys from facts_past where entity = 'users' limit 1`.execute(
      company.server.db.query,
    );
    expect(rows[0]?.keys).toEqual(
      ['active', 'created_at', 'employee_number', 'first_name', 'id', 'joined_on', 'last_name', 'leaves', 'left_on', 'manager_id'].concat([
        'must_change_password',
        'recorded_at',
        'role',
        'second_factor_at',
        'temporary_password_by',
        'temporary_password_expires_at',
        'territory',
        'updated_at',
        'version',
      ]),
    );
  });

  it('cannot be rewritten', async () => {
    const rewritten = sql`update commission_records_past set amount_cents = 0`.execute(company.server.db.query);
    await expect(rewritten).rejects.toThrow('facts_past is append-only');
  });

  it('does not store a version twice when two writers change one row at once', async () => {
    const { server, facts } = company;
    if (server.db.kind === 'embedded') return;
    const invoice = await company.book('kim', '2026-06-06', 1_000);
    const row = (await facts.recordsOf(invoice))[0]!;
    const bonus = {
      commission_id: null,
      related_invoice_id: invoice,
      user_id: company.ids.kim,
      amount_cents: 7_00,
      reason: 'A bonus',
      state: 'approved' as const,
      effective_date: '2026-06-06',
    };
    const { id } = await server.db.query
      .insertInto('adjustments')
      .values({ ...bonus, created_by: company.ids.ada, decided_by: company.ids.ada, decided_at: server.clock().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const write = async (query: typeof server.db.query, notes: string): Promise<void> => {
      await recordsRepository(query).update([{ before: row, after: { ...row, notes } }], server.clock());
      await query.updateTable('adjustments').set({ reason: notes }).where('id', '=', id).execute();
    };
    const first = await server.db.query.startTransaction().execute();
    const { rows } = await sql<{ began: string }>`select now()::text as began`.execute(first);
    await write(server.db.query, 'second');
    await write(first, 'first');
    await first.commit().execute();
    const began = rows[0]?.began ?? '';
    const parts = await facts.store.asKnown(began, (past) =>
      past.lens.parts({ start_date: '2026-06-06', end_date: '2026-06-06' }, { userId: company.ids.kim, managerId: null }),
    );
    expect(parts).toEqual({ [`r${row.id}`]: row.amount_cents, [`a${id}`]: 7_00 });
  });
});
