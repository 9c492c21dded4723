import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { todayIn } from '../../../server/domain/shared/clock.ts';
import { addRecord } from '../support/records.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await testApp();
  const people = {
    ada: 'admin',
    fay: 'finance',
    vic: 'vp_sales',
    mia: 'sales_manager',
    sam: 'salesperson',
    eve: 'events_manager',
  } as const;
  for (const [name, role] of Object.entries(people)) {
    ids[name] = await server.add({
      email: `${name}@example.test`,
      role,
      first_name: name,
      last_name: 'Test',
      ...(name === 'sam' && ids.mia ? { manager_id: ids.mia } : {}),
    });
    tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  }
  const [own, team] = await Promise.all(
    ['mia', 'sam'].map(async (name) => {
      const record = await addRecord(server.db, {
        user_id: ids[name] as number,
        booking_date: '2026-11-02',
        net_cents: 100_00,
        amount_cents: 5_00,
      });
      const { invoice_id } = await server.db.query
        .selectFrom('commission_records')
        .selectAll()
        .where('id', '=', record)
        .executeTakeFirstOrThrow();
      return invoice_id;
    }),
  );
  const adjust = async (name: string, amount: string, invoice: unknown) => {
    const body = { adjustment_amount: amount, adjustment_reason: 'Referral bonus', related_invoice_id: String(invoice) };
    const created = await server.call('POST', '/api/v1/adjustments', { token: tokens[name], body });
    expect(created.statusCode, created.body).toBe(201);
    return created.json();
  };
  await adjust('vic', '25', team);
  await adjust('vic', '-40', team);
  const { id, version } = await adjust('vic', '75', own);
  // Older logs may contain this edit; today it is refused.
  await server.db.query
    .insertInto('audit_log')
    .values({
      at: '2026-11-20T12:00:00Z',
      actor_id: ids.mia as number,
      action: 'adjustment.edited',
      entity: 'adjustment',
      entity_id: id,
      network: null,
      request_id: null,
      cause: null,
      before: JSON.stringify({ user_id: ids.mia, amount_cents: 75_00 }),
      after: JSON.stringify({ user_id: ids.mia, amount_cents: 90_00 }),
    })
    .execute();
  expect(version).toBe(1);
});
afterAll(() => server.close());

const ask = async (query: string, name = 'ada') => server.call('GET', `/api/v1/audit?${query}`, { token: tokens[name] });
type Row = Readonly<{
  id: string;
  action: string;
  entity: string;
  actor: string;
  subject: string | null;
  amount: number | null;
  own_benefit: boolean;
  at: string;
}>;
const rowsOf = async (query: string, name = 'ada'): Promise<readonly Row[]> => {
  const answer = await ask(query, name);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};

describe('GET /audit (issue 46: the audit log can be read)', () => {
  it.each([
    ['ada', 200],
    ['fay', 200],
    ['vic', 403],
    ['mia', 403],
    ['sam', 403],
    ['eve', 403],
  ])('%s gets %i', async (name, status) => {
    expect((await ask('', name)).statusCode).toBe(status);
  });

  it('shows who changed what about whom, and the change in money', async () => {
    const [edited] = await rowsOf('kind=adjustments');
    expect(edited).toMatchObject({ actor: 'mia Test', subject: 'mia Test', action: 'Adjustment edited', amount: 15, own_benefit: true });
    const created = (await rowsOf('kind=adjustments'))
      .slice(1)
      .map(({ actor, subject, amount, own_benefit }) => [actor, subject, amount, own_benefit]);
    expect(created).toEqual([
      ['vic Test', 'mia Test', 75, false],
      ['vic Test', 'sam Test', -40, false],
      ['vic Test', 'sam Test', 25, false],
    ]);
  });

  it('filters by person, kind, amount and own benefit, also combined', async () => {
    const everything = await rowsOf('limit=500');
    expect(everything.length).toBeGreaterThan(8);
    expect(new Set((await rowsOf(`person=${ids.vic}`)).map(({ actor }) => actor))).toEqual(new Set(['vic Test']));
    expect((await rowsOf('kind=people')).every(({ action }) => action.startsWith('User') || action.startsWith('Auth'))).toBe(true);
    const changes = await rowsOf('kind=changes&limit=500');
    expect(changes).toEqual(everything.filter(({ entity }) => entity !== 'session'));
    expect(changes.length).toBeLessThan(everything.length);
    expect((await rowsOf('min_amount=40')).every(({ amount }) => amount !== null && Math.abs(amount) >= 40)).toBe(true);
    expect((await rowsOf('kind=adjustments&min_amount=40')).map(({ amount }) => amount)).toEqual([75, -40]);
    expect((await rowsOf('own_benefit=true')).map(({ action }) => action)).toEqual(['Adjustment edited']);
  });

  it('includes both end days, in the company’s time zone', async () => {
    expect((await rowsOf('kind=adjustments&start_date=2026-11-20&end_date=2026-11-20')).map(({ amount }) => amount)).toContain(15);
    expect((await rowsOf('kind=adjustments&end_date=2026-11-19')).map(({ amount }) => amount)).not.toContain(15);
    expect(await rowsOf('start_date=2027-01-01')).toEqual([]);
  });

  it('pages through every row once, in order, and ties a cursor to its query', async () => {
    const whole = await rowsOf('kind=adjustments&limit=500');
    const results: Row[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null && page < 20; page += 1) {
      const { data, pagination }: Readonly<{ data: Row[]; pagination: { cursor: string | null } }> = (
        await ask(cursor === '' ? 'kind=adjustments&limit=1' : `limit=1&cursor=${cursor}`)
      ).json();
      results.push(...data);
      cursor = pagination.cursor;
    }
    expect(results).toEqual(whole);
    const { pagination } = (await ask('kind=adjustments&limit=1')).json();
    expect((await ask(`kind=people&cursor=${pagination.cursor}`)).statusCode).toBe(400);
  });

  it('works after a failed sign-in with an unknown address', async () => {
    expect((await server.login('nobody@example.test', 'four clouds over a lake')).statusCode).toBe(401);
    for (const question of ['', '?own_benefit=true', '?kind=people']) {
      const answer = await server.call('GET', `/api/v1/audit${question}`, { token: tokens.ada });
      expect(answer.statusCode, answer.body).toBe(200);
    }
  });

  it('counts today’s changes, their authors and own-benefit changes, regardless of the filter', async () => {
    const today = todayIn('America/Phoenix', server.clock());
    const rows = (await rowsOf(`start_date=${today}&limit=500`)).filter(({ entity }) => entity !== 'session');
    const people = new Set(rows.map(({ actor }) => actor).filter((actor) => actor !== 'System'));
    expect([...people]).toEqual(['vic Test']);
    const counts = { changes: rows.length, people: people.size, own_benefit: rows.filter(({ own_benefit }) => own_benefit).length };
    expect((await ask('kind=reports')).json().summary.today).toEqual(counts);
  });

  it('returns the hash to keep', async () => {
    const { head } = (await ask('limit=1')).json().summary;
    const { hash } = await server.db.query.selectFrom('audit_head').select('hash').executeTakeFirstOrThrow();
    expect(head).toBe(hash);
    expect(head).toMatch(/^[0-9a-f]{64}$/);
  });

  it('lists own-benefit changes with their approvers in the month’s review', async () => {
    const answer = await server.call('POST', '/api/v1/periods/2026-11/look', { token: tokens.fay, body: {} });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().own_benefits).toMatchObject([
      { user_name: 'mia Test', action: 'Adjustment edited', amount: 15, approved_by: 'vic Test' },
    ]);
    const before = await server.call('POST', '/api/v1/periods/2026-10/look', { token: tokens.fay, body: {} });
    expect(before.json().own_benefits ?? []).toEqual([]);
  });

  it.each([
    ['start_date=2026-13-01', 'start_date'],
    ['start_date=2026-11-02&end_date=2026-11-01', 'end_date'],
    ['min_amount=x', 'min_amount'],
    ['kind=others', 'kind'],
    ['person=me', 'person'],
    ['cursor=abc', 'cursor'],
    ['own_benefit=1', 'own_benefit'],
  ])('answers %s with 400 and names the field', async (query, field) => {
    const answer = await ask(query);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().errors ?? {})).toEqual([field]);
  });
});
