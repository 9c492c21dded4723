import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Approval } from '../../../contract/entities/approval.ts';
import type { UserImportUndo } from '../../../contract/entities/people.ts';
import { createClauseCompany } from '../support/clauses.ts';
import { createUserFileCompany, HEADER } from '../support/userFile.ts';

type World = Awaited<ReturnType<typeof createUserFileCompany>>;
let world: World;
beforeEach(async () => {
  world = await createUserFileCompany();
});
afterEach(() => world.server.close());

const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
  const answer = await world.server.call(method, `/api/v1/users${path}`, { token: world.token, ...(body ? { body } : {}) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const put = (body: object, id = world.ids.sam) => call('PUT', `/${id}`, body);
const run = async (...rows: string[]): Promise<string> => {
  const { import_id, results } = await call('POST', '/import', { lines: await world.preview(...rows), title: 'staff.csv' });
  expect(results.filter(({ what }: { what: string }) => what === 'error')).toEqual([]);
  return import_id;
};
const undo = (id: string): Promise<UserImportUndo> => call('POST', `/imports/${id}/undo`, {});
const history = async (field: string) =>
  (await call('GET', `/${world.ids.sam}/history`)).data
    .filter((fact: Record<string, string>) => fact.field === field)
    .map(({ first_day, value }: Record<string, string | null>) => [first_day, value]);
const idOf = async (email: string): Promise<number> =>
  (await world.server.db.query.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;

const restored = { removed: 0, deactivated: 0, restored: 1, kept: [] };
const keptResult = (name: string, reason: string) => ({ removed: 0, deactivated: 0, restored: 0, kept: [{ name, reason }] });
const changedSince = 'It was changed since the import.';
const DATED = `${HEADER},effective_from`;
const EMPLOYED = `${HEADER},employment_start,employment_end`;

describe('decisions 4.09: undoing an import of people is exact or refused', () => {
  it('keeps a person whose role changed within the overwritten days', async () => {
    await put({ role: 'sales_manager', effective_from: '2026-07-01' });
    const id = await run(DATED, 'Sam,Poe,sam@example.test,vp_sales,,,2026-03-01');
    const after = [
      ['2026-03-01', 'vp_sales'],
      [null, 'salesperson'],
    ];
    expect(await history('role')).toEqual(after);
    expect(await undo(id)).toEqual(keptResult('Sam Poe', 'Their history had several values from Mar 1, 2026 on; change it in their form.'));
    expect(await history('role')).toEqual(after);
  });

  it('restores a person whose later history the file did not overwrite', async () => {
    await put({ role: 'sales_manager', effective_from: '2026-07-01' });
    const id = await run(DATED, 'Sam,Poe,sam@example.test,vp_sales,,,2026-08-01');
    expect(await undo(id)).toEqual(restored);
    expect(await history('role')).toEqual([
      ['2026-07-01', 'sales_manager'],
      [null, 'salesperson'],
    ]);
  });

  it('ends the earlier employment of a person whom the file rehired', async () => {
    await put({ employment_start: '2024-01-01', employment_end: '2026-03-31' });
    const id = await run(EMPLOYED, 'Sam,Poe,sam@example.test,salesperson,,,2026-06-01,');
    expect(await history('employment')).toEqual([
      ['2026-06-01', null],
      ['2024-01-01', '2026-03-31'],
    ]);
    expect(await undo(id)).toEqual(restored);
    expect(await history('employment')).toEqual([['2024-01-01', '2026-03-31']]);
  });

  it('keeps a person whose earlier days have changed since', async () => {
    const id = await run(DATED, 'Sam,Poe,sam@example.test,salesperson,West,,2026-10-01');
    await put({ role: 'events_manager', effective_from: '2026-09-01' });
    await put({ role: 'salesperson', effective_from: '2026-09-10' });
    expect(await undo(id)).toEqual(keptResult('Sam Poe', changedSince));
  });

  it('keeps added people who have changed since', async () => {
    const id = await run(HEADER, 'Nia,Noor,nia@example.test,salesperson,,');
    await put({ territory: 'West' }, await idOf('nia@example.test'));
    expect(await undo(id)).toEqual(keptResult('Nia Noor', changedSince));
  });

  it('keeps added people with a planned change', async () => {
    const id = await run(HEADER, 'Nia,Noor,nia@example.test,salesperson,,');
    await put({ territory: 'West', effective_from: '2027-03-01' }, await idOf('nia@example.test'));
    expect(await undo(id)).toEqual(keptResult('Nia Noor', changedSince));
  });

  it('counts a person who already has the earlier values as restored', async () => {
    const id = await run(HEADER, 'Samuel,Poe,sam@example.test,salesperson,,');
    await put({ first_name: 'Sam' });
    expect(await undo(id)).toEqual(restored);
    expect((await call('GET', '/imports')).data).toMatchObject([{ changed: 0, undone_at: expect.any(String) }]);
  });
});

describe('decisions 2.22: a line with a future first day', () => {
  it('is refused for an existing person, in the preview and the run', async () => {
    const reason = 'Effective from (Jan 1, 2027) is after today. Enter a planned change in the person’s form.';
    const csv = 'Sam,Poe,sam@example.test,sales_manager,,,2027-01-01';
    const lines = await world.preview(DATED, csv);
    expect(lines).toMatchObject([{ what: 'error', errors: [reason] }]);
    expect(await world.apply(lines.map((line) => ({ ...line, what: 'update' as const, errors: [] })))).toMatchObject([
      { what: 'error', errors: [reason] },
    ]);
    expect(await history('role')).toEqual([[null, 'salesperson']]);
  });

  it('changes nothing for a person who already has the values', async () => {
    expect(await world.preview(DATED, 'Sam,Poe,sam@example.test,salesperson,,,2027-01-01')).toMatchObject([{ what: 'same' }]);
  });
});

describe('decisions 3.06: an import of people that raises its author’s pay', () => {
  const staff = async () => {
    const company = await createClauseCompany();
    const { as } = company;
    await company.plan({ team_override: { role: 'admin', rate: 0.01 } });
    await company.book('sam', '2026-05-18', 1000);
    company.newDay();
    return {
      ...company,
      file: async (row: string) => {
        const { lines } = (await as('ada', 'POST', '/users/import/preview', { csv: `${DATED}\n${row}` })).json();
        return (await as('ada', 'POST', '/users/import', { lines, title: 'staff.csv' })).json();
      },
      approve: async () => {
        const [{ id, version }] = (await as('vic', 'GET', '/approvals?group=own_pay')).json().data as [Approval];
        return (await as('vic', 'POST', '/approvals/decide', { decision: 'approve', items: [{ id, version }] })).json().data[0];
      },
      imports: async () => (await as('ada', 'GET', '/users/imports')).json().data,
      undo: async (id: string) => (await as('ada', 'POST', `/users/imports/${id}/undo`, {})).json(),
      managerOfSam: async () => (await as('ada', 'GET', `/users/${company.ids.sam}`)).json().manager_id,
    };
  };

  it('can be undone once its pending line is approved, even after an earlier undo', async () => {
    const company = await staff();
    const manager = await company.managerOfSam();
    const { import_id, results } = await company.file('sam,Person,sam@example.test,salesperson,,ada@example.test,2026-05-17');
    expect(results).toMatchObject([{ what: 'waits' }]);
    expect(await company.undo(import_id)).toEqual({ removed: 0, deactivated: 0, restored: 0, kept: [] });
    expect(await company.approve()).toMatchObject({ outcome: 'decided' });
    expect(await company.managerOfSam()).toBe(String(company.ids.ada));
    expect(await company.imports()).toMatchObject([{ changed: 1, undone_at: null }]);
    expect(await company.undo(import_id)).toEqual(restored);
    expect(await company.managerOfSam()).toBe(manager);
    expect(manager).not.toBe(String(company.ids.ada));
    await company.server.close();
  });

  it('is undone once its pending undo is approved', async () => {
    const company = await staff();
    const { ids, server } = company;
    await server.db.query.updateTable('users').set({ manager_id: ids.ada }).where('id', '=', ids.sam).execute();
    const { import_id } = await company.file('sam,Person,sam@example.test,salesperson,,vic@example.test,2026-05-17');
    expect(await company.managerOfSam()).toBe(String(ids.vic));
    expect(await company.undo(import_id)).toMatchObject({ restored: 0, kept: [{ reason: expect.stringContaining('waits for') }] });
    expect(await company.approve()).toMatchObject({ outcome: 'decided' });
    expect(await company.managerOfSam()).toBe(String(ids.ada));
    expect(await company.imports()).toMatchObject([{ changed: 0, undone_at: expect.any(String) }]);
    await server.close();
  });
});
