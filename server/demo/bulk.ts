import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema/index.ts';
import { capAt } from './calendar.ts';

type Row = Readonly<Record<string, unknown>>;
/** Rows buffered per table. */
export type Bulk = Readonly<{ add: (table: string, rows: readonly Row[]) => void; flush: (atLeast?: number) => Promise<void> }>;

const INSERT_ROWS = 4000;
/** Columns that record a write, which must not be in the future; other instants, such as an event's start, may be. */
const WRITE_TIME_COLUMNS = [
  'created_at',
  'updated_at',
  'recorded_at',
  'computed_at',
  'decided_at',
  'moved_at',
  'stage_entered_at',
  'read_at',
];

const capWriteTimes = (row: Row, now: Date): Row => {
  const capped: Record<string, unknown> = { ...row };
  for (const column of WRITE_TIME_COLUMNS) if (typeof capped[column] === 'string') capped[column] = capAt(now, capped[column]);
  return capped;
};

const insertRows = async (trx: Kysely<Schema>, table: string, rows: readonly Row[]): Promise<void> => {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  const text = JSON.stringify(rows);
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${text}::json)`.execute(
    trx,
  );
};

/**
 * Inserts many rows per statement, tables in the given order (referenced tables first), none dated after `now`.
 * All rows of a table must have the same keys.
 */
export const createBulk = (trx: Kysely<Schema>, order: readonly string[], now: Date): Bulk => {
  const waitingRows = new Map<string, Row[]>(order.map((table) => [table, []]));
  const rowsOf = (table: string): Row[] => {
    const rows = waitingRows.get(table);
    if (!rows) throw new RangeError(`no place in the order for ${table}`);
    return rows;
  };
  let count = 0;
  return {
    add: (table, rows) => {
      const tableRows = rowsOf(table);
      for (const row of rows) tableRows.push(capWriteTimes(row, now));
      count += rows.length;
    },
    flush: async (atLeast = 1) => {
      if (count < atLeast) return;
      for (const table of order) {
        const rows = rowsOf(table);
        for (let index = 0; index < rows.length; index += INSERT_ROWS) await insertRows(trx, table, rows.slice(index, index + INSERT_ROWS));
        waitingRows.set(table, []);
      }
      count = 0;
    },
  };
};
