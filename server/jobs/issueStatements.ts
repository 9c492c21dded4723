import { fullName } from '../../contract/entities/user.ts';
import { limits } from '../../contract/limits.ts';
import { type Day, periodAt } from '../../contract/rules/time/period.ts';
import type { Store } from '../db/repositories/store.ts';
import type { Clock } from '../domain/shared/clock.ts';
import { publishRoot } from '../domain/statements/publishRoot.ts';
import type { StatementRequest } from '../domain/statements/statementRequests.ts';
import type { Handler } from './handler.ts';
import { statementFileOf } from './writeStatement.ts';

/**
 * Publishes the root of a closing, and writes the statements of a closing or a payout run one by one; after a restart it continues with the
 * unwritten ones.
 */
export const writeIssuedStatements =
  (store: Store, clock: Clock): Handler =>
  async (job, { signal, progress }) => {
    const { month, run_id } = job.payload as Readonly<{ month: Day; run_id: number | null }>;
    const publication = { month, actorId: job.created_by, requestId: `job-${job.id}` };
    if (run_id === null) await publishRoot({ store, clock }, publication, signal);
    const unwrittenStatements = await store.issued.unwritten(job.id);
    for (const [index, statement] of unwrittenStatements.entries()) {
      signal.throwIfAborted();
      const { start_date, end_date } = periodAt('month', statement.month);
      const records = await store.statements.count(statement.user_id, start_date, end_date);
      const format = records > limits.statementPdfRecords ? 'CSV' : 'PDF';
      const request: StatementRequest = { user_id: statement.user_id, user_name: fullName(statement), start_date, end_date, format };
      await store.issued.keepFile(statement.id, await statementFileOf(store, request, clock(), signal), clock());
      await progress(index + 1, unwrittenStatements.length);
    }
    return null;
  };
