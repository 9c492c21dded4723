import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Repositories } from '../../../server/db/repositories/store.ts';
import type { AccountInput } from '../../../server/domain/people/accountChange.ts';
import { changeAccount } from '../../../server/domain/people/changeUser.ts';
import { StaleUser } from '../../../server/domain/people/userRules.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
let ada: number;
let mia: number;
let sam: number;
beforeAll(async () => {
  server = await testApp();
  ada = await server.add({ email: 'ada@example.test', role: 'admin' });
  mia = await server.add({ email: 'mia@example.test', role: 'sales_manager' });
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson', manager_id: mia });
});
afterAll(() => server.close());

/** Saves as the dialog does. @returns how often it locked out writers of money */
const save = async (account: AccountInput, onRead: (tx: Repositories) => Promise<unknown> = async () => {}): Promise<number> => {
  let held = 0;
  const principal = { userId: ada, sessionId: 0, actor: { id: String(ada), role: 'admin' } } as never;
  const origin = { network: 'test', requestId: 'test', device: 'test' };
  const store = openStore(server.db);
  const watching = (tx: Repositories): Repositories => {
    const lockOut = async (): Promise<void> => {
      held += 1;
      await tx.periods.lockExclusively();
    };
    const byId: Repositories['users']['byId'] = async (id) => {
      const seen = await tx.users.byId(id);
      if (id === sam) await onRead(tx);
      return seen;
    };
    return { ...tx, periods: { ...tx.periods, lockExclusively: lockOut }, users: { ...tx.users, byId } };
  };
  const transaction: typeof store.transaction = (work) => store.transaction((tx) => work(watching(tx)));
  await changeAccount(
    { store: { ...store, transaction }, clock: server.clock },
    principal,
    sam,
    account,
    { version: null, seen: 0 },
    origin,
  );
  return held;
};
const person = async () => openStore(server.db).users.byId(sam);

describe('money writers', () => {
  it.each<[string, AccountInput, number]>([
    ['a name, with the role and the manager unchanged', { first_name: 'Samira', role: 'salesperson', managerId: 'mia' }, 0],
    ['a new role', { role: 'finance', managerId: 'mia' }, 1],
    ['the manager removed', { role: 'finance', managerId: '' }, 1],
    ['still no manager', { last_name: 'Poe', managerId: null }, 0],
    ['a new manager', { managerId: 'mia' }, 1],
  ])('wait for an edit only if it moves money: %s', async (_what, account, times) => {
    const managerId = account.managerId === 'mia' ? { managerId: String(mia) } : {};
    expect(await save({ ...account, ...managerId })).toBe(times);
    const { managerId: _manager, ...columns } = account;
    expect(await person()).toMatchObject(columns);
  });

  it('bad input: are refused and move nothing if the role has changed since they read it', async () => {
    const seen = await person();
    const account = { role: seen?.role ?? 'finance', first_name: 'Late' } as const;
    const elsewhere = (tx: Repositories) => tx.users.change(sam, { role: 'vp_sales' }, server.clock());
    await expect(save(account, elsewhere)).rejects.toBeInstanceOf(StaleUser);
    expect(await person()).toEqual(seen);
  });
});
