import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';
import type { Finding } from './importRows.ts';

/** The reason as a code with facts. */
type RefusalReason = Readonly<{ code: string | null; facts: Readonly<Record<string, string | number>> | null }>;
export type RefusedRow = RefusalReason & Readonly<{ row_number: number; field: string | null; payload: unknown }>;
/** `reason`: only for rows stored before codes existed. */
export type QuarantineRow = RefusedRow & Readonly<{ id: number; reason: string | null }>;

/** Rows that a run could not import, until a person settles them. */
export const quarantineRepository = (query: Kysely<Schema>) => {
  const selectWaiting = (runId: number) => query.selectFrom('quarantine').where('run_id', '=', runId).where('state', '=', 'waiting');
  return {
    put: async (runId: number, kind: string, rows: readonly RefusedRow[]): Promise<void> => {
      if (rows.length === 0) return;
      await sql`
        insert into quarantine (run_id, kind, row_number, field, code, facts, payload)
        select ${runId}, ${kind}, row_number, field, code, facts, payload
        from json_to_recordset(${JSON.stringify(rows)}::json) as r(row_number int, field text, code text, facts jsonb, payload jsonb)
        on conflict (run_id, row_number) where row_number is not null
        do update set field = excluded.field, code = excluded.code, facts = excluded.facts, reason = null, state = 'waiting', settled_at = null, settled_by = null`.execute(
        query,
      );
    },
    /** Marks rows as imported. */
    settle: async (runId: number, rowNumbers: readonly number[], actorId: number | null, now: Date): Promise<void> => {
      await sql`
        update quarantine set state = 'settled', settled_by = ${actorId}, settled_at = ${now.toISOString()}
        where run_id = ${runId} and state = 'waiting' and row_number = any(${[...rowNumbers]}::int[])`.execute(query);
    },
    /** @param ids null: all waiting @returns their row numbers */
    waitingRows: async (runId: number, ids: readonly number[] | null): Promise<number[]> => {
      const waitingRows = await selectWaiting(runId)
        .select('row_number')
        .$if(ids !== null, (q) => q.where(sql<boolean>`id = any(${[...(ids ?? [])]}::int8[])`))
        .execute();
      return waitingRows.map(({ row_number }) => row_number ?? 0);
    },
    /** The first rows that are held for one of these reasons. */
    rowsOfCodes: async (runId: number, codes: readonly string[], maxRows: number): Promise<number[]> => {
      const waitingRows = await selectWaiting(runId)
        .select('row_number')
        .where('code', 'in', [...codes])
        .orderBy('row_number')
        .limit(maxRows)
        .execute();
      return waitingRows.map(({ row_number }) => row_number ?? 0);
    },
    /** Texts of rows quarantined for one of these reasons, most frequent first. */
    findings: async (runId: number, codes: readonly string[], maxRows: number): Promise<Finding[]> => {
      const { rows } = await sql<Finding>`
        select code, coalesce(facts->>'value', facts->>'name', '') as text, min(facts::text)::jsonb as facts, count(*)::int as rows
        from quarantine where run_id = ${runId} and state = 'waiting' and code = any(${[...codes]}::text[])
        group by 1, 2 order by rows desc, text limit ${maxRows}`.execute(query);
      return rows;
    },
    drop: async (runId: number, ids: readonly number[] | null, actorId: number, now: Date): Promise<number> => {
      const { rows } = await sql<{ id: number }>`
        update quarantine set state = 'dropped', settled_by = ${actorId}, settled_at = ${now.toISOString()} where run_id = ${runId}
          and state = 'waiting' and (${ids === null} or id = any(${[...(ids ?? [])]}::int8[])) returning id`.execute(query);
      return rows.length;
    },
    page: (runId: number, after: number, limit: number): Promise<QuarantineRow[]> =>
      selectWaiting(runId)
        .select(['id', 'row_number', 'field', 'code', 'facts', 'reason', 'payload'])
        .where('row_number', '>', after)
        .orderBy('row_number')
        .limit(limit)
        .execute() as Promise<QuarantineRow[]>,
    /** Drops the held rows of an undone run. */
    end: async (runId: number, now: Date): Promise<void> => {
      await sql`update quarantine set state = 'dropped', settled_at = ${now.toISOString()} where run_id = ${runId} and state = 'waiting'`.execute(
        query,
      );
    },
  };
};
