import { defaultConfig } from '../../contract/rules/commission/config.ts';
import type { Database } from '../db/database.ts';
import { auditRepository } from '../db/repositories/audit/audit.ts';
import { configRepository } from '../db/repositories/settings/config.ts';
import { settingsRepository } from '../db/repositories/settings/settings.ts';
import { currentConfig } from '../domain/plans/config.ts';
import { systemClock, todayIn } from '../domain/shared/clock.ts';
import type { Config } from './environment.ts';

/** The books of a new company begin in the quota period of its first start (decisions 2.12). */
export const startBooks = async (db: Database): Promise<void> => {
  const { config } = await currentConfig({ config: configRepository(db.query) });
  await settingsRepository(db.query).startBooks(todayIn(config.timezone, systemClock()));
};

/**
 * A new company gets the time zone of its environment. After the first save or invoice, only `timezone` in commissionsConfig counts, which
 * people see and change with a preview: an environment variable must not silently shift the days of money.
 */
export const startInTimeZone = async (db: Database, { timeZone }: Pick<Config, 'timeZone'>): Promise<void> => {
  if (timeZone === defaultConfig.timezone) return;
  const now = systemClock();
  const commissions_config = JSON.stringify({ timezone: timeZone }, null, 2);
  await db.query.transaction().execute(async (trx) => {
    if (!(await settingsRepository(trx).startConfig(commissions_config, now))) return;
    await auditRepository(trx).write(
      {
        actorId: null,
        action: 'settings.updated',
        entity: 'settings',
        entityId: '1',
        after: { commissions_config },
        cause: 'COMPANY_TIMEZONE',
      },
      { network: 'console', requestId: 'start' },
      now,
    );
  });
};
