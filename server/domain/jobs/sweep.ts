import { limits } from '../../../contract/limits.ts';
import { DAY, plusMs } from '../shared/clock.ts';
import type { Services } from '../shared/services.ts';

/**
 * Retention: a day longer than any check needs; for sessions and jobs a month, so that users can still look them up; for idempotency keys
 * as long as a tab may stay open.
 */
const RETENTION = {
  accessTokens: DAY,
  idempotencyKeys: 7 * DAY,
  loginAttempts: DAY,
  sessions: 30 * DAY,
  jobs: 30 * DAY,
  importedFiles: limits.imports.keptDays * DAY,
  mail: 30 * DAY,
  reportFiles: limits.reports.keptDays * DAY,
  webhookDeliveries: limits.webhooks.keptDays * DAY,
  statementFiles: limits.statementFileDays * DAY,
} as const;

export const SWEEP_JOB = 'sweep';

/**
 * Deletes long expired data every hour, and merges the stored sums of invoices. A failed deletion does not block the others, and is retried
 * an hour later.
 */
export const sweep = async ({ store, clock }: Pick<Services, 'store' | 'clock'>, log: (error: unknown) => void): Promise<void> => {
  const at = clock();
  const work = [
    store.changes.sweep(),
    store.invoiceBalances.foldSums(),
    store.tokens.dropAccessExpiredBefore(plusMs(at, -RETENTION.accessTokens)),
    store.loginAttempts.sweep(plusMs(at, -RETENTION.loginAttempts)),
    store.idempotency.sweep(plusMs(at, -RETENTION.idempotencyKeys)),
    store.sessions.sweep(plusMs(at, -RETENTION.sessions)),
    store.signInLinks.sweep(plusMs(at, -RETENTION.sessions)),
    store.importRuns.dropContentBefore(plusMs(at, -RETENTION.importedFiles)),
    store.outbox.dropEndedBefore(plusMs(at, -RETENTION.mail)),
    store.webhookDeliveries.dropEndedBefore(plusMs(at, -RETENTION.webhookDeliveries)),
    store.jobs.dropEndedBefore(plusMs(at, -RETENTION.jobs)),
    store.reports.dropFilesBefore(plusMs(at, -RETENTION.reportFiles)),
    store.jobs.dropFilesBefore(plusMs(at, -RETENTION.statementFiles)),
  ];
  for (const outcome of await Promise.allSettled(work)) if (outcome.status === 'rejected') log(outcome.reason);
};
