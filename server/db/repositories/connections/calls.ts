import { type Kysely, type Selectable, sql } from 'kysely';
import type { CallCircuitsTable, CallJournalTable, Schema } from '../../schema/index.ts';

/** At most `limit` calls in any `periodMs`, of which `burst` at once. */
export type CallRule = Readonly<{ name: string; limit: number; periodMs: number; burst?: number }>;
export type CircuitRow = Selectable<CallCircuitsTable>;
export type JournalRow = Selectable<CallJournalTable>;
export type NewJournalRow = Omit<JournalRow, 'id'>;

const KEPT = 100;

/** How much a connection may call, whether its system is up, and what was called last; all instances share it, by the database's clock. */
export const callsRepository = (query: Kysely<Schema>) => ({
  /** Takes one call from the allowance of a rule. @returns 0, or after how many milliseconds there is one again; then none was taken */
  take: async (connectionId: number, { name, limit, periodMs, burst = Math.max(1, Math.floor(limit / 5)) }: CallRule): Promise<number> => {
    // Evenly spread except for the burst, so that no period has more than the limit wherever it begins.
    const every = periodMs / Math.max(1, limit - (limit > 1 ? burst : 0));
    const slack = sql`make_interval(secs => ${(every * (burst - 1)) / 1000})`;
    const { rows } = await sql`
      insert into call_allowances as a (connection_id, rule, full_at)
      values (${connectionId}, ${name}, clock_timestamp() + make_interval(secs => ${every / 1000}))
      on conflict (connection_id, rule) do update set full_at = greatest(a.full_at, clock_timestamp()) + make_interval(secs => ${every / 1000})
      where a.full_at <= clock_timestamp() + ${slack} returning 1`.execute(query);
    if (rows.length > 0) return 0;
    const { rows: left } = await sql<{ ms: number }>`
      select ceil(extract(epoch from full_at - ${slack} - clock_timestamp()) * 1000)::int as ms
      from call_allowances where connection_id = ${connectionId} and rule = ${name}`.execute(query);
    return Math.max(1, left[0]?.ms ?? 1);
  },

  /** In a transaction; created if it is missing. */
  lockCircuit: async (connectionId: number): Promise<CircuitRow> => {
    await sql`insert into call_circuits (connection_id) values (${connectionId}) on conflict do nothing`.execute(query);
    return query.selectFrom('call_circuits').selectAll().where('connection_id', '=', connectionId).forUpdate().executeTakeFirstOrThrow();
  },

  circuit: (connectionId: number): Promise<CircuitRow | undefined> =>
    query.selectFrom('call_circuits').selectAll().where('connection_id', '=', connectionId).executeTakeFirst(),

  keepCircuit: async (connectionId: number, change: Partial<Omit<CircuitRow, 'connection_id'>>): Promise<void> => {
    await query.updateTable('call_circuits').set(change).where('connection_id', '=', connectionId).execute();
  },

  /** Notes a call, and forgets the connection's calls before its last hundred. */
  note: async (row: NewJournalRow): Promise<void> => {
    await query.insertInto('call_journal').values(row).execute();
    await sql`
      insert into call_months as m (connection_id, month, calls) values (${row.connection_id}, date_trunc('month', ${row.at}::timestamptz at time zone 'UTC')::date, 1)
      on conflict (connection_id, month) do update set calls = m.calls + 1`.execute(query);
    await sql`
      delete from call_journal where connection_id = ${row.connection_id} and id <= (
        select id from call_journal where connection_id = ${row.connection_id} order by id desc offset ${KEPT} limit 1)`.execute(query);
  },

  /** A connection turned out to be one that was here before: its calls were that one's. */
  moveTo: async (from: number, to: number): Promise<void> => {
    await query.updateTable('call_journal').set({ connection_id: to }).where('connection_id', '=', from).execute();
    await sql`
      insert into call_months as m (connection_id, month, calls) select ${to}, month, calls from call_months where connection_id = ${from}
      on conflict (connection_id, month) do update set calls = m.calls + excluded.calls`.execute(query);
  },

  /** How many calls each of these made in the month of this moment, in UTC. */
  inMonth: async (connectionIds: readonly number[], at: Date): Promise<Map<number, number>> => {
    const { rows } = await sql<{ id: number; calls: number }>`
      select connection_id as id, calls from call_months
      where connection_id = any(${[...connectionIds]}::int8[]) and month = date_trunc('month', ${at.toISOString()}::timestamptz at time zone 'UTC')::date`.execute(
      query,
    );
    return new Map(rows.map(({ id, calls }) => [id, calls]));
  },

  /** Newest first. */
  journal: (connectionId: number): Promise<JournalRow[]> =>
    query.selectFrom('call_journal').selectAll().where('connection_id', '=', connectionId).orderBy('id', 'desc').limit(KEPT).execute(),
});
