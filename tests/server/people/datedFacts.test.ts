import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { applyPlanned } from '../../../server/domain/people/applyPlanned.ts';
import { StaleUser } from '../../../server/domain/people/userRules.ts';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { raise } from '../support/raise.ts';
import { type ClosingCompany, closingCompany } from '../support/worlds/closing.ts';

const t = messages.userFormText;
let company: ClosingCompany;
const plan = {
  id: 'sellers',
  name: 'Sellers',
  applies_to: { roles: ['salesperson'] },
  quota: { amount: 10_000_000 },
  team_override: { role: 'sales_manager', rate: 0.01 },
  rates: [{ match: { territory: ['West'] }, base_commission_rate: 0.07, over_quota_commission_rate: 0.07 }],
};
const managers = {
  id: 'managers',
  name: 'Managers',
  applies_to: { roles: ['sales_manager'] },
  base_commission_rate: 0.02,
  over_quota_commission_rate: 0.02,
};

beforeAll(async () => {
  company = await closingCompany();
  await day('2026-11-28');
  await call('PUT', '/settings/general', {
    companyName: 'Acme',
    commissionsConfig: JSON.stringify({ books_begin_on: '2026-01-01', plans: [plan, managers] }),
  });
});
afterAll(() => company.server.close());

let token: string;
const day = async (date: string): Promise<void> => {
  company.server.clock.set(`${date}T18:00:00Z`);
  token = (await company.server.signIn('ada@example.test')).access_token;
};
const call = async (method: 'GET' | 'PUT' | 'POST', url: string, body?: object) =>
  company.server.call(method, `/api/v1${url}`, { token, ...(body ? { body } : {}) });
let counter = 0;
/** A seller used by no other test. */
const seller = async (more: object = {}): Promise<number> => {
  counter += 1;
  const person = { first_name: `s${counter}`, last_name: 'Dated', email: `s${counter}@example.test`, role: 'salesperson', ...more };
  const answer = await call('POST', '/users', person);
  expect(answer.statusCode, answer.body).toBe(201);
  return Number(answer.json().id);
};
const put = async (id: number, body: object) => {
  const answer = await call('PUT', `/users/${id}`, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const refused = async (id: number, body: object): Promise<Record<string, string>> => {
  const answer = await call('PUT', `/users/${id}`, body);
  expect(answer.statusCode, answer.body).toBe(422);
  return answer.json().errors;
};
const book = (salesperson_id: number, booking_date: string, dollars: number): Promise<number> =>
  company.facts.addInvoice({ salesperson_id, booking_date, net_cents: dollars * 100 });
/** Each person's earnings on an invoice, in dollars. */
const earned = async (invoice: number): Promise<Record<number, number>> =>
  Object.fromEntries((await company.facts.recordsOf(invoice)).map(({ user_id, amount_cents }) => [user_id, amount_cents / 100]));

describe('decisions 2.22: a sale is priced by what held on its booking date', () => {
  it('a territory that changes today leaves the sale of August at 700.00', async () => {
    const sam = await seller({ territory: 'West' });
    const august = await book(sam, '2026-08-01', 10_000);
    expect(await earned(august)).toEqual({ [sam]: 700 });
    await put(sam, { territory: 'Midwest' });
    expect(await earned(august)).toEqual({ [sam]: 700 });
    expect(await earned(await book(sam, '2026-11-28', 10_000))).toEqual({ [sam]: 500 });
    await put(sam, { territory: 'Midwest', effective_from: '2026-08-01' });
    expect(await earned(august)).toEqual({ [sam]: 500 });
  });

  it('a new manager takes no override of past months: 600.01 stay with the one of then', async () => {
    const sam = await seller({ manager_id: String(company.ids.mia) });
    const august = await book(sam, '2026-08-01', 60_001);
    expect(await earned(august)).toEqual({ [sam]: 3000.05, [company.ids.mia]: 600.01 });
    await put(sam, { manager_id: String(company.ids.max) });
    expect(await earned(august)).toEqual({ [sam]: 3000.05, [company.ids.mia]: 600.01 });
    const november = await book(sam, '2026-11-28', 60_001);
    expect(await earned(november)).toEqual({ [sam]: 3000.05, [company.ids.max]: 600.01 });
    await put(sam, { manager_id: String(company.ids.max), effective_from: '2026-08-01' });
    expect(await earned(august)).toEqual({ [sam]: 3000.05, [company.ids.max]: 600.01 });
  });

  it('a promotion leaves past sales at 500.00; backdated, it reprices them at 200.00', async () => {
    const sam = await seller();
    const august = await book(sam, '2026-08-01', 10_000);
    await put(sam, { role: 'sales_manager' });
    expect(await earned(august)).toEqual({ [sam]: 500 });
    expect(await earned(await book(sam, '2026-11-28', 10_000))).toEqual({ [sam]: 200 });
    await put(sam, { role: 'sales_manager', effective_from: '2026-07-15' });
    expect(await earned(august)).toEqual({ [sam]: 200 });
  });

  it('decisions 2.23: a credit memo takes back from the manager of the sale', async () => {
    const sam = await seller({ manager_id: String(company.ids.mia) });
    const sale = await book(sam, '2026-10-05', 10_000);
    await put(sam, { manager_id: String(company.ids.max) });
    const memo = await company.facts.addInvoice({
      salesperson_id: sam,
      booking_date: '2026-11-28',
      net_cents: -4_000_00,
      credit_of_id: sale,
    });
    expect(await earned(memo)).toEqual({ [sam]: -200, [company.ids.mia]: -40 });
  });

  it('splitting one change into two with the same end gives the same amounts', async () => {
    const [one, two] = [await seller(), await seller()];
    const sales = [];
    for (const day of ['2026-10-05', '2026-10-15', '2026-11-05'])
      sales.push([await book(one, day, 1_000), await book(two, day, 1_000)] as const);
    await put(one, { territory: 'West', effective_from: '2026-10-10' });
    await put(two, { territory: 'West', effective_from: '2026-11-01' });
    await put(two, { territory: 'Midwest', effective_from: '2026-10-10' });
    await put(two, { territory: 'West', effective_from: '2026-10-10' });
    for (const [a, b] of sales) expect((await earned(a))[one]).toBe((await earned(b))[two]);
    expect((await earned(sales[0]![0]))[one]).toBe(50);
    expect((await earned(sales[1]![0]))[one]).toBe(70);
  });

  it('the answer has today’s values, and the audit row the first day', async () => {
    const sam = await seller();
    expect(await put(sam, { territory: 'West', effective_from: '2026-10-01' })).toMatchObject({ territory: 'West' });
    const row = await company.server.db.query
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'user.updated')
      .where('entity_id', '=', String(sam))
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ before: { territory: null }, after: { territory: 'West', effective_from: '2026-10-01' } });
  });
});

describe('decisions 2.22: employment', () => {
  it('is a field of the person; a start nobody entered is null', async () => {
    const sam = await seller();
    expect((await call('GET', `/users/${sam}`)).json()).toMatchObject({ employment_start: null, employment_end: null });
    expect(await put(sam, { employment_start: '2026-10-05', employment_end: '2026-12-31' })).toMatchObject({
      employment_start: '2026-10-05',
      employment_end: '2026-12-31',
    });
    expect(await put(sam, { employment_end: null })).toMatchObject({ employment_start: '2026-10-05', employment_end: null });
  });

  it('nothing is credited before its first day or after its last', async () => {
    const sam = await seller({ employment_start: '2026-10-05' });
    const [before, first, after] = [
      await book(sam, '2026-10-04', 1_000),
      await book(sam, '2026-10-05', 1_000),
      await book(sam, '2026-11-20', 1_000),
    ];
    expect([await earned(before), await earned(first), await earned(after)]).toEqual([{}, { [sam]: 50 }, { [sam]: 50 }]);
    await put(sam, { employment_end: '2026-11-19' });
    expect(await earned(after)).toEqual({});
    await put(sam, { employment_end: null, employment_start: '2026-10-01' });
    expect([await earned(before), await earned(after)]).toEqual([{ [sam]: 50 }, { [sam]: 50 }]);
  });

  it('who is deactivated has left today, who is activated is back', async () => {
    const sam = await seller();
    expect(await put(sam, { active: false })).toMatchObject({ active: false, employment_end: '2026-11-28' });
    await day('2026-11-29');
    expect(await put(sam, { active: true })).toMatchObject({ active: true, employment_end: null });
    await day('2026-11-28');
  });

  it('only administrators and the person read it', async () => {
    const sam = await seller({ employment_start: '2026-10-05' });
    const { access_token } = await company.server.signIn('mia@example.test');
    const answer = await company.server.call('GET', `/api/v1/users/${sam}`, { token: access_token });
    expect(answer.json()).not.toHaveProperty('employment_start');
  });
});

describe('before it is saved', () => {
  const impact = async (id: number, body: object) => {
    const answer = await call('POST', `/users/${id}/impact`, body);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };

  it('decisions 2.28: the difference that a first day makes to open months is what the save makes', async () => {
    const { mia, max } = company.ids;
    const sam = await seller({ manager_id: String(mia) });
    const [october, november] = [await book(sam, '2026-10-15', 10_000), await book(sam, '2026-11-15', 20_000)];
    const before = await earned(october);
    const change = { territory: 'West', manager_id: String(max), effective_from: '2026-11-01' };
    const preview = await impact(sam, change);
    expect(
      preview.open.map(({ user_id, month, before, after }: Record<string, unknown>) => [
        Number(user_id),
        month,
        Number(after) - Number(before),
      ]),
    ).toEqual(
      expect.arrayContaining([
        [sam, '2026-11', 400],
        [mia, '2026-11', -200],
        [max, '2026-11', 200],
      ]),
    );
    expect(preview.open).toHaveLength(3);
    expect(preview.late).toEqual([]);
    expect((await earned(november))[sam]).toBe(1000);
    await put(sam, change);
    expect([await earned(october), await earned(november)]).toEqual([before, { [sam]: 1400, [max]: 200 }]);
    expect((await impact(sam, change)).open).toEqual([]);
  });

  it('says what somebody who leaves leaves behind', async () => {
    const sam = await seller();
    await book(sam, '2026-11-10', 10_000);
    expect((await impact(sam, { employment_end: '2026-11-20' })).leaving).toEqual({ last_day: '2026-11-20', open_deals: 0, unpaid: 500 });
    expect((await impact(sam, { first_name: 'Sam' })).leaving).toBeNull();
  });

  it('is for administrators', async () => {
    const { access_token } = await company.server.signIn('mia@example.test');
    const answer = await company.server.call('POST', `/api/v1/users/${company.ids.sam}/impact`, {
      token: access_token,
      body: { territory: 'West' },
    });
    expect(answer.statusCode).toBe(403);
  });
});

describe('the history of a person', () => {
  it('tells what held from which day on, and who said so', async () => {
    const sam = await seller({ territory: 'West' });
    await put(sam, { territory: 'Midwest', effective_from: '2026-10-01' });
    await put(sam, { role: 'sales_manager' });
    const answer = await call('GET', `/users/${sam}/history`);
    expect(
      answer.json().data.map(({ field, value, first_day, recorded_by }: Record<string, unknown>) => [field, value, first_day, recorded_by]),
    ).toEqual([
      ['role', 'sales_manager', '2026-11-28', 'ada Person'],
      ['territory', 'Midwest', '2026-10-01', 'ada Person'],
      ['manager', null, null, 'ada Person'],
      ['role', 'salesperson', null, 'ada Person'],
      ['territory', 'West', null, 'ada Person'],
    ]);
    const { access_token } = await company.server.signIn('mia@example.test');
    expect((await company.server.call('GET', `/api/v1/users/${sam}/history`, { token: access_token })).statusCode).toBe(403);
  });
});

describe('Why, summary and why not', () => {
  const get = async (url: string) => {
    const answer = await call('GET', url);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };

  it('decisions 2.04: an August sale of the West is explained as such after the territory changed', async () => {
    const sam = await seller({ territory: 'West' });
    const { id } = await company.facts.recordOf(await book(sam, '2026-08-01', 10_000));
    const before = await get(`/commissions/${id}/explain`);
    await put(sam, { territory: 'Midwest' });
    const after = await get(`/commissions/${id}/explain`);
    expect([after.sentence, after.formula]).toEqual([before.sentence, before.formula]);
  });

  it('the summary follows a backdated change', async () => {
    const sam = await seller({ territory: 'West' });
    const { id } = await company.facts.recordOf(await book(sam, '2026-11-10', 10_000));
    await put(sam, { territory: 'Midwest', effective_from: '2026-11-01' });
    expect((await get(`/commissions/${id}`)).commission_amount).toBe(500);
    const range = 'start_date=2026-11-01&end_date=2026-11-30';
    expect((await get(`/commissions/summary?${range}&user_id=${sam}`)).summary.period_commission).toBe(500);
  });

  it('decisions 1.02 `why-not`: a sale of somebody who was not employed says so', async () => {
    const sam = await seller({ employment_start: '2026-10-05' });
    const invoice = await book(sam, '2026-10-04', 1_000);
    const { invoice_number } = await company.server.db.query
      .selectFrom('invoices')
      .select('invoice_number')
      .where('id', '=', invoice)
      .executeTakeFirstOrThrow();
    const answer = await get(`/why-not?q=${invoice_number}&start_date=2026-10-01&end_date=2026-10-31&user_id=${sam}`);
    expect(answer.data[0].reasons[0]).toMatchObject({ code: 'not_employed' });
  });
});

describe('decisions 2.22: a first day ahead', () => {
  const ahead = async (id: number) => {
    const { data } = (await call('GET', `/users/${id}/history`)).json();
    return data.filter(({ first_day }: { first_day: string | null }) => (first_day ?? '') > '2026-11-28');
  };
  const begin = (today: string, log: (error: unknown) => void = raise, store = company.facts.store) =>
    applyPlanned({ store, clock: company.server.clock }, today, log);

  it('is planned, changes nothing until then, and holds from that day on', async () => {
    const { max } = company.ids;
    const sam = await seller({ territory: 'West' });
    const change = { role: 'sales_manager', territory: null, manager_id: String(max), effective_from: '2026-12-01' };
    expect((await call('POST', `/users/${sam}/impact`, change)).json()).toEqual({ open: [], late: [], leaving: null });
    expect(await put(sam, { ...change, first_name: 'Samuel' })).toMatchObject({
      first_name: 'Samuel',
      role: 'salesperson',
      territory: 'West',
    });
    expect((await ahead(sam)).map(({ field, value }: Record<string, unknown>) => [field, value])).toEqual([
      ['manager', 'max Person'],
      ['role', 'sales_manager'],
      ['territory', null],
    ]);
    const [november, december] = [await book(sam, '2026-11-30', 1_000), await book(sam, '2026-12-02', 1_000)];
    await begin('2026-11-30');
    expect((await call('GET', `/users/${sam}`)).json()).toMatchObject({ role: 'salesperson' });
    await day('2026-12-02');
    await begin('2026-12-02');
    expect((await call('GET', `/users/${sam}`)).json()).toMatchObject({ role: 'sales_manager', territory: null, manager_id: String(max) });
    expect([(await earned(november))[sam], (await earned(december))[sam]]).toEqual([70, 20]);
    await begin('2026-12-02');
    await day('2026-11-28');
    expect(await ahead(sam)).toHaveLength(3);
  });

  const planned = async (id: number) =>
    (await ahead(id)).map(({ field, value, recorded_by }: Record<string, unknown>) => [field, value, recorded_by]);

  it('the same day once more replaces a fact, and the value of before takes it back', async () => {
    const sam = await seller({ territory: 'West' });
    await put(sam, { role: 'sales_manager', territory: 'Midwest', effective_from: '2026-12-05' });
    await put(sam, { territory: 'Northeast', effective_from: '2026-12-05' });
    expect(await planned(sam)).toEqual([
      ['role', 'sales_manager', 'ada Person'],
      ['territory', 'Northeast', 'ada Person'],
    ]);
    await put(sam, { territory: 'West', effective_from: '2026-12-07' });
    await put(sam, { territory: 'West', role: 'salesperson', manager_id: null, effective_from: '2026-12-05' });
    expect(await planned(sam)).toEqual([['territory', 'West', 'ada Person']]);
    await put(sam, { territory: 'West', effective_from: '2026-12-07' });
    expect(await planned(sam)).toEqual([]);
  });

  it('decisions 2.22: one planned fact is withdrawn by its field and day; the others of that day stay', async () => {
    const sam = await seller({ territory: 'West' });
    await put(sam, { role: 'sales_manager', territory: 'Midwest', manager_id: String(company.ids.max), effective_from: '2026-12-05' });
    const withdraw = (path: string, as = token) => company.server.call('DELETE', `/api/v1/users/${sam}/planned/${path}`, { token: as });
    expect((await ahead(sam)).every(({ planned }: { planned?: boolean }) => planned === true)).toBe(true);
    expect((await withdraw('manager/2026-12-05')).statusCode).toBe(204);
    expect((await planned(sam)).map(([field]: string[]) => field)).toEqual(['role', 'territory']);
    expect((await withdraw('territory/2026-12-05')).statusCode).toBe(204);
    const rows = await company.server.db.query
      .selectFrom('audit_log')
      .select(['action', 'before'])
      .where('entity_id', '=', String(sam))
      .where('action', '=', 'user.plan_withdrawn')
      .orderBy('id')
      .execute();
    expect(rows.map(({ before }) => before)).toEqual([
      { manager_id: String(company.ids.max), effective_from: '2026-12-05' },
      { territory: 'Midwest', effective_from: '2026-12-05' },
    ]);
    await begin('2026-12-05');
    expect((await call('GET', `/users/${sam}`)).json()).toMatchObject({ role: 'sales_manager', territory: 'West', manager_id: null });
  });

  it('bad input: nothing is withdrawn twice, of another day, after its day, of an unknown field, or of nobody', async () => {
    const sam = await seller({ territory: 'West' });
    const withdraw = async (path: string, id: number | string = sam) =>
      (await company.server.call('DELETE', `/api/v1/users/${id}/planned/${path}`, { token })).statusCode;
    await put(sam, { territory: 'Midwest', effective_from: '2026-12-05' });
    expect(await withdraw('territory/2026-12-06')).toBe(404);
    expect(await withdraw('role/2026-12-05')).toBe(404);
    expect(await withdraw('active/2026-12-05')).toBe(400);
    expect(await withdraw('territory/yesterday')).toBe(400);
    expect(await withdraw('territory/2026-12-05', 999_999)).toBe(404);
    expect(await planned(sam)).toHaveLength(1);
    expect(await withdraw('territory/2026-12-05')).toBe(204);
    expect(await withdraw('territory/2026-12-05')).toBe(404);
    await put(sam, { territory: 'Midwest', effective_from: '2026-12-05' });
    await begin('2026-12-05');
    expect(await withdraw('territory/2026-12-05')).toBe(404);
  });

  it('keeps each fact under its own author, and is made in the name of each', async () => {
    const bea = await company.server.add({ email: 'bea@example.test', role: 'admin', first_name: 'Bea' });
    const { access_token: theirs } = await company.server.signIn('bea@example.test');
    const sam = await seller({ territory: 'West' });
    const asBea = async (body: object) =>
      expect((await company.server.call('PUT', `/api/v1/users/${sam}`, { token: theirs, body })).statusCode).toBe(200);
    await put(sam, { role: 'sales_manager', manager_id: String(company.ids.max), effective_from: '2026-12-05' });
    await asBea({ territory: 'Midwest', manager_id: String(company.ids.mia), effective_from: '2026-12-05' });
    expect(await planned(sam)).toEqual([
      ['manager', 'mia Person', 'Bea Person'],
      ['role', 'sales_manager', 'ada Person'],
      ['territory', 'Midwest', 'Bea Person'],
    ]);
    await asBea({ manager_id: null, effective_from: '2026-12-05' });
    await begin('2026-12-05');
    const rows = await company.server.db.query
      .selectFrom('audit_log as a')
      .innerJoin('users as u', 'u.id', 'a.actor_id')
      .select(['u.first_name', 'a.after'])
      .where('a.action', '=', 'user.updated')
      .where('a.entity_id', '=', String(sam))
      .orderBy('a.id')
      .execute();
    expect(rows).toMatchObject([
      { first_name: 'ada', after: { role: 'sales_manager' } },
      { first_name: 'Bea', after: { territory: 'Midwest' } },
    ]);
    await put(bea, { active: false });
    expect((await call('GET', `/users/${sam}`)).json()).toMatchObject({ role: 'sales_manager', territory: 'Midwest', manager_id: null });
  });

  it('of an administrator who is none any more is not made, and the others hear of it', async () => {
    const boss = await company.server.add({ email: 'boss@example.test', role: 'admin', first_name: 'Boss' });
    const sam = await seller();
    const { access_token: theirs } = await company.server.signIn('boss@example.test');
    const body = { role: 'sales_manager', effective_from: '2026-12-03' };
    expect((await company.server.call('PUT', `/api/v1/users/${sam}`, { token: theirs, body })).statusCode).toBe(200);
    await put(boss, { role: 'finance' });
    await begin('2026-12-03');
    expect((await call('GET', `/users/${sam}`)).json()).toMatchObject({ role: 'salesperson' });
    const notices = await company.server.db.query
      .selectFrom('notifications')
      .select('message')
      .where('message', 'like', '%planned for%')
      .execute();
    expect(notices.map(({ message }) => message)).toEqual([
      `The change of s${counter} Dated that was planned for Dec 3, 2026 was not made: the administrator who planned it is no longer one.`,
    ]);
  });

  const roleOf = async (id: number): Promise<string> => (await call('GET', `/users/${id}`)).json().role;
  /** A change that saving would never allow. */
  const spoil = (id: number) =>
    company.server.db.query
      .updateTable('planned_changes')
      .set({ change: JSON.stringify({ role: 'juggler' }) as never })
      .where('user_id', '=', id)
      .execute();
  const states = async (...users: number[]) =>
    (
      await company.server.db.query.selectFrom('planned_changes').select('state').where('user_id', 'in', users).orderBy('user_id').execute()
    ).map(({ state }) => state);

  it('is made though another one fails, which waits for the next day', async () => {
    const [bad, good] = [await seller(), await seller()];
    for (const id of [bad, good]) await put(id, { role: 'sales_manager', effective_from: '2026-12-03' });
    await spoil(bad);
    const logged: unknown[] = [];
    await begin('2026-12-03', (error) => logged.push(error));
    expect([logged.length, await roleOf(bad), await roleOf(good), await states(bad, good)]).toEqual([
      1,
      'salesperson',
      'sales_manager',
      ['waiting', 'done'],
    ]);
    await company.server.db.query.deleteFrom('planned_changes').where('user_id', '=', bad).execute();
  });

  it('is made again over a save that came in between', async () => {
    const sam = await seller();
    const current = (await call('GET', `/users/${sam}`)).json();
    await put(sam, { role: 'sales_manager', effective_from: '2026-12-03' });
    const { store } = company.facts;
    let stale = 1;
    const transaction: typeof store.transaction = async (work) => {
      if (stale-- > 0) throw new StaleUser(current);
      return store.transaction(work);
    };
    await begin('2026-12-03', raise, { ...store, transaction });
    expect([await roleOf(sam), await states(sam)]).toEqual(['sales_manager', ['done']]);
  });

  it('decisions 2.22: is not made once it was withdrawn, and not withdrawn once it was made', async () => {
    const [gone, part, full] = [await seller(), await seller({ territory: 'West' }), await seller()];
    for (const id of [gone, part, full]) await put(id, { role: 'sales_manager', territory: 'Midwest', effective_from: '2026-12-03' });
    const withdraw = async (id: number, ...fields: string[]) => {
      const paths = fields.map((field) => `/api/v1/users/${id}/planned/${field}/2026-12-03`);
      const answers = await Promise.all(paths.map((path) => company.server.call('DELETE', path, { token })));
      return answers.map(({ statusCode }) => statusCode);
    };
    const { store } = company.facts;
    let isRead = false;
    /** Withdraws between the reading of the due changes and the first of them. */
    const due: typeof store.plannedChanges.due = async (today) => {
      const rows = await store.plannedChanges.due(today);
      if (!isRead) await withdraw(gone, 'role', 'territory');
      if (!isRead) await withdraw(part, 'territory');
      isRead = true;
      return rows;
    };
    const late: number[] = [];
    const transaction: typeof store.transaction = async (work) => {
      const result = await store.transaction(work);
      if ((await roleOf(full)) === 'sales_manager') late.push(...(await withdraw(full, 'role')));
      return result;
    };
    await begin('2026-12-03', raise, { ...store, transaction, plannedChanges: { ...store.plannedChanges, due } });
    const factsOf = async (id: number) => {
      const { role, territory } = (await call('GET', `/users/${id}`)).json();
      return [role, territory];
    };
    expect([await factsOf(gone), await factsOf(part), await factsOf(full)]).toEqual([
      ['salesperson', null],
      ['sales_manager', 'West'],
      ['sales_manager', 'Midwest'],
    ]);
    expect(new Set(late)).toEqual(new Set([404]));
    expect(await states(gone, part, full)).toEqual(['done', 'done']);
  });

  it('a refusal is not reported once the change was withdrawn', async () => {
    const sam = await seller();
    await put(sam, { role: 'sales_manager', effective_from: '2026-12-03' });
    const { store } = company.facts;
    const due: typeof store.plannedChanges.due = async (today) => {
      const rows = await store.plannedChanges.due(today);
      await store.plannedChanges.withdraw(sam, '2026-12-03', ['role']);
      return rows.map((row) => ({ ...row, role: 'finance' }));
    };
    await begin('2026-12-03', raise, { ...store, plannedChanges: { ...store.plannedChanges, due } });
    const notices = company.server.db.query.selectFrom('notifications').select('message');
    expect(await notices.where('message', 'like', `%s${counter} Dated that was planned%`).execute()).toEqual([]);
  });

  it('does not hold up the company’s day', async () => {
    const bad = await seller();
    await put(bad, { role: 'sales_manager', effective_from: '2026-12-04' });
    await spoil(bad);
    const { db, clock } = company.server;
    clock.set('2026-12-04T18:00:00Z');
    const logged: unknown[] = [];
    await instanceWorker(db, (error) => logged.push(error), clock).drain();
    const days = await db.query.selectFrom('jobs').select(['state', 'slot']).where('kind', '=', 'day_began').execute();
    await db.query.deleteFrom('planned_changes').where('user_id', '=', bad).execute();
    await day('2026-11-28');
    expect(logged.length).toBe(1);
    expect(days).toEqual([{ state: 'completed', slot: '2026-12-04' }]);
  });

  it('is planned with the rest of its change, or neither is', async () => {
    const [sam, other] = [await seller(), await seller()];
    await put(other, { employee_number: 'E-7' });
    const change = { role: 'sales_manager', effective_from: '2026-12-03' };
    expect(await refused(sam, { ...change, employee_number: 'E-7' })).toEqual({ employee_number: t.employeeNumberTaken });
    expect(await ahead(sam)).toEqual([]);
    expect(await refused(sam, { ...change, manager_id: '999999', first_name: 'Half' })).toEqual({ manager_id: t.managerUnknown });
    expect((await call('GET', `/users/${sam}`)).json().first_name).not.toBe('Half');
    expect(await put(sam, { ...change, first_name: 'Both' })).toMatchObject({ first_name: 'Both', role: 'salesperson' });
    expect(await ahead(sam)).toHaveLength(1);
  });

  it('bad input: a manager who is not there, and a stale version', async () => {
    const sam = await seller();
    expect(await refused(sam, { manager_id: '999999', effective_from: '2026-12-03' })).toEqual({ manager_id: t.managerUnknown });
    const stale = await company.server.call('PUT', `/api/v1/users/${sam}`, {
      token,
      headers: { 'if-match': '"99"' },
      body: { role: 'sales_manager', effective_from: '2026-12-03' },
    });
    expect(stale.statusCode).toBe(409);
  });
});

describe('bad input', () => {
  it('a start after the end', async () => {
    const sam = await seller();
    expect(await refused(sam, { employment_start: '2026-10-05', employment_end: '2026-10-04' })).toEqual({
      employment_end: t.endBeforeStart,
    });
    await put(sam, { employment_start: '2026-10-05' });
    expect(await refused(sam, { employment_end: '2026-10-04' })).toEqual({ employment_end: t.endBeforeStart });
  });

  it.each(['2026-02-30', 'tomorrow', '0001-01-01'])('a day that is none: %s', async (day) => {
    const sam = await seller();
    for (const field of ['employment_start', 'employment_end'])
      expect(await refused(sam, { [field]: day })).toEqual({ [field]: t.dayInvalid });
    expect(await refused(sam, { role: 'sales_manager', effective_from: day })).toEqual({ effective_from: t.dayInvalid });
  });

  it('a first day of nothing', async () => {
    const sam = await seller();
    expect(await refused(sam, { first_name: 'Sam', effective_from: '2026-12-01' })).toEqual({ effective_from: t.fromNothing });
    expect(await refused(sam, { first_name: 'Sam', effective_from: '2026-11-01' })).toEqual({ effective_from: t.fromNothing });
  });

  it('two changes of one field on one day: the last one holds', async () => {
    const sam = await seller();
    const sale = await book(sam, '2026-10-15', 1_000);
    await put(sam, { territory: 'West', effective_from: '2026-10-10' });
    await put(sam, { territory: 'Northeast', effective_from: '2026-10-10' });
    expect(await earned(sale)).toEqual({ [sam]: 50 });
    await put(sam, { territory: 'West', effective_from: '2026-10-10' });
    expect(await earned(sale)).toEqual({ [sam]: 70 });
  });

  it('a loop of managers on some day', async () => {
    const [boss, sam] = [await seller({ role: 'sales_manager' }), await seller({ role: 'sales_manager' })];
    await put(boss, { manager_id: String(sam), effective_from: '2026-08-01' });
    await put(boss, { manager_id: null, effective_from: '2026-09-01' });
    expect(await refused(sam, { manager_id: String(boss), effective_from: '2026-08-15' })).toEqual({
      effective_from: `s${counter - 1} Dated reports to s${counter} Dated on Aug 31, 2026: choose a first day after that`,
    });
    await put(sam, { manager_id: String(boss), effective_from: '2026-09-01' });
    expect(await refused(boss, { manager_id: String(sam) })).toHaveProperty('manager_id');
  });
});

describe('a first day in a closed month', () => {
  it('what the month would show is proposed for the open one, and the month stands still', async () => {
    const { mia, max } = company.ids;
    const sam = await seller({ manager_id: String(mia) });
    const sale = await book(sam, '2026-03-05', 10_000);
    await company.close('2026-03');
    const change = { territory: 'West', manager_id: String(max), effective_from: '2026-03-01' };
    const difference = (await call('POST', `/users/${sam}/impact`, change)).json();
    expect(difference.open).toEqual([]);
    expect(difference.late.map(({ user_id, month, after }: Record<string, unknown>) => [Number(user_id), month, after]).sort()).toEqual(
      [
        [max, '2026-03', 100],
        [mia, '2026-03', -100],
        [sam, '2026-03', 200],
      ].sort(),
    );
    await put(sam, change);
    expect(await earned(sale)).toEqual({ [sam]: 500, [mia]: 100 });
    const proposed = (await company.late()).filter(([, invoice]) => invoice === sale).map(([name, , cents]) => [name, cents]);
    expect(proposed.sort()).toEqual([
      ['max', 100_00],
      ['mia', -100_00],
      [`s${counter}`, 200_00],
    ]);
    await put(sam, { territory: null, manager_id: String(mia), effective_from: '2026-03-01' });
    const remaining = (await company.late()).filter(([, invoice, , state]) => invoice === sale && state !== 'void');
    expect(remaining).toEqual([]);
    await put(sam, { territory: 'West', manager_id: String(max) });
    expect((await company.late()).filter(([, invoice, , state]) => invoice === sale && state !== 'void')).toEqual([]);
  });
});
