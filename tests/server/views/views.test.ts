import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { View } from '../../../contract/entities/view.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};
beforeAll(async () => {
  server = await testApp();
  for (const [name, role] of [
    ['ana', 'sales_manager'],
    ['bo', 'vp_sales'],
    ['ad', 'admin'],
  ] as const) {
    ids[name] = await server.add({ email: `${name}@example.test`, role, first_name: name, last_name: 'Test' });
    tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  }
});
afterAll(() => server.close());

const body = { screen: 'analytics', name: 'By territory', question: { by: 'territory', period: 'quarter' }, shared: false };
const post = (who: string, overrides: object = {}) =>
  server.call('POST', '/api/v1/views', { token: tokens[who], body: { ...body, ...overrides } });
const put = (who: string, { id, version }: View, overrides: object) => {
  const { screen: _, ...change } = body;
  return server.call('PUT', `/api/v1/views/${id}`, {
    token: tokens[who],
    body: { ...change, ...overrides },
    headers: { 'if-match': `"${version}"` },
  });
};
const names = async (who: string, screen = 'analytics'): Promise<string[]> =>
  (await server.call('GET', `/api/v1/views?screen=${screen}`, { token: tokens[who] })).json().data.map(({ name }: View) => name);

describe('saved views (decisions 1.02)', () => {
  it('are private until shared, by screen and by name', async () => {
    const created = await post('ana');
    expect([created.statusCode, created.json()]).toEqual([
      201,
      expect.objectContaining({ ...body, own: true, owner_name: 'ana Test', version: 1 }),
    ]);
    await post('ana', { name: 'all months', question: { by: 'month' }, shared: true });
    expect(await names('ana')).toEqual(['all months', 'By territory']);
    expect(await names('bo')).toEqual(['all months']);
    expect(await names('ana', 'events')).toEqual([]);
  });

  it('require a name unique in any case; the message names the field', async () => {
    expect((await post('ana', { name: ' by TERRITORY ' })).json().errors).toEqual({ name: 'You have a view with this name already.' });
    expect((await post('ana', { name: ' ' })).json().errors).toEqual({ name: 'Give the view a name.' });
    expect((await post('ana', { name: 'x'.repeat(61) })).statusCode).toBe(422);
    expect((await post('ana', { name: 'odd', question: { by: 'x'.repeat(300) } })).statusCode).toBe(400);
    expect((await post('bo', { name: 'By territory' })).statusCode).toBe(201);
  });

  it('can be changed only by their owner against the displayed version, and are not found for others', async () => {
    const view: View = (await post('ana', { name: 'mine', shared: true })).json();
    expect((await put('bo', view, { name: 'theirs' })).statusCode).toBe(404);
    const changed = await put('ana', view, { name: 'Mine', question: { by: 'person' }, shared: false });
    expect(changed.json()).toMatchObject({ name: 'Mine', question: { by: 'person' }, shared: false, version: 2 });
    const stale = await put('ana', view, { name: 'again' });
    expect([stale.statusCode, stale.json().current.name]).toEqual([409, 'Mine']);
    expect((await put('ana', changed.json(), { name: 'by territory' })).json().errors).toEqual({
      name: 'You have a view with this name already.',
    });
    const deleted = await server.call('DELETE', `/api/v1/views/${view.id}`, { token: tokens.ana, headers: { 'if-match': '"2"' } });
    expect(deleted.statusCode).toBe(204);
    expect(await names('ana')).not.toContain('Mine');
  });

  it('stay readable if shared by an owner who left, say so, and can be deleted by an admin', async () => {
    const view: View = (await post('bo', { name: 'left behind', shared: true })).json();
    await server.db.query
      .updateTable('users')
      .set({ active: false })
      .where('id', '=', ids.bo ?? 0)
      .execute();
    const seen = async (who: string): Promise<View | undefined> =>
      (await server.call('GET', '/api/v1/views?screen=analytics', { token: tokens[who] }))
        .json()
        .data.find(({ id }: View) => id === view.id);
    expect(await seen('ana')).toMatchObject({ owner_name: null, own: false, question: body.question });
    expect(await seen('ad')).toMatchObject({ own: true });
    expect((await server.call('DELETE', `/api/v1/views/${view.id}`, { token: tokens.ad })).statusCode).toBe(204);
  });
});
