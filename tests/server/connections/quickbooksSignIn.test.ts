import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchConnections } from '../../../server/domain/connections/watch.ts';
import { countLockWaits } from '../support/lockWaits.ts';
import { HOUR_MS, MINUTE_MS } from '../support/testApp.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';
import { type AccountingWorld, createAccountingWorld } from '../support/worlds/accounting.ts';

let world: AccountingWorld;
beforeAll(async () => {
  world = await createAccountingWorld();
});
afterAll(() => world.closeAll());

const watch = () =>
  watchConnections({ store: world.store, clock: world.server.clock, vault: world.vault, outside: world.outside }, () => {});
const begin = (suffix: string) => world.call('POST', 'quickbooks', { invoice_suffix: suffix });
const idOf = async (suffix: string): Promise<string | undefined> => (await world.one(suffix))?.id;
const readLockWaits = () => countLockWaits(world.server.db.query);

describe('unfinished sign-ins', () => {
  it('are deleted after an hour, but not while someone is at the vendor’s page again', async () => {
    world.standIn.company('4620816365000000003', 'Third Books');
    await begin('GHI');
    const id = await idOf('GHI');
    world.server.clock.advance(59 * MINUTE_MS);
    const { auth_url } = (await begin('GHI')).json();
    world.server.clock.advance(5 * MINUTE_MS);
    await watch();
    expect(await idOf('GHI')).toBe(id);
    const state = new URL(auth_url).searchParams.get('state') ?? '';
    const back = new URLSearchParams({ state, code: world.standIn.codeFor('4620816365000000003'), realmId: '4620816365000000003' });
    const answer = await world.server.call('GET', `/api/v1/integrations/quickbooks/callback?${back}`);
    expect(answer.body).toContain('QUICKBOOKS_AUTH_SUCCESS');
    await begin('JKL');
    world.server.clock.advance(HOUR_MS + MINUTE_MS);
    await watch();
    expect(await idOf('JKL')).toBeUndefined();
  });

  // The embedded database runs one transaction at a time.
  it.runIf(testDatabaseKind() === 'postgres')('stay if restarted during deletion, and restart if just deleted', async () => {
    await begin('MNO');
    const id = Number(await idOf('MNO'));
    world.server.clock.advance(HOUR_MS + MINUTE_MS);
    const watching = await world.server.db.query.transaction().execute(async (trx) => {
      await sql`update connections set updated_at = ${world.server.clock().toISOString()} where id = ${id}`.execute(trx);
      const watched = watch();
      await expect.poll(readLockWaits).toBe(1);
      return { watched };
    });
    await watching.watched;
    expect(await idOf('MNO')).toBe(String(id));
    const pendingWrite = await world.server.db.query.transaction().execute(async (trx) => {
      await sql`delete from connections where id = ${id}`.execute(trx);
      const begun = begin('MNO');
      await expect.poll(readLockWaits).toBe(1);
      return { begun };
    });
    expect((await pendingWrite.begun).statusCode).toBe(200);
    expect(Number(await idOf('MNO'))).toBeGreaterThan(id);
  });
});
