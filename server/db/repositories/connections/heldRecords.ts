import { type Kysely, sql } from 'kysely';
import type { QuarantineCode } from '../../../../contract/messages/connections.ts';
import type { Schema } from '../../schema/index.ts';

/** A field whose value the source's documentation does not define. */
type Question = Readonly<{ field: 'state' | 'type'; value: string }>;
/**
 * The reason as a code with facts; `payload`: the fact as received from the connector, for another import attempt. A settled record whose
 * payload is `unplaced` was imported according to an answer, which may change.
 */
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
  const waitingRows = (connectionId: number) =>
    query.selectFrom('quarantine').selectAll().where('connection_id', '=', connectionId).where('state', '=', 'waiting');
  const toRows = async (rows: Promise<unknown[]>): Promise<HeldRow[]> => (await rows) as HeldRow[];
  return {
    /**
     * A dropped record stays dropped until it arrives with a different payload.
     * @param keepsQuestion true if the payload is a stored fact, which no longer has `unplaced`
     */
    put: async (
      connectionId: number,
      runId: number,
      rows: readonly HeldWrite[],
      { state = 'waiting', keepsQuestion = false }: Readonly<{ state?: 'waiting' | 'settled'; keepsQuestion?: boolean }> = {},
    ): Promise<void> => {
      if (rows.length === 0) return;
      await sql`
        insert into quarantine as q (connection_id, run_id, kind, external_id, code, facts, payload, state)
        select ${connectionId}::int8, ${runId}, kind, external_id, code, facts, payload, ${state}
        from json_to_recordset(${JSON.stringify(rows)}::json) as r(kind text, external_id text, code text, facts jsonb, payload jsonb)
        on conflict (connection_id, kind, external_id) where connection_id is not null
        do update set run_id = excluded.run_id, code = excluded.code, facts = excluded.facts, state = excluded.state,
          payload = case when ${keepsQuestion} and jsonb_exists(q.payload, 'unplaced')
            then excluded.payload || jsonb_build_object('unplaced', q.payload->'unplaced') else excluded.payload end,
          settled_at = null, settled_by = null
        where q.state <> 'dropped' or excluded.state = 'settled' or q.payload is distinct from excluded.payload`.execute(query);
    },
    /** Marks records as imported. */
    settle: async (connectionId: number, kind: string, ids: readonly string[], actorId: number | null, now: Date): Promise<void> => {
      if (ids.length === 0) return;
      await sql`
        update quarantine set state = 'settled', settled_by = ${actorId}, settled_at = ${now.toISOString()}
        where connection_id = ${connectionId} and kind = ${kind} and state = 'waiting' and external_id = any(${[...ids]}::text[])`.execute(
        query,
      );
    },
    /** Marks records as imported once their source gives a known state or type; answers no longer apply to them. */
    settlePlaced: async (connectionId: number, kind: string, ids: readonly string[], now: Date): Promise<void> => {
      if (ids.length === 0) return;
      await sql`
        update quarantine set state = 'settled', settled_by = null, settled_at = ${now.toISOString()}, payload = payload - 'unplaced'
        where connection_id = ${connectionId} and kind = ${kind} and external_id = any(${[...ids]}::text[])
          and (state = 'waiting' or (state = 'settled' and jsonb_exists(payload, 'unplaced')))`.execute(query);
    },
    /** Settles held records of a kind that are not among `ids`, because the source no longer has them. */
    settleUnseen: async (connectionId: number, kind: string, ids: readonly string[], now: Date): Promise<void> => {
      await sql`
        update quarantine set state = 'settled', settled_at = ${now.toISOString()}
        where connection_id = ${connectionId} and kind = ${kind} and state = 'waiting' and not external_id = any(${[...ids]}::text[])`.execute(
        query,
      );
    },
    /** @param ids null: all @returns how many were dropped */
    drop: async (connectionId: number, ids: readonly number[] | null, actorId: number | null, now: Date): Promise<number> => {
      const { rows } = await sql<{ id: number }>`
        update quarantine set state = 'dropped', settled_by = ${actorId}, settled_at = ${now.toISOString()}
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
      const row = await waitingRows(connectionId).where('kind', '=', kind).where('external_id', '=', externalId).executeTakeFirst();
      return row
        ? { external_id: externalId, code: row.code as QuarantineCode, facts: (row.facts ?? {}) as HeldWrite['facts'] }
        : undefined;
    },
    lock: (connectionId: number, ids: readonly number[]): Promise<HeldRow[]> =>
      toRows(
        waitingRows(connectionId)
          .where('id', 'in', [...ids, 0])
          .orderBy('id')
          .forUpdate()
          .execute(),
      ),
    /** Records with this question, waiting or settled by an answer, by id. */
    lockAbout: async (connectionId: number, question: Question, after: number, limit: number): Promise<HeldRow[]> => {
      const { rows } = await sql<HeldRow>`
        select * from quarantine where connection_id = ${connectionId} and state in ('waiting', 'settled') and id > ${after}
          and payload->'unplaced' @> ${JSON.stringify([question])}::jsonb order by id limit ${limit} for update`.execute(query);
      return rows;
    },
    /** The id of the last of the next `limit` records with this question; null if none is left. */
    lastAbout: async (connectionId: number, question: Question, after: number, limit: number): Promise<number | null> => {
      const { rows } = await sql<{ id: number | null }>`
        select max(id) as id from (select id from quarantine where connection_id = ${connectionId} and state in ('waiting', 'settled') and id > ${after}
          and payload->'unplaced' @> ${JSON.stringify([question])}::jsonb order by id limit ${limit}) q`.execute(query);
      return rows[0]?.id ?? null;
    },
    /** Questions whose records an answer settled, with the number of those records. */
    questions: async (connectionId: number): Promise<(Question & Readonly<{ records: number }>)[]> => {
      const { rows } = await sql<Question & { records: number }>`
        select u->>'field' as field, u->>'value' as value, count(*)::int as records
        from quarantine, jsonb_array_elements(payload->'unplaced') u
        where connection_id = ${connectionId} and state = 'settled' and jsonb_exists(payload, 'unplaced') group by 1, 2 order by 1, 2`.execute(
        query,
      );
      return rows;
    },
    /** Newest first. */
    page: (connectionId: number, before: number | undefined, limit: number): Promise<HeldRow[]> =>
      toRows(
        waitingRows(connectionId)
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
