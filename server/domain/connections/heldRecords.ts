import type { HeldRecordPage, PlacementChoice, SyncRunPage } from '../../../contract/entities/connection.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import type { AuditWrite, Origin } from '../../db/repositories/audit/audit.ts';
import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import type { HeldRow } from '../../db/repositories/connections/heldRecords.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { deferAuditEntries } from '../audit/deferAuditEntries.ts';
import { beginRun, type Cause, endMarkRun } from '../commissions/recompute/index.ts';
import { changeAnsweredRecords } from '../facts/changePlans.ts';
import { proposable } from '../facts/proposable.ts';
import type { Author } from '../session/principal.ts';
import { invalidCursorProblem, isRowId, readParts, writeParts } from '../shared/cursor.ts';
import { readPage } from '../shared/page.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import { type ConnectionDeps, findConnection, lockConnection } from './connected.ts';
import { heldRecordOf, syncRunOf } from './connectionView.ts';
import type { Fact } from './facts.ts';
import { answerQuestion, answersOf, type QuestionAnswer, questionOf, queueQuestion } from './questions.ts';
import type { Requester } from './requester.ts';
import { importFacts, nextBatch } from './runSync.ts';
import { endLostRuns } from './startSync.ts';

/** Documents with the same question that are imported together. */
const BATCH_ROWS = 100;

const readCursor = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return undefined;
  const [id] = readParts(cursor, 1);
  if (!isRowId(id)) throw invalidCursorProblem();
  return id;
};
const limit = limits.connections.page;

/** Runs of a connection, newest first. @throws Problem 400, 404 */
export const listSyncRuns = async (deps: ConnectionDeps, kind: string, id: number | null, cursor?: string): Promise<SyncRunPage> => {
  const { id: connectionId } = await findConnection(deps, kind, id);
  await endLostRuns(deps.store);
  const page = await readPage(
    limit,
    (maxRows) => deps.store.syncRuns.page(connectionId, readCursor(cursor), maxRows),
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
  const connection = await findConnection(deps, kind, id);
  const page = await readPage(
    limit,
    (maxRows) => deps.store.heldRecords.page(connection.id, readCursor(cursor), maxRows),
    (last) => writeParts([last.id]),
  );
  const answers = await answersOf(deps.store, connection);
  return { data: page.rows.map(heldRecordOf), answers, pagination: { cursor: page.cursor, limit, total: null } };
};

/** A person's decision on held records; `answer` is the requested value, such as an invoice number. */
export type SettleRequest = Readonly<{ ids: readonly string[]; answer?: string }>;
const idsIn = ({ ids }: SettleRequest): number[] => ids.map(Number).filter(isRowId);

/** `batchRows`: how many of the records may be imported together. */
type ChosenRecords = Readonly<{
  connection: ConnectionRow;
  rows: readonly HeldRow[];
  answer: string | undefined;
  batchRows: number;
  entry: AuditWrite;
  next: QuestionAnswer | null;
}>;
/** Locks the records to settle, and saves an answer that also applies to others. @returns null if none of them is left */
const chooseRecords = async (
  tx: Repositories,
  connection: ConnectionRow,
  request: SettleRequest | QuestionAnswer,
  { actorId, at }: Pick<Cause, 'actorId' | 'at'>,
): Promise<ChosenRecords | null> => {
  const chosen = 'ids' in request ? await tx.heldRecords.lock(connection.id, idsIn(request)) : [];
  const question = 'question' in request ? request : questionOf(chosen[0], request.answer);
  if (question) {
    const answered = await answerQuestion(tx, connection, question, { actorId, at });
    return answered && { ...answered, answer: undefined, batchRows: BATCH_ROWS };
  }
  if (chosen.length === 0) return null;
  const after = { records: chosen.length, answer: request.answer ?? null };
  const subject = { entity: 'connection', entityId: String(connection.id) };
  const entry = { actorId, action: 'connection.records_settled', ...subject, after };
  return { connection, rows: chosen, answer: request.answer, batchRows: 1, entry, next: null };
};

const importAgain = async (tx: Repositories, { connection, rows, answer, batchRows }: ChosenRecords, cause: Cause): Promise<void> => {
  const facts = rows.map(({ payload }): Fact => ({ ...(payload as Fact), ...(answer === undefined ? {} : { answer }) }));
  const marksRun = await beginRun(tx, cause);
  for (let from = 0; from < facts.length; ) {
    const batch = nextBatch(facts, from, batchRows);
    await importFacts(tx, batch, { connection, runId: rows[0]?.run_id ?? 0, marksRun, cause });
    from += batch.length;
  }
  await endMarkRun(tx, marksRun);
};

/** @returns the connection's remaining held records */
const settle = async (
  deps: Pick<ConnectionDeps, 'store' | 'clock'>,
  principal: Author,
  kind: string,
  id: number | null,
  request: SettleRequest | QuestionAnswer,
  origin: Origin,
): Promise<HeldRecordPage> => {
  const { store, clock } = deps;
  const { id: connectionId } = await findConnection(deps, kind, id);
  await store.transaction(async (tx) => {
    // Locks the connection first, as a run does, to avoid a deadlock.
    const locked = await lockConnection(tx, connectionId);
    const at = clock();
    const chosen = await chooseRecords(tx, locked, request, { actorId: principal.userId, at });
    if (!chosen && principal.approval) throw new Problem(409, 'proposal_stale', messages.ownPay.stale);
    if (!chosen && 'question' in request && request.after === 0) throw notFoundProblem('question');
    if (!chosen) return;
    const { rows, entry, next } = chosen;
    const why = { kind: 'sync', run_id: rows[0]?.run_id ?? 0, title: locked.name } as const;
    const { tx: deferringTx, entries } = deferAuditEntries(tx);
    if (rows.length > 0)
      await changeAnsweredRecords(deferringTx, { principal, origin, at }, why, () =>
        importAgain(deferringTx, chosen, { actorId: principal.userId, at, origin, why }),
      );
    if (next && !('question' in request && request.after > 0))
      await queueQuestion(tx, { connection_id: connectionId, ...next }, { principal, origin, at });
    await tx.audit.writeAll([...entries, entry], origin, at);
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
  request: SettleRequest,
  { principal, origin }: Requester,
): Promise<HeldRecordPage> => settleRecords(deps, principal, kind, id, request, origin);

/**
 * Answers a question about documents or changes its answer, and imports the documents again accordingly. @throws Problem 202
 * waiting_for_approval, 404
 */
export const answerPlacementQuestion = (
  deps: Pick<ConnectionDeps, 'store' | 'clock'>,
  kind: string,
  id: number | null,
  { field, value, answer }: PlacementChoice,
  { principal, origin }: Requester,
): Promise<HeldRecordPage> => settleRecords(deps, principal, kind, id, { question: { field, value }, answer, after: 0 }, origin);

/** Dismisses held records until they arrive changed. @throws Problem 404 */
export const dropHeld = async (
  deps: ConnectionDeps,
  kind: string,
  id: number | null,
  request: SettleRequest,
  { principal, origin }: Requester,
): Promise<HeldRecordPage> => {
  const { store, clock } = deps;
  const { id: connectionId } = await findConnection(deps, kind, id);
  await store.transaction(async (tx) => {
    const connection = await lockConnection(tx, connectionId);
    const dropped = await tx.heldRecords.drop(connection.id, idsIn(request), principal.userId, clock());
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
