import type { HeldRecordPage, SyncRunPage } from '../../../contract/entities/connection.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { auditLast } from '../audit/auditLast.ts';
import { beginRun, type Cause, endWriting } from '../commissions/recompute/index.ts';
import { answerRecords } from '../facts/changePlans.ts';
import { proposable } from '../facts/proposable.ts';
import type { Principal } from '../session/principal.ts';
import { invalidCursor, isRowId, readParts, writeParts } from '../shared/cursor.ts';
import { readPage } from '../shared/page.ts';
import { Problem } from '../shared/problem.ts';
import type { Asker } from './asker.ts';
import { type ConnectionDeps, findConnection, lockConnection } from './connected.ts';
import { heldRecordOf, syncRunOf } from './connectionView.ts';
import type { Fact } from './facts.ts';
import { keepMeaning } from './placeFacts.ts';
import { nextBatch, takeFacts } from './runSync.ts';
import { endLostRuns } from './startSync.ts';

const beforeIn = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return undefined;
  const [id] = readParts(cursor, 1);
  if (!isRowId(id)) throw invalidCursor();
  return id;
};
const limit = limits.connections.page;

/** Runs of a connection, newest first. @throws Problem 400, 404 */
export const listSyncRuns = async (deps: ConnectionDeps, kind: string, id: number | null, cursor?: string): Promise<SyncRunPage> => {
  const { id: connectionId } = await findConnection(deps, kind, id);
  await endLostRuns(deps.store);
  const page = await readPage(
    limit,
    (maxRows) => deps.store.syncRuns.page(connectionId, beforeIn(cursor), maxRows),
    (last) => writeParts([last.id]),
  );
  return { data: page.rows.map(syncRunOf), pagination: { cursor: page.cursor, limit, total: null } };
};

/** Held records, newest first. @throws Problem 400, 404 */
export const listHeld = async (
  deps: Pick<ConnectionDeps, 'store'>,
  kind: string,
  id: number | null,
  cursor?: string,
): Promise<HeldRecordPage> => {
  const { id: connectionId } = await findConnection(deps, kind, id);
  const page = await readPage(
    limit,
    (maxRows) => deps.store.heldRecords.page(connectionId, beforeIn(cursor), maxRows),
    (last) => writeParts([last.id]),
  );
  return { data: page.rows.map(heldRecordOf), pagination: { cursor: page.cursor, limit, total: null } };
};

/** A person's decision on held records; `answer` is the requested value, such as an invoice number. */
export type Settling = Readonly<{ ids: readonly string[]; answer?: string }>;
const idsIn = ({ ids }: Settling): number[] => ids.map(Number).filter(isRowId);

/** @returns the connection's remaining held records */
const settle = async (
  deps: Pick<ConnectionDeps, 'store' | 'clock'>,
  principal: Principal,
  kind: string,
  id: number | null,
  settling: Settling,
  origin: Origin,
): Promise<HeldRecordPage> => {
  const { store, clock } = deps;
  const { id: connectionId } = await findConnection(deps, kind, id);
  await store.transaction(async (tx) => {
    // Locks the connection first, as a run does, to avoid a deadlock.
    const locked = await lockConnection(tx, connectionId);
    const chosen = await tx.heldRecords.lock(locked.id, idsIn(settling));
    if (chosen.length === 0 && principal.approval) throw new Problem(409, 'proposal_stale', messages.ownPay.stale);
    if (chosen.length === 0) return;
    const at = clock();
    const { connection, rows, answer, batchRows } = await keepMeaning(tx, locked, chosen, settling.answer, at);
    const facts = rows.map(({ payload }): Fact => ({ ...(payload as Fact), ...(answer === undefined ? {} : { answer }) }));
    const run = rows[0]?.run_id ?? 0;
    const cause: Cause = { actorId: principal.userId, at, origin, why: { kind: 'sync', run_id: run, title: connection.name } };
    const { tx: keeping, entries } = auditLast(tx);
    await answerRecords(keeping, { principal, origin, at }, cause.why, async () => {
      const marksRun = await beginRun(tx, cause);
      for (let from = 0; from < facts.length; ) {
        const batch = nextBatch(facts, from, batchRows);
        await takeFacts(keeping, batch, { connection, runId: run, marksRun, cause });
        from += batch.length;
      }
      await endWriting(tx, marksRun);
    });
    const entry = {
      actorId: principal.userId,
      action: 'connection.records_settled',
      entity: 'connection',
      entityId: String(connection.id),
    };
    const after = { records: rows.length, answer: settling.answer ?? null };
    await tx.audit.writeAll([...entries, { ...entry, after }], origin, at);
  });
  return listHeld(deps, kind, id);
};
/** The command behind an answer that needs approval. */
export const settleRecords = proposable('records.settle', settle);

/**
 * Imports held records again, with the answer if they need one; records that still fail remain held.
 * @throws Problem 202 waiting_for_approval, 404
 */
export const retryHeld = (
  deps: Pick<ConnectionDeps, 'store' | 'clock'>,
  kind: string,
  id: number | null,
  settling: Settling,
  { principal, origin }: Asker,
): Promise<HeldRecordPage> => settleRecords(deps, principal, kind, id, settling, origin);

/** Dismisses held records until they arrive changed. @throws Problem 404 */
export const dropHeld = async (
  deps: ConnectionDeps,
  kind: string,
  id: number | null,
  settling: Settling,
  { principal, origin }: Asker,
): Promise<HeldRecordPage> => {
  const { store, clock } = deps;
  const { id: connectionId } = await findConnection(deps, kind, id);
  await store.transaction(async (tx) => {
    const connection = await lockConnection(tx, connectionId);
    const dropped = await tx.heldRecords.drop(connection.id, idsIn(settling), principal.userId, clock());
    const entry = {
      actorId: principal.userId,
      action: 'connection.records_dropped',
      entity: 'connection',
      entityId: String(connection.id),
    };
    await tx.audit.write({ ...entry, after: { records: dropped } }, origin, clock());
  });
  return listHeld(deps, kind, id);
};
