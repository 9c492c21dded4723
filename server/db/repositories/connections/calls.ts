import { type Kysely, type Selectable, sql } from 'kysely';
import type { CallCircuitsTable, CallJournalTable, Schema } from '../../schema/index.ts';

/** At most `limit` calls in any `periodMs`, `burst` of them at once. */
export type CallRule = Readonly<{ name: string; limit: number; periodMs: number; burst?: number }>;
export type CircuitRow = Selectable<CallCircuitsTable>;
export type JournalRow = Selectable<CallJournalTable>;
export type NewJournalRow = Omit<JournalRow, 'id'>;

const MAX_JOURNAL_ROWS = 100;

/** Call allowance, circuit state and recent calls of each connection, shared by all instances and timed by the database's clock. */
export const callsRepository = (query: Kysely<Schema>) => ({
  /** Takes one call from a rule's allowance. @returns 0 if taken, else the milliseconds until a call is available */
  take: async (connectionId: number, { name, limit, periodMs, burst = Math.max(1, Math.floor(limit / 5)) }: CallRule): Promise<number> => {
    // Evenly spaced except for the burst, so that no window exceeds the limit, wherever it starts.
    const intervalMs = periodMs / Math.max(1, limit - (limit > 1 ? burst : 0));
    const slack = sql`make_interval(secs => ${(intervalMs * (burst - 1)) / 1000})`;
    const { rows } = await sql`
      insert into call_allowances as a (connection_id, rule, full_at)
      values (${connectionId}, ${name}, clock_timestamp() + make_interval(secs => ${intervalMs / 1000}))
      on conflict (connection_id, rule) do update set full_at = greatest(a.full_at, clock_timestamp()) + make_interval(secs => ${intervalMs / 1000})
      where a.full_at <= clock_timestamp() + ${slack} returning 1`.execute(query);
    if (rows.length > 0) return 0;
    const { rows: admitted } = await sql<{ ms: number }>`
      select ceil(extract(epoch from full_at - ${slack} - clock_timestamp()) * 1000)::int as ms
      from call_allowances where connection_id = ${connectionId} and rule = ${name}`.execute(query);
    return Math.max(1, admitted[0]?.ms ?? 1);
  },

  /** Must run in a transaction; creates the row if it is missing. */
  lockCircuit: async (connectionId: number): Promise<CircuitRow> => {
    await sql`insert into call_circuits (connection_id) values (${connectionId}) on conflict do nothing`.execute(query);
    return query.selectFrom('call_circuits').selectAll().where('connection_id', '=', connectionId).forUpdate().executeTakeFirstOrThrow();
  },

  circuit: (connectionId: number): Promise<CircuitRow | undefined> =>
    query.selectFrom('call_circuits').selectAll().where('connection_id', '=', connectionId).executeTakeFirst(),

  keepCircuit: async (connectionId: number, change: Partial<Omit<CircuitRow, 'connection_id'>>): Promise<void> => {
    await query.updateTable('call_circuits').set(change).where('connection_id', '=', connectionId).execute();
  },

  /** Records a call and keeps only the connection's last hundred. */
  note: async (row: NewJournalRow): Promise<void> => {
    await query.insertInto('call_journal').values(row).execute();
    await sql`
      insert into call_months as m (connection_id, month, calls) values (${row.connection_id}, date_trunc('month', ${row.at}::timestamptz at time zone 'UTC')::date, 1)
      on conflict (connection_id, month) do update set calls = m.calls + 1`.execute(query);
    await sql`
      delete from call_journal where connection_id = ${row.connection_id} and id <= (
        select id from call_journal where connection_id = ${row.connection_id} order by id desc offset ${MAX_JOURNAL_ROWS} limit 1)`.execute(
      query,
    );
  },

  /** Moves the calls to an older connection when both turn out to be the same account. */
  moveTo: async (from: number, to: number): Promise<void> => {
    await query.updateTable('call_journal').set({ connection_id: to }).where('connection_id', '=', from).execute();
    await sql`
      insert into call_months as m (connection_id, month, calls) select ${to}, month, calls from call_months where connection_id = ${from}
      on conflict (connection_id, month) do update set calls = m.calls + excluded.calls`.execute(query);
  },

  /** Number of calls per connection in the current month, in UTC. */
  inMonth: async (connectionIds: readonly number[], now: Date): Promise<Map<number, number>> => {
    const { rows } = await sql<{ id: number; calls: number }>`
      select connection_id as id, calls from call_months
      where connection_id = any(${[...connectionIds]}::int8[]) and month = date_trunc('month', ${now.toISOString()}::timestamptz at time zone 'UTC')::date`.execute(
      query,
    );
    return new Map(rows.map(({ id, calls }) => [id, calls]));
  },

  /** Newest first. */
  journal: (connectionId: number): Promise<JournalRow[]> =>
    query
      .selectFrom('call_journal')
      .selectAll()
      .where('connection_id', '=', connectionId)
      .orderBy('id', 'desc')
      .limit(MAX_JOURNAL_ROWS)
      .execute(),
});
