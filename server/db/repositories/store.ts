import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { adjustmentsRepository } from './adjustments.ts';
import { adjustmentsPageRepository } from './adjustmentsPage.ts';
import { auditRepository } from './audit.ts';
import { commissionSumsRepository } from './commissionSums.ts';
import { commissionsRepository } from './commissions.ts';
import { configRepository } from './config.ts';
import { dealsRepository } from './deals.ts';
import { disputesRepository } from './disputes.ts';
import { eventsRepository } from './events.ts';
import { eventsPageRepository } from './eventsPage.ts';
import { eventsPeopleRepository } from './eventsPeople.ts';
import { eventsStoryRepository } from './eventsStory.ts';
import { eventsSyncRepository } from './eventsSync.ts';
import { factsRepository } from './facts.ts';
import { factsOfRecordRepository } from './factsOfRecord.ts';
import { idempotencyRepository } from './idempotency.ts';
import { invoicesRepository } from './invoices.ts';
import { jobsRepository } from './jobs.ts';
import { loginAttemptsRepository } from './loginAttempts.ts';
import { notificationsRepository } from './notifications.ts';
import { periodsRepository } from './periods.ts';
import { principalsRepository } from './principals.ts';
import { quotaPeopleRepository } from './quotaPeople.ts';
import { recordsRepository } from './records.ts';
import { releasesRepository } from './releases.ts';
import { sessionsRepository } from './sessions.ts';
import { settingsRepository } from './settings.ts';
import { statementsRepository } from './statements.ts';
import { straddlingRepository } from './straddling.ts';
import { tokensRepository } from './tokens.ts';
import { usersRepository } from './users.ts';

const repositoriesOf = (query: Kysely<Schema>) => ({
  adjustments: adjustmentsRepository(query),
  adjustmentsPage: adjustmentsPageRepository(query),
  audit: auditRepository(query),
  config: configRepository(query),
  deals: dealsRepository(query),
  disputes: disputesRepository(query),
  events: eventsRepository(query),
  eventsPage: eventsPageRepository(query),
  eventsPeople: eventsPeopleRepository(query),
  eventsStory: eventsStoryRepository(query),
  eventsSync: eventsSyncRepository(query),
  facts: factsRepository(query),
  factsOfRecord: factsOfRecordRepository(query),
  idempotency: idempotencyRepository(query),
  invoices: invoicesRepository(query),
  jobs: jobsRepository(query),
  loginAttempts: loginAttemptsRepository(query),
  notifications: notificationsRepository(query),
  periods: periodsRepository(query),
  records: recordsRepository(query),
  releases: releasesRepository(query),
  sessions: sessionsRepository(query),
  settings: settingsRepository(query),
  statements: statementsRepository(query),
  tokens: tokensRepository(query),
  users: usersRepository(query),
});
/** Everything a use case may write in one transaction. */
export type Repositories = ReturnType<typeof repositoriesOf>;

/** The same text as long as nobody commits a write. */
const momentOf = async (query: Kysely<Schema>): Promise<string> => {
  const { rows } = await sql<{ moment: string }>`select pg_current_snapshot()::text as moment`.execute(query);
  return rows[0]?.moment ?? '';
};

/**
 * All repositories over one database. Inside `transaction`, only what it hands in may be used, because the embedded database has one
 * connection: the transaction's own, and `beside`, which reads what is committed while the transaction writes; embedded it is the same.
 */
export const openStore = (db: Database) => {
  const beside = db.reads && repositoriesOf(db.reads);
  const plain = repositoriesOf(db.query);
  return {
    ...plain,
    principals: principalsRepository(db),
    commissions: commissionsRepository(db),
    commissionSums: commissionSumsRepository(db),
    straddling: straddlingRepository(db),
    quotaPeople: quotaPeopleRepository(db),
    ping: db.ping,
    transaction: <T>(work: (repositories: Repositories, beside: Repositories) => Promise<T>): Promise<T> =>
      db.query.transaction().execute((trx) => {
        const within = repositoriesOf(trx);
        return work(within, beside ?? within);
      }),
    /**
     * Reads what stands at one moment. The embedded database's one connection is given back between the statements: where somebody wrote
     * meanwhile, it is read again in one go. So `work` must read only, and may be done twice.
     */
    snapshot: async <T>(work: (repositories: Repositories) => Promise<T>): Promise<T> => {
      if (db.kind === 'embedded') {
        const before = await momentOf(db.query);
        const answer = await work(plain);
        if ((await momentOf(db.query)) === before) return answer;
      }
      const transaction = db.query.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
      return transaction.execute((trx) => work(repositoriesOf(trx)));
    },
  };
};
export type Store = ReturnType<typeof openStore>;
