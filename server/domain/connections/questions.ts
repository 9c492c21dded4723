import { isPlacementMeaning, type PlacementAnswer, type PlacementMeaning } from '../../../contract/entities/connection.ts';
import type { AuditWrite, Origin } from '../../db/repositories/audit/audit.ts';
import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import type { HeldRow } from '../../db/repositories/connections/heldRecords.ts';
import type { JobState } from '../../db/repositories/jobs/jobs.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { Author } from '../session/principal.ts';
import type { PlacementQuestion } from './facts.ts';
import { codes, meaningKey, meaningsOf } from './placeFacts.ts';

/** Number of documents settled in one transaction; a job settles the others. */
export const QUESTION_ROWS = 200;
export const QUESTION_JOB = 'connection_question';

/** A question about documents with its answer. `after`: the id of the last record settled with it; 0 at first. */
export type QuestionAnswer = Readonly<{ question: PlacementQuestion; answer: PlacementMeaning; after: number }>;
/** Input of the job that settles the documents of a question, as the person who answered it. */
export type QuestionJobInput = QuestionAnswer & Readonly<{ connection_id: number; actor_id: number; network: string; request_id: string }>;

const questionJobKey = (connectionId: number, question: PlacementQuestion, answer: PlacementMeaning): string =>
  `${connectionId} ${meaningKey(question)} ${answer}`;

/** Queues the remaining documents; a later answer stops the job of an earlier one. */
export const queueQuestion = async (
  { jobs }: Pick<Repositories, 'jobs'>,
  request: QuestionAnswer & Readonly<{ connection_id: number }>,
  { principal, origin, at }: Readonly<{ principal: Author; origin: Origin; at: Date }>,
): Promise<void> => {
  const { connection_id, question, answer } = request;
  const payload: QuestionJobInput = { ...request, actor_id: principal.userId, network: origin.network, request_id: origin.requestId };
  const key = questionJobKey(connection_id, question, answer);
  await jobs.addKeyed({ kind: QUESTION_JOB, key, payload, createdBy: principal.userId, again: true }, at);
};

/** The question that a record's answer is about; null if the answer concerns only this record. */
export const questionOf = (row: HeldRow | undefined, answer: string | undefined): QuestionAnswer | null => {
  const field = row?.code === codes.state ? 'state' : row?.code === codes.type ? 'type' : null;
  return row && field !== null && isPlacementMeaning(answer)
    ? { question: { field, value: String(row.facts.value) }, answer, after: 0 }
    : null;
};

/** `next`: the input that settles the remaining documents; null if all are settled. */
type AnsweredDocuments = Readonly<{ connection: ConnectionRow; rows: readonly HeldRow[]; entry: AuditWrite; next: QuestionAnswer | null }>;
/**
 * Saves a new or changed answer, and locks the next documents that it applies to: those still waiting, and those that an earlier answer
 * settled.
 * @returns null if the question does not exist, or if a later answer replaced this one
 */
export const answerQuestion = async (
  tx: Pick<Repositories, 'connections' | 'heldRecords'>,
  connection: ConnectionRow,
  { question, answer, after }: QuestionAnswer,
  { actorId, at }: Readonly<{ actorId: number; at: Date }>,
): Promise<AnsweredDocuments | null> => {
  const meanings = meaningsOf(connection);
  const before = meanings[meaningKey(question)];
  const rows = await tx.heldRecords.lockAbout(connection.id, question, after, QUESTION_ROWS);
  if (after > 0 ? before !== answer : before === undefined && rows.length === 0) return null;
  const settings = { ...connection.settings, meanings: { ...meanings, [meaningKey(question)]: answer } };
  const last = rows.length < QUESTION_ROWS ? undefined : rows.at(-1);
  return {
    connection: before === answer ? connection : await tx.connections.change(connection.id, { settings }, at),
    rows,
    entry: {
      actorId,
      action: 'connection.question_answered',
      entity: 'connection',
      entityId: String(connection.id),
      before: { ...question, answer: before ?? null },
      after: { ...question, answer, records: rows.length },
    },
    next: last ? { question, answer, after: last.id } : null,
  };
};

const settlingOf = (state: JobState | undefined): Pick<PlacementAnswer, 'settling'> => {
  if (state === undefined || state === 'completed') return {};
  return { settling: state === 'failed' || state === 'cancelled' ? 'failed' : 'running' };
};

/** The answers of a connection, each with the number of its documents, and whether others are unsettled. */
export const answersOf = async (
  { heldRecords, jobs }: Pick<Repositories, 'heldRecords' | 'jobs'>,
  connection: ConnectionRow,
): Promise<PlacementAnswer[]> => {
  const meanings = meaningsOf(connection);
  if (Object.keys(meanings).length === 0) return [];
  const answers = (await heldRecords.questions(connection.id)).flatMap(({ field, value, records }) => {
    const answer = meanings[meaningKey({ field, value })];
    return answer ? [{ field, value, answer, records }] : [];
  });
  const keyOf = ({ answer, ...question }: (typeof answers)[number]): string => questionJobKey(connection.id, question, answer);
  const states = await jobs.statesUnder(QUESTION_JOB, answers.map(keyOf));
  return answers.map((answer) => ({ ...answer, ...settlingOf(states.get(keyOf(answer))) }));
};
