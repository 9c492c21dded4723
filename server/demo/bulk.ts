import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema/index.ts';
import { notLaterThan } from './calendar.ts';

type Row = Readonly<Record<string, unknown>>;
/** Rows buffered per table. */
export type Bulk = Readonly<{ add: (table: string, rows: readonly Row[]) => void; flush: (atLeast?: number) => Promise<void> }>;

const CHUNK = 4000;
/** Columns that record a write, which must not be in the future; other instants, such as an event's start, may be. */
const WRITTEN_AT = ['created_at', 'updated_at', 'recorded_at', 'computed_at', 'decided_at', 'moved_at', 'stage_entered_at', 'read_at'];

const datedBy = (row: Row, now: Date): Row => {
  const dated: Record<string, unknown> = { ...row };
  for (const column of WRITTEN_AT) if (typeof dated[column] === 'string') dated[column] = notLaterThan(now, dated[column]);
  return dated;
};

const write = async (trx: Kysely<Schema>, table: string, rows: readonly Row[]): Promise<void> => {
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
export const bulkInto = (trx: Kysely<Schema>, order: readonly string[], now: Date): Bulk => {
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
      for (const row of rows) tableRows.push(datedBy(row, now));
      count += rows.length;
    },
    flush: async (atLeast = 1) => {
      if (count < atLeast) return;
      for (const table of order) {
        const rows = rowsOf(table);
        for (let index = 0; index < rows.length; index += CHUNK) await write(trx, table, rows.slice(index, index + CHUNK));
        waitingRows.set(table, []);
      }
      count = 0;
    },
  };
};
