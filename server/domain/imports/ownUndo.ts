import { limits } from '../../../contract/limits.ts';
import { importRefusals as text } from '../../../contract/messages/importProblems.ts';
import { fill } from '../../../contract/messages.ts';
import type { AuditWrite, Origin } from '../../db/repositories/audit/audit.ts';
import type { ImportRunRow } from '../../db/repositories/imports/importRuns.ts';
import { deferAuditEntries } from '../audit/deferAuditEntries.ts';
import { beginRun, teamReachOf } from '../commissions/recompute/index.ts';
import { type Gain, OwnPayProblem } from '../facts/ownPay.ts';
import { currentConfig } from '../plans/config.ts';
import type { Principal } from '../session/principal.ts';
import { Problem } from '../shared/problem.ts';
import { runRolledBack } from '../shared/rolledBack.ts';
import type { Services } from '../shared/services.ts';
import { importCauseOf, isSoleImporter } from './deciding/index.ts';
import { UndoRefused, undoChanges } from './undoImport.ts';

/** If an import changed more rows than this, one transaction cannot measure them, and somebody else must undo it. */
const MAX_ROWS: number = limits.imports.previewRows;
const undoRefusedProblem = (message: string): Problem => new Problem(409, 'undo_refused', message);
const noGain = { gain: undefined, entries: [] } as const;
/** `entries`: audit entries of a gain that nobody else could approve. */
export type OwnUndo = Readonly<{ gain: Gain | undefined; entries: readonly AuditWrite[] }>;

/**
 * Measures the effect of an undo on the requesting person's pay. The run may be too large for one transaction, so only the part about
 * their own sales is undone, measured and rolled back (decisions 3.06).
 * @param most maximum number of changes to their own sales that are measured
 * @throws OwnPayProblem if nobody has approved it, Problem 409 undo_refused if it cannot be measured
 */
export const measureUndo = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { principal: { approval, ...author }, origin }: Readonly<{ principal: Principal; origin: Origin }>,
  run: ImportRunRow,
  most = MAX_ROWS,
): Promise<OwnUndo> => {
  const request = { run_id: run.id, actor_id: author.userId, network: origin.network, request_id: origin.requestId };
  const cause = importCauseOf(request, run, 'import_undone', clock());
  const canUndoOwnRows = async () => run.created_by === author.userId && (await isSoleImporter(store, author.userId));
  if ((await store.paidBefore.hasPaid(run.id, author.userId)) && !(await canUndoOwnRows())) throw undoRefusedProblem(text.ownPaidBefore);
  const work = runRolledBack({ store }, async (tx): Promise<OwnUndo> => {
    const reach = teamReachOf((await currentConfig(tx)).config);
    const changes = await tx.undoing.ownChanges(run.id, author.userId, reach, most + 1);
    if (changes.length === 0) return noGain;
    if (changes.length > most) throw undoRefusedProblem(fill(text.ownTooMany, { most }));
    const { tx: deferringTx, entries } = deferAuditEntries(tx);
    const marksRun = await beginRun(tx, cause);
    const writing = { runId: run.id, marksRun, connectionId: run.connection_id, cause };
    await undoChanges(deferringTx, changes, { ...writing, author: { principal: author, origin, why: cause.why } });
    return { gain: undefined, entries };
  });
  return work.catch((error: unknown): OwnUndo => {
    // An undo that cannot be measured is refused.
    if (error instanceof UndoRefused) throw undoRefusedProblem(error.message);
    if (error instanceof OwnPayProblem && approval) return { gain: error.gain, entries: [] };
    throw error;
  });
};
