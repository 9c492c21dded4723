import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UserImportUndo } from '../../../contract/entities/people.ts';
import { createUserFileCompany, HEADER } from '../support/userFile.ts';

let world: Awaited<ReturnType<typeof createUserFileCompany>>;
beforeEach(async () => {
  world = await createUserFileCompany();
});
afterEach(() => world.server.close());

const call = (method: 'GET' | 'POST', path: string, body?: object, token = world.token) =>
  world.server.call(method, `/api/v1/users/import${path}`, { token, ...(body ? { body } : {}) });
/** Imports a file, and returns its id. */
const run = async (...rows: string[]): Promise<string> => {
  const answer = await call('POST', '', { lines: await world.preview(...rows), title: 'staff.csv' });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().import_id;
};
const undo = async (id: string): Promise<UserImportUndo> => {
  const answer = await call('POST', `s/${id}/undo`, {});
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const listed = async () => (await call('GET', 's')).json().data;
const user = async (email: string) => world.server.db.query.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
const DATED = `${HEADER},effective_from,employee_number`;

describe('undoing an import of people (decisions 4.09)', () => {
  it('deletes added people, reports before their managers, and restores changed fields', async () => {
    const before = await user('sam@example.test');
    const id = await run(
      DATED,
      'Nia,Noor,nia@example.test,sales_manager,,,,',
      'Bo,Bell,bo@example.test,salesperson,,nia@example.test,,E-9',
      'Samuel,Poe,sam@example.test,salesperson,West,mia@example.test,2026-11-03,E-8',
    );
    expect(await user('sam@example.test')).toMatchObject({ first_name: 'Samuel', territory: 'West', employee_number: 'E-8' });
    expect(await listed()).toMatchObject([{ id, title: 'staff.csv', added: 2, changed: 1, undone_at: null }]);
    expect(await undo(id)).toEqual({ removed: 2, deactivated: 0, restored: 1, kept: [] });
    expect([await user('nia@example.test'), await user('bo@example.test')]).toEqual([undefined, undefined]);
    const { first_name, territory, employee_number, manager_id } = before ?? {};
    expect(await user('sam@example.test')).toMatchObject({ first_name, territory, employee_number, manager_id });
    const history = await world.server.call('GET', `/api/v1/users/${before?.id}/history`, { token: world.token });
    expect(JSON.stringify(history.json())).not.toContain('West');
    expect(await listed()).toMatchObject([{ id, added: 0, changed: 0, undone_at: expect.any(String) }]);
    expect((await call('POST', `s/${id}/undo`, {})).json().code).toBe('import_undone');
  });

  it('deactivates people with references, and keeps later changes', async () => {
    const id = await run(HEADER, 'Nia,Noor,nia@example.test,salesperson,,', 'Samuel,Poe,sam@example.test,salesperson,,');
    const event = { customer_name: 'Acme', starts_at: '2026-11-20T17:30:00Z', sales_person: 'Nia Noor' };
    await world.server.db.query.insertInto('events').values(event).execute();
    await world.server.call('PUT', `/api/v1/users/${world.ids.sam}`, {
      token: world.token,
      body: { first_name: 'Sammy', last_name: 'Poe', role: 'salesperson' },
    });
    expect(await undo(id)).toEqual({
      ...{ removed: 0, deactivated: 1, restored: 0 },
      kept: [{ name: 'Sammy Poe', reason: 'It was changed since the import.' }],
    });
    expect(await user('nia@example.test')).toMatchObject({ active: false });
    expect(await user('sam@example.test')).toMatchObject({ first_name: 'Sammy' });
    expect(await listed()).toMatchObject([{ added: 0, changed: 1, undone_at: null }]);
    const audited = await world.server.db.query
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'user.import_undone')
      .execute();
    expect(audited).toMatchObject([{ after: { title: 'staff.csv', removed: 0, deactivated: 1, restored: 0, kept: 1 } }]);
  });

  it.each(['', '2000-01-01'])('restores a territory that was removed since (decisions 4.10), first day %j', async (since) => {
    const path = '/api/v1/settings/territories';
    await world.server.call('POST', path, { token: world.token, body: { name: 'Old North' } });
    await world.server.db.query.updateTable('users').set({ territory: 'Old North' }).where('id', '=', world.ids.sam!).execute();
    const id = await run(DATED, `Sam,Poe,sam@example.test,salesperson,West,,${since},`);
    const removed = await world.server.call('DELETE', `${path}?name=Old%20North`, { token: world.token });
    expect(removed.statusCode, removed.body).toBe(204);
    expect(await undo(id)).toMatchObject({ restored: 1, kept: [] });
    expect(await user('sam@example.test')).toMatchObject({ territory: 'Old North' });
  });

  it('deactivates a person whom a plan names', async () => {
    const id = await run(HEADER, 'Nia,Noor,nia@example.test,salesperson,,');
    const nia = await user('nia@example.test');
    const config = JSON.stringify({ plans: [{ id: 'a', name: 'A', applies_to: { users: [String(nia?.id)] } }] });
    const { query } = world.server.db;
    await query.updateTable('general_settings').set({ commissions_config: config }).execute();
    await query.insertInto('config_versions').values({ config }).execute();
    expect(await undo(id)).toMatchObject({ removed: 0, deactivated: 1, kept: [] });
    expect(await user('nia@example.test')).toMatchObject({ active: false });
  });

  it('covers all parts of a file by its author, and is limited to account managers', async () => {
    const id = await run(HEADER, 'Nia,Noor,nia@example.test,salesperson,,');
    const lines = await world.preview(HEADER, 'Bo,Bell,bo@example.test,finance,,');
    expect((await call('POST', '', { lines, import_id: id })).json().import_id).toBe(id);
    expect(await listed()).toMatchObject([{ id, added: 2 }]);
    for (const import_id of ['999', 'x']) expect((await call('POST', '', { lines, import_id })).statusCode).toBe(404);
    await world.server.add({ email: 'second@example.test', role: 'admin' });
    const second = (await world.server.signIn('second@example.test')).access_token;
    expect((await call('POST', '', { lines, import_id: id }, second)).statusCode).toBe(404);
    const seller = (await world.server.signIn('sam@example.test')).access_token;
    expect((await call('GET', 's', undefined, seller)).statusCode).toBe(403);
    expect((await call('POST', `s/${id}/undo`, {}, seller)).statusCode).toBe(403);
    expect((await call('POST', 's/999/undo', {})).statusCode).toBe(404);
    expect(await undo(id)).toMatchObject({ removed: 2 });
    expect((await call('POST', '', { lines, import_id: id })).json().code).toBe('import_undone');
  });
});
