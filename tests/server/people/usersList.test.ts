import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../../../contract/entities/user.ts';
import { type Answer, type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await testApp();
  const people = [
    ['ada', 'admin', 'Ada', 'Lane'],
    ['bea', 'admin', 'Bea', 'Moss'],
    ['mia', 'sales_manager', 'Mia', 'Zhu'],
    ['sam', 'salesperson', 'Sam', 'poe'],
    ['eve', 'events_manager', 'Eve', 'Poe'],
  ] as const;
  for (const [name, role, first_name, last_name] of people) {
    await server.add({ email: `${name}@example.test`, role, first_name, last_name });
    tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  }
});
afterAll(() => server.close());

const list = (query: string, name = 'ada') => server.call('GET', `/api/v1/users${query}`, { token: tokens[name] });
const names = (answer: Answer): string[] => answer.json().data.map(({ first_name }: User) => first_name);

describe('user list', () => {
  it('spec 7.13: sorts everyone by last name in any case, filters by role, and searches name and e-mail', async () => {
    expect(names(await list(''))).toEqual(['Ada', 'Bea', 'Eve', 'Sam', 'Mia']);
    expect(names(await list('?role=admin'))).toEqual(['Ada', 'Bea']);
    expect(names(await list('?search=POE'))).toEqual(['Eve', 'Sam']);
    expect(names(await list('?search=poe%20sam'))).toEqual(['Sam']);
    expect(names(await list('?search=mia%40example'))).toEqual(['Mia']);
    expect(names(await list('?search=%25'))).toEqual([]);
    expect(names(await list('?search=a_a'))).toEqual([]);
    expect((await list('?role=king')).statusCode).toBe(400);
  });

  it('spec 3.09: has consecutive pages and cursors tied to their query', async () => {
    const first = (await list('?limit=2')).json();
    expect(first.pagination).toEqual({ cursor: expect.any(String), limit: 2, total: 5 });
    const second = (await list(`?limit=2&cursor=${first.pagination.cursor}`)).json();
    const third = (await list(`?limit=2&cursor=${second.pagination.cursor}`)).json();
    expect(third.pagination.cursor).toBeNull();
    const seen = [first, second, third].flatMap(({ data }) => data.map(({ first_name }: User) => first_name));
    expect(seen).toEqual(['Ada', 'Bea', 'Eve', 'Sam', 'Mia']);
    expect((await list(`?role=admin&cursor=${first.pagination.cursor}`)).json().code).toBe('cursor_invalid');
    for (const cursor of ['x', Buffer.from('["users","king","","","",1]').toString('base64url')])
      expect((await list(`?cursor=${cursor}`)).json().code).toBe('cursor_invalid');
  });

  it('spec 7.15, 6.02: shows a user with preferences, but no password, to themselves and to people who may see all', async () => {
    const one = (id: string, name: string) => server.call('GET', `/api/v1/users/${id}`, { token: tokens[name] });
    const { id } = (await list('?search=sam')).json().data[0];
    for (const name of ['ada', 'mia', 'sam']) {
      const user = (await one(id, name)).json();
      expect(user).toMatchObject({ id, first_name: 'Sam', role: 'salesperson', active: true, preferences: { dashboard_settings: {} } });
      expect(Object.keys(user).filter((key) => key.includes('password_hash') || key === 'password')).toEqual([]);
    }
    const { id: another } = (await list('?search=ada')).json().data[0];
    expect((await one(another, 'sam')).statusCode).toBe(403);
    expect((await one('999999', 'ada')).statusCode).toBe(404);
  });

  it('decisions 3.04: is closed to salespeople, hides others’ preferences from everyone, and shows versions to administrators only', async () => {
    expect((await list('', 'sam')).statusCode).toBe(403);
    const [admins] = (await list('')).json().data;
    expect(admins).toMatchObject({ version: 1, must_change_password: false, preferences: { dashboard_settings: {} } });
    for (const name of ['mia', 'eve']) {
      const [first] = (await list('', name)).json().data;
      expect(first.version).toBeUndefined();
      expect(first).not.toHaveProperty('password_hash');
    }
  });

  it('counts everyone for administrators, whatever the filter: active, inactive, with a temporary password, locked out', async () => {
    await server.add({ email: 'leo@example.test', role: 'salesperson', first_name: 'Leo', last_name: 'Gone', active: false });
    await server.db.query
      .updateTable('users')
      .set({ must_change_password: true })
      .where('email', 'in', ['eve@example.test', 'leo@example.test'])
      .execute();
    for (let attempt = 0; attempt < 30; attempt += 1) await server.login('mia@example.test', 'not the password');
    const rows: User[] = (await list('')).json().data;
    const locked = rows.filter(({ active, sign_in_locked }) => active && sign_in_locked).map(({ first_name }) => first_name);
    expect(locked).toEqual(['Mia']);
    expect((await list('?role=admin&limit=1')).json().summary).toEqual({ active: 5, inactive: 1, temporary: 1, locked: 1 });
    expect((await list('', 'bea')).json().summary).toBeDefined();
    expect((await list('', 'mia')).json()).not.toHaveProperty('summary');
  });
});
