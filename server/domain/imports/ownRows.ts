import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Store } from '../../db/repositories/store.ts';
import { deferAuditEntries } from '../audit/deferAuditEntries.ts';
import { beginRun } from '../commissions/recompute/index.ts';
import { ignoreProposed, proposable } from '../facts/proposable.ts';
import type { Author } from '../session/principal.ts';
import type { Clock } from '../shared/clock.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import { decidingOf, importCauseOf } from './deciding/index.ts';
import type { ImportReason } from './reasons.ts';
import { importStagedRows } from './runImport.ts';

/** Reason codes of rows that wait for another person. */
export const OWN_PAY_CODES: readonly ImportReason['code'][] = ['ownSale', 'ownReceipt'];
type Deps = Readonly<{ store: Store; clock: Clock }>;
const importableStates: readonly string[] = ['processing', 'completed'];

/** @returns the number of rows processed */
const importSome = proposable(
  'import.rows',
  async ({ store, clock }: Deps, principal: Author, runId: number, origin: Origin): Promise<number> => {
    const storedRun = await store.importRuns.byId(runId);
    if (!storedRun) throw notFoundProblem('import');
    const context = await decidingOf({ store, clock }, storedRun, null);
    const at = clock();
    return store.transaction(async (tx) => {
      const run = await tx.importRuns.lock(runId);
      const numbers =
        run && importableStates.includes(run.state) ? await tx.quarantine.rowsOfCodes(runId, OWN_PAY_CODES, limits.imports.chunk) : [];
      const rows = numbers.length === 0 ? [] : await tx.importRows.numbered(runId, numbers);
      if (!run || rows.length === 0) {
        if (principal.approval) throw new Problem(409, 'proposal_stale', messages.ownPay.stale);
        return 0;
      }
      const request = { run_id: runId, actor_id: principal.userId, network: origin.network, request_id: origin.requestId };
      const cause = importCauseOf(request, run, 'import', at);
      const author = { principal, origin, why: cause.why };
      const { tx: deferringTx, entries } = deferAuditEntries(tx);
      const writing = { runId, marksRun: await beginRun(tx, cause), connectionId: run.connection_id, cause, last: true, author };
      const decidingContext = { ...context, constant: { ...context.constant, author: null }, isLast: true };
      await importStagedRows(deferringTx, { run, deciding: decidingContext, writing }, rows);
      await tx.audit.writeAll([...entries], origin, at);
      return numbers.length;
    });
  },
);

/**
 * Imports the rows of a run that credit or pay the importer, through `changeFacts`: if they raise that person's pay, they become a
 * proposal, or several in turn if there are very many (decisions 3.06).
 * @throws Problem 202 waiting_for_approval, 404, 409 proposal_stale if none of them is still waiting
 */
export const importOwnRows = async (deps: Deps, { approval, ...author }: Author, runId: number, origin: Origin): Promise<void> => {
  let imported = await importSome(deps, approval ? { ...author, approval } : author, runId, origin);
  while (imported === limits.imports.chunk)
    imported = await importSome(deps, author, runId, origin).catch((error: unknown) => {
      // The approved rows are imported; the next ones wait for approval again.
      if (!approval) throw error;
      ignoreProposed(error);
      return 0;
    });
};
