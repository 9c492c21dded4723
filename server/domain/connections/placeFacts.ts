import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import type { HeldRow } from '../../db/repositories/connections/heldRecords.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { Fact, Unplaced } from './facts.ts';
import type { HeldFact } from './sinks/index.ts';

/** Maximum number of records that one answer settles in addition to the one it was given for. */
const MAX_ALIKE = 500;
const BATCH_ROWS = 100;
const codes = { state: 'stateUnplaced', type: 'typeUnplaced' } as const;

type Meaning = 'counts' | 'left_out';
type Meanings = Readonly<Record<string, Meaning>>;
const isMeaning = (answer: unknown): answer is Meaning => answer === 'counts' || answer === 'left_out';
const meaningsOf = ({ settings }: Pick<ConnectionRow, 'settings'>): Meanings => (settings as { meanings?: Meanings }).meanings ?? {};
const keyOf = ({ field, value }: Unplaced): string => `${field} ${value}`;

/** The fact with its state according to the answers so far, or the first question without an answer (decisions 2.26). */
const placeFact = (fact: Fact, meanings: Meanings): Fact | HeldFact => {
  if (!('unplaced' in fact) || !fact.unplaced) return fact;
  const { unplaced, ...rest } = fact;
  if (rest.outside_state === 'deleted') return rest;
  const open = unplaced.find((question) => meanings[keyOf(question)] === undefined);
  if (open) return { external_id: fact.external_id, code: codes[open.field], facts: { value: open.value } };
  return unplaced.some((question) => meanings[keyOf(question)] === 'left_out') ? { ...rest, outside_state: 'deleted' } : rest;
};

/** Separates facts whose states have a meaning from those to hold until a person assigns one. */
export const placeFacts = (
  facts: readonly Fact[],
  connection: ConnectionRow,
): Readonly<{ placed: readonly Fact[]; held: readonly HeldFact[] }> => {
  const meanings = meaningsOf(connection);
  const all = facts.map((fact) => placeFact(fact, meanings));
  return { placed: all.filter((result) => 'kind' in result), held: all.filter((result) => 'code' in result) };
};

/** `answer`: the answer for the rows, unless it assigns a meaning; `batchRows`: how many of them may be imported together. */
type Answered = Readonly<{ connection: ConnectionRow; rows: readonly HeldRow[]; answer: string | undefined; batchRows: number }>;
/**
 * Saves an answer about a state for the connection.
 * @returns the updated connection, and all records waiting for the same answer
 */
export const keepMeaning = async (
  tx: Repositories,
  connection: ConnectionRow,
  rows: readonly HeldRow[],
  answer: string | undefined,
  at: Date,
): Promise<Answered> => {
  const [first] = rows;
  const field = first?.code === codes.state ? 'state' : first?.code === codes.type ? 'type' : null;
  if (!first || field === null || !isMeaning(answer)) return { connection, rows, answer, batchRows: 1 };
  const meanings = { ...meaningsOf(connection), [keyOf({ field, value: String(first.facts.value) })]: answer };
  const alike = await tx.heldRecords.lockAlike(connection.id, first, MAX_ALIKE);
  const ids = new Set(alike.map(({ id }) => id));
  return {
    connection: await tx.connections.change(connection.id, { settings: { ...connection.settings, meanings } }, at),
    rows: [...alike, ...rows.filter(({ id }) => !ids.has(id))],
    answer: undefined,
    batchRows: BATCH_ROWS,
  };
};
