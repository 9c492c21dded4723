import { afterAll, describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { applyPlanned } from '../../../server/domain/people/applyPlanned.ts';
import { StaleUser } from '../../../server/domain/people/userRules.ts';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { failOnError } from '../support/failOnError.ts';
import { createDatedCompany } from '../support/worlds/dated.ts';

const t = messages.userFormText;
const company = await createDatedCompany();
const { book, call, day, earned, latest, put, refused, seller, token } = company;
afterAll(() => company.server.close());

describe('decisions 2.22: a future first day', () => {
  const ahead = async (id: number) => {
    const { data } = (await call('GET', `/users/${id}/history`)).json();
    return data.filter(({ first_day }: { first_day: string | null }) => (first_day ?? '') > '2026-11-28');
  };
  const begin = (today: string, log: (error: unknown) => void = failOnError, store = company.facts.store) =>
    applyPlanned({ store, clock: company.server.clock }, today, log);

  it('is planned, changes nothing until then, and applies from that day', async () => {
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

  it('can be repeated to replace a fact, and the previous value withdraws it', async () => {
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

  it('decisions 2.22: can be withdrawn by field and day; the day’s other facts stay', async () => {
    const sam = await seller({ territory: 'West' });
    await put(sam, { role: 'sales_manager', territory: 'Midwest', manager_id: String(company.ids.max), effective_from: '2026-12-05' });
    const withdraw = (path: string, as = token()) => company.server.call('DELETE', `/api/v1/users/${sam}/planned/${path}`, { token: as });
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

  it('bad input: cannot be withdrawn twice, for another day, after its day, for an unknown field, or without a person', async () => {
    const sam = await seller({ territory: 'West' });
    const withdraw = async (path: string, id: number | string = sam) =>
      (await company.server.call('DELETE', `/api/v1/users/${id}/planned/${path}`, { token: token() })).statusCode;
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

  it('keeps each fact’s own author and applies it in their name', async () => {
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

  it('of a former administrator is not applied, and the others are notified', async () => {
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
      `The change of ${latest()} Dated that was planned for Dec 3, 2026 was not made: the administrator who planned it is no longer one.`,
    ]);
  });

  const roleOf = async (id: number): Promise<string> => (await call('GET', `/users/${id}`)).json().role;
  /** A change that saving would never allow. */
  const breakPlannedChange = (id: number) =>
    company.server.db.query
      .updateTable('planned_changes')
      .set({ change: JSON.stringify({ role: 'juggler' }) as never })
      .where('user_id', '=', id)
      .execute();
  const states = async (...users: number[]) =>
    (
      await company.server.db.query.selectFrom('planned_changes').select('state').where('user_id', 'in', users).orderBy('user_id').execute()
    ).map(({ state }) => state);

  it('is applied even if another fails, which waits for the next day', async () => {
    const [bad, good] = [await seller(), await seller()];
    for (const id of [bad, good]) await put(id, { role: 'sales_manager', effective_from: '2026-12-03' });
    await breakPlannedChange(bad);
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

  it('is reapplied over a save made meanwhile', async () => {
    const sam = await seller();
    const current = (await call('GET', `/users/${sam}`)).json();
    await put(sam, { role: 'sales_manager', effective_from: '2026-12-03' });
    const { store } = company.facts;
    let stale = 1;
    const transaction: typeof store.transaction = async (work) => {
      if (stale-- > 0) throw new StaleUser(current);
      return store.transaction(work);
    };
    await begin('2026-12-03', failOnError, { ...store, transaction });
    expect([await roleOf(sam), await states(sam)]).toEqual(['sales_manager', ['done']]);
  });

  it('decisions 2.22: is not applied after a withdrawal, nor withdrawn after it applied', async () => {
    const [gone, part, full] = [await seller(), await seller({ territory: 'West' }), await seller()];
    for (const id of [gone, part, full]) await put(id, { role: 'sales_manager', territory: 'Midwest', effective_from: '2026-12-03' });
    const withdraw = async (id: number, ...fields: string[]) => {
      const paths = fields.map((field) => `/api/v1/users/${id}/planned/${field}/2026-12-03`);
      const answers = await Promise.all(paths.map((path) => company.server.call('DELETE', path, { token: token() })));
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
    await begin('2026-12-03', failOnError, { ...store, transaction, plannedChanges: { ...store.plannedChanges, due } });
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

  it('does not report a refusal after its withdrawal', async () => {
    const sam = await seller();
    await put(sam, { role: 'sales_manager', effective_from: '2026-12-03' });
    const { store } = company.facts;
    const due: typeof store.plannedChanges.due = async (today) => {
      const rows = await store.plannedChanges.due(today);
      await store.plannedChanges.withdraw(sam, '2026-12-03', ['role']);
      return rows.map((row) => ({ ...row, role: 'finance' }));
    };
    await begin('2026-12-03', failOnError, { ...store, plannedChanges: { ...store.plannedChanges, due } });
    const notices = company.server.db.query.selectFrom('notifications').select('message');
    expect(await notices.where('message', 'like', `%${latest()} Dated that was planned%`).execute()).toEqual([]);
  });

  it('does not block the company’s new day', async () => {
    const bad = await seller();
    await put(bad, { role: 'sales_manager', effective_from: '2026-12-04' });
    await breakPlannedChange(bad);
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

  it('is planned with the rest of its change, or not at all', async () => {
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

  it('bad input: refuses an unknown manager and a stale version', async () => {
    const sam = await seller();
    expect(await refused(sam, { manager_id: '999999', effective_from: '2026-12-03' })).toEqual({ manager_id: t.managerUnknown });
    const stale = await company.server.call('PUT', `/api/v1/users/${sam}`, {
      token: token(),
      headers: { 'if-match': '"99"' },
      body: { role: 'sales_manager', effective_from: '2026-12-03' },
    });
    expect(stale.statusCode).toBe(409);
  });
});
