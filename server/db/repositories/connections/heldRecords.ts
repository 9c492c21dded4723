import { type Kysely, sql } from 'kysely';
import type { QuarantineCode } from '../../../../contract/messages/connections.ts';
import type { Schema } from '../../schema/index.ts';

/** The reason as a code with facts; `payload`: the fact as received from the connector, for another import attempt. */
export type HeldWrite = Readonly<{
  kind: string;
  external_id: string;
  code: QuarantineCode;
  facts: Readonly<Record<string, string | number>>;
  payload: unknown;
}>;
export type HeldRow = HeldWrite & Readonly<{ id: number; connection_id: number; run_id: number; state: string; created_at: string }>;

/** Held records of connections: one row per record, however often it arrives. */
export const heldRecordsRepository = (query: Kysely<Schema>) => {
  const waiting = (connectionId: number) =>
    query.selectFrom('quarantine').selectAll().where('connection_id', '=', connectionId).where('state', '=', 'waiting');
  const many = async (rows: Promise<unknown[]>): Promise<HeldRow[]> => (await rows) as HeldRow[];
  return {
    /** A dropped record stays dropped until it arrives with a different payload. */
    put: async (connectionId: number, runId: number, rows: readonly HeldWrite[]): Promise<void> => {
      if (rows.length === 0) return;
      await sql`
        insert into quarantine as q (connection_id, run_id, kind, external_id, code, facts, payload)
        select ${connectionId}::int8, ${runId}, kind, external_id, code, facts, payload
        from json_to_recordset(${JSON.stringify(rows)}::json) as r(kind text, external_id text, code text, facts jsonb, payload jsonb)
        on conflict (connection_id, kind, external_id) where connection_id is not null
        do update set run_id = excluded.run_id, code = excluded.code, facts = excluded.facts, payload = excluded.payload, state = 'waiting',
          settled_at = null, settled_by = null
        where q.state <> 'dropped' or q.payload is distinct from excluded.payload`.execute(query);
    },
    /** Marks records as imported. */
    settle: async (connectionId: number, kind: string, ids: readonly string[], actorId: number | null, at: Date): Promise<void> => {
      if (ids.length === 0) return;
      await sql`
        update quarantine set state = 'settled', settled_by = ${actorId}, settled_at = ${at.toISOString()}
        where connection_id = ${connectionId} and kind = ${kind} and state = 'waiting' and external_id = any(${[...ids]}::text[])`.execute(
        query,
      );
    },
    /** Settles held records of a kind that are not among `ids`, because the source no longer has them. */
    settleUnseen: async (connectionId: number, kind: string, ids: readonly string[], at: Date): Promise<void> => {
      await sql`
        update quarantine set state = 'settled', settled_at = ${at.toISOString()}
        where connection_id = ${connectionId} and kind = ${kind} and state = 'waiting' and not external_id = any(${[...ids]}::text[])`.execute(
        query,
      );
    },
    /** @param ids null: all @returns how many were dropped */
    drop: async (connectionId: number, ids: readonly number[] | null, actorId: number | null, at: Date): Promise<number> => {
      const { rows } = await sql<{ id: number }>`
        update quarantine set state = 'dropped', settled_by = ${actorId}, settled_at = ${at.toISOString()}
        where connection_id = ${connectionId} and state = 'waiting' and (${ids === null} or id = any(${[...(ids ?? [])]}::int8[]))
        returning id`.execute(query);
      return rows.length;
    },
    /** The reason why this record is held, if it is. */
    waits: async (
      connectionId: number,
      kind: string,
      externalId: string,
    ): Promise<Pick<HeldWrite, 'external_id' | 'code' | 'facts'> | undefined> => {
      const row = await waiting(connectionId).where('kind', '=', kind).where('external_id', '=', externalId).executeTakeFirst();
      return row
        ? { external_id: externalId, code: row.code as QuarantineCode, facts: (row.facts ?? {}) as HeldWrite['facts'] }
        : undefined;
    },
    lock: (connectionId: number, ids: readonly number[]): Promise<HeldRow[]> =>
      many(
        waiting(connectionId)
          .where('id', 'in', [...ids, 0])
          .orderBy('id')
          .forUpdate()
          .execute(),
      ),
    /** Records held for the same reason, oldest first. */
    lockAlike: (connectionId: number, { code, facts }: Pick<HeldWrite, 'code' | 'facts'>, limit: number): Promise<HeldRow[]> =>
      many(
        waiting(connectionId)
          .where('code', '=', code)
          .where(sql<boolean>`facts = ${JSON.stringify(facts)}::jsonb`)
          .orderBy('id')
          .limit(limit)
          .forUpdate()
          .execute(),
      ),
    /** Newest first. */
    page: (connectionId: number, before: number | undefined, limit: number): Promise<HeldRow[]> =>
      many(
        waiting(connectionId)
          .$if(before !== undefined, (q) => q.where('id', '<', before ?? 0))
          .orderBy('id', 'desc')
          .limit(limit)
          .execute(),
      ),
    counts: async (connectionIds: readonly number[]): Promise<Map<number, number>> => {
      const { rows } = await sql<{ id: number; count: number }>`
        select connection_id as id, count(*)::int as count from quarantine
        where connection_id = any(${[...connectionIds]}::int8[]) and state = 'waiting' group by 1`.execute(query);
      return new Map(rows.map(({ id, count }) => [id, count]));
    },
  };
};
