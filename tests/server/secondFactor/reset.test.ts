import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runResetSecondFactor } from '../../../server/cli/resetSecondFactor.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { secondFactorsRepository } from '../../../server/db/repositories/session/secondFactors.ts';
import { readEnvironment } from '../../../server/start/environment.ts';
import { addPerson } from '../support/testApp.ts';
import { freshPlace, type TestDatabase } from '../support/testDatabase.ts';

let fresh: Awaited<ReturnType<typeof freshPlace>>;
beforeAll(async () => {
  fresh = await freshPlace();
});
afterAll(() => fresh.remove());

it('decisions 4.16: `npm run second-factor:reset` removes the factor of the only admin', { timeout: 90_000 }, async () => {
  const { place } = fresh;
  const key = randomBytes(32).toString('base64');
  const variables = { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl, ENCRYPTION_KEYS: key, LOG_LEVEL: 'silent' };
  const reset = (...argv: string[]) => {
    const lines: string[] = [];
    return runResetSecondFactor(readEnvironment(variables, ['second-factor:reset', ...argv]), (line) => void lines.push(line)).then(
      () => lines,
    );
  };
  const using = async <T>(work: (db: TestDatabase) => Promise<T>): Promise<T> => {
    const db = await openDatabase(place);
    return work(db as TestDatabase).finally(() => db.close());
  };
  await using(async (db) => {
    await migrate(db);
    const id = await addPerson(db, { email: 'boss@example.test', role: 'admin' });
    const factors = secondFactorsRepository(db.query);
    await factors.set(id, new Date(), 1);
    await factors.replaceRecoveryCodes(id, ['hash']);
  });
  await expect(reset()).rejects.toThrow('Say whose');
  await expect(reset('nobody@example.test')).rejects.toThrow();
  expect((await reset('Boss@example.test'))[0]).toContain('is removed');
  await using(async (db) => {
    expect(await db.query.selectFrom('users').select('second_factor_at').execute()).toEqual([{ second_factor_at: null }]);
    expect(await db.query.selectFrom('recovery_codes').selectAll().execute()).toEqual([]);
    expect(
      await db.query.selectFrom('audit_log').select(['actor_id', 'cause']).where('action', '=', 'second_factor.reset').execute(),
    ).toEqual([{ actor_id: null, cause: 'second-factor:reset' }]);
  });
  await expect(reset('boss@example.test')).rejects.toThrow('No second factor is set up.');
});
