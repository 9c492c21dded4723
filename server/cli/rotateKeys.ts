import { migrate } from '../db/migrate.ts';
import { openStore } from '../db/repositories/store.ts';
import { systemClock } from '../domain/shared/clock.ts';
import type { Config } from '../start/environment.ts';
import { rotateKeys } from '../start/safeStart.ts';
import { withDatabase } from './withDatabase.ts';

/** `npm run keys:rotate` */
export const runRotateKeys = (config: Config, print: (line: string) => void): Promise<void> =>
  withDatabase(config, async (db) => {
    await migrate(db);
    const { id, count } = await rotateKeys(db, config.encryptionKeys);
    const entry = {
      actorId: null,
      action: 'keys.rotated',
      entity: 'settings',
      entityId: '1',
      after: { key: id, secrets: count },
      cause: 'keys:rotate',
    };
    await openStore(db).audit.write(entry, { network: 'console', requestId: 'keys:rotate' }, systemClock());
    print(`Sealed with key ${id}. Older keys may leave ENCRYPTION_KEYS now; backups of before still need theirs.`);
  });
