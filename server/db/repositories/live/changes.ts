import { sql } from 'kysely';
import type { EditableField } from '../../../../contract/entities/event.ts';
import { limits } from '../../../../contract/limits.ts';
import type { Database } from '../../database.ts';

/** A change and its author; `about` null: many rows changed. */
export type LiveChangeRow = Readonly<{
  topic: 'event' | 'notice' | 'approval';
  about: number | null;
  field: EditableField | null;
  by_id: number | null;
  first_name: string | null;
  last_name: string | null;
}>;
/** A reader's position: a snapshot of the committed transactions, and its time in seconds. */
export type ReadPosition = Readonly<{ snapshot: string; at: number }>;
export type LiveChanges = Readonly<{ position: ReadPosition; changes: readonly LiveChangeRow[] }>;
type Row = Readonly<{ snapshot: string; at: number; changes: readonly LiveChangeRow[] }>;

const { backSeconds, keptMinutes, maxEvents } = limits.live;
/** More changes than this are reported as "many". */
const MAX_READ_CHANGES = 10 * maxEvents;

/** Rows copied from another database may have transaction ids ahead of ours; they are not news. */
const IS_KNOWN_TRANSACTION = 'c.moment < pg_snapshot_xmax(pg_current_snapshot())';
const selectChanges = (since: string) => `
  select pg_current_snapshot()::text as snapshot, extract(epoch from now())::float8 as at, coalesce((
    select json_agg(found) from (
      select c.topic, c.about, c.field, c.by_id, u.first_name, u.last_name
      from changes c left join users u on u.id = c.by_id where ${IS_KNOWN_TRANSACTION} and ${since} order by c.id limit ${MAX_READ_CHANGES}
    ) found), '[]') as changes`;
const SELECT_SINCE = selectChanges(
  'c.moment >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(c.moment, $1::pg_snapshot)',
);
const SELECT_RECENT = selectChanges(`c.at > now() - interval '${backSeconds} seconds'`);

const changesOf = ([row]: readonly Row[]): LiveChanges => {
  if (!row) throw new Error('The database returned no time');
  return { position: { snapshot: row.snapshot, at: row.at }, changes: row.changes };
};

/** Recent changes in one statement, correct even if transactions commit out of id order. */
export const changesRepository = (db: Database) => ({
  /** `position` null: changes of the last few seconds. */
  since: async (position: ReadPosition | null): Promise<LiveChanges> =>
    changesOf(
      position === null
        ? await db.named<Row>('changes_lately', SELECT_RECENT, [])
        : await db.named<Row>('changes_since', SELECT_SINCE, [position.snapshot]),
    ),

  isFull: ({ changes }: LiveChanges): boolean => changes.length >= MAX_READ_CHANGES,

  sweep: async (): Promise<void> => {
    await sql`delete from changes where at < now() - make_interval(mins => ${keptMinutes})`.execute(db.query);
  },
});
