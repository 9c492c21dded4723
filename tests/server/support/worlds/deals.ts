import { expect } from 'vitest';
import type { Deal } from '../../../../contract/entities/deal.ts';
import type { Role } from '../../../../contract/entities/user.ts';
import { type Answer, type TestApp, testApp } from '../testApp.ts';

/** Mia manages Sam; Kim is on Max's team; Vic, Ada, Fay and Eve have the roles below. */
export const createDealWorld = async () => {
  const server: TestApp = await testApp();
  const ids: Record<string, number> = {};
  const tokens: Record<string, string> = {};
  const add = async (name: string, role: Role, overrides: object = {}) => {
    ids[name] = await server.add({ email: `${name}@example.test`, role, first_name: name, ...overrides });
    tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  };
  await add('mia', 'sales_manager');
  await add('max', 'sales_manager');
  await add('ada', 'admin');
  await add('vic', 'vp_sales');
  await add('fay', 'finance');
  await add('eve', 'events_manager');
  await add('sam', 'salesperson', { first_name: 'Sam', last_name: 'Seller', manager_id: ids.mia });
  await add('kim', 'salesperson', { first_name: 'Kim', last_name: 'Keller', manager_id: ids.max });

  const body = (overrides: object = {}) => ({
    name: 'Robotics week',
    customer_name: 'Flagstaff Library',
    owner_id: String(ids.sam),
    amount: '1200.50',
    expected_close_date: '2026-12-10',
    ...overrides,
  });
  const call = (
    name: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    sent?: object,
    headers?: Record<string, string>,
  ): Promise<Answer> =>
    server.call(method, `/api/v1/${path}`, { token: tokens[name], ...(sent ? { body: sent } : {}), ...(headers ? { headers } : {}) });
  const create = (name: string, overrides: object = {}, key?: string): Promise<Answer> =>
    call(name, 'POST', 'deals', body(overrides), key ? { 'idempotency-key': key } : {});
  const made = async (name = 'sam', overrides: object = {}): Promise<Deal> => {
    const answer = await create(name, overrides);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json();
  };
  const step = (name: string, { id, version }: Pick<Deal, 'id' | 'version'>, kind: string, overrides: object = {}): Promise<Answer> =>
    call(name, 'POST', `deals/${id}/${kind}`, { version, ...overrides });
  const list = async (name: string, query = ''): Promise<Deal[]> => {
    const answer = await call(name, 'GET', `deals?limit=500&${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  };
  const clear = async (): Promise<void> => {
    await server.db.query.deleteFrom('links').execute();
    await server.db.query.deleteFrom('deals').execute();
  };
  return { server, ids, tokens, body, call, create, made, step, list, clear };
};
