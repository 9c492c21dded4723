import { type Kysely, sql } from 'kysely';
import type { ImportFate } from '../../../../contract/entities/import.ts';
import type { Cell } from '../../../../contract/rules/imports/formats.ts';
import type { Schema } from '../../schema/index.ts';

export type StagedRow = Readonly<{
  row_number: number;
  cells: readonly Cell[];
  key: string | null;
  hash: string | null;
  fate: ImportFate | null;
  field: string | null;
  code: string | null;
  facts: Readonly<Record<string, string | number>> | null;
  /** Only for rows stored before codes existed. */
  reason: string | null;
  accepted: boolean;
  done: ImportFate | 'waiting' | null;
}>;
/** A row after parsing: `key` identifies its document in the file; `hash` is null if the row is unreadable. */
export type IndexedRow = Readonly<{ row_number: number; key: string | null; hash: string | null }>;
export type DecidedRow = Readonly<{
  row_number: number;
  fate: ImportFate | 'waiting';
  field: string | null;
  code: string | null;
  facts: Readonly<Record<string, string | number>> | null;
  user_id: number | null;
  /** The stored invoice that the row pays or credits. */
  invoice_id: number | null;
}>;
export type Finding = Readonly<{ code: string; text: string; facts: StagedRow['facts']; rows: number }>;
/** A finding with the total numbers of findings and rows, including those beyond the limit. */
export type FindingWithTotals = Finding & Readonly<{ all_findings: number; all_rows: number }>;
/** The first row for each key. */
export type FirstRow = Readonly<{ key: string; row_number: number; hash: string | null }>;

/** A person's rows in a part of a file; `rows` excludes history, which creates no records. */
export type PersonRows = Readonly<{ user_id: number; rows: number; numbers: readonly number[] }>;

/** The people of an invoice `i`: its seller, lead and split partners, and those who have it or its original in a closed month. */
const peopleOfInvoice = sql`(values (i.salesperson_id), (i.sales_lead_id)
    union all select x.user_id from invoice_splits x where x.invoice_id in (i.id, i.credit_of_id) and x.superseded_at is null
    union all select c.user_id from commission_records c
      join pay_periods p on p.state = 'closed' and c.booking_date between p.start_date and p.end_date
      where c.invoice_id in (i.id, i.credit_of_id) and c.plan_id <> '')`;

const COLUMNS = ['row_number', 'cells', 'key', 'hash', 'fate', 'field', 'code', 'facts', 'reason', 'accepted', 'done'] as const;

/** The rows of an imported file, and its uploaded parts. */
export const importRowsRepository = (query: Kysely<Schema>) => {
  const rowsOfRun = (runId: number) => query.selectFrom('import_rows').select(COLUMNS).where('run_id', '=', runId).orderBy('row_number');

  return {
    keepPart: async (runId: number, part: number, content: Uint8Array): Promise<void> => {
      await query
        .insertInto('import_parts')
        .values({ run_id: runId, part, content })
        .onConflict((conflict) => conflict.columns(['run_id', 'part']).doUpdateSet({ content }))
        .execute();
    },
    part: async (runId: number, part: number): Promise<Uint8Array | null> => {
      const row = await query
        .selectFrom('import_parts')
        .select('content')
        .where('run_id', '=', runId)
        .where('part', '=', part)
        .executeTakeFirst();
      return row?.content ?? null;
    },
    uploaded: async (runId: number): Promise<number> => {
      const { rows } = await sql<{ bytes: number }>`
        select coalesce(sum(length(content)), 0)::int8 as bytes from import_parts where run_id = ${runId}`.execute(query);
      return rows[0]?.bytes ?? 0;
    },

    clear: async (runId: number): Promise<void> => {
      await query.deleteFrom('import_rows').where('run_id', '=', runId).execute();
    },
    add: async (runId: number, rows: readonly Readonly<{ row_number: number; cells: readonly Cell[] }>[]): Promise<void> => {
      await sql`
        insert into import_rows (run_id, row_number, cells)
        select ${runId}, row_number, cells from json_to_recordset(${JSON.stringify(rows)}::json) as r(row_number int, cells jsonb)`.execute(
        query,
      );
    },

    after: (runId: number, row: number, limit: number): Promise<StagedRow[]> =>
      rowsOfRun(runId).where('row_number', '>', row).limit(limit).execute() as Promise<StagedRow[]>,
    /**
     * Rows that the preview has not decided or the run has not processed, in file order. They start after a row number, because the index
     * contains processed rows until it is vacuumed.
     */
    undecided: (runId: number, after: number, limit: number): Promise<StagedRow[]> =>
      rowsOfRun(runId).where('fate', 'is', null).where('row_number', '>', after).limit(limit).execute() as Promise<StagedRow[]>,
    unprocessed: (runId: number, after: number, limit: number): Promise<StagedRow[]> =>
      rowsOfRun(runId).where('done', 'is', null).where('row_number', '>', after).limit(limit).execute() as Promise<StagedRow[]>,
    /** Rows that could not be read before and are to be processed again. */
    unread: (runId: number, after: number, limit: number): Promise<StagedRow[]> =>
      rowsOfRun(runId)
        .where('done', 'is', null)
        .where('hash', 'is', null)
        .where('row_number', '>', after)
        .limit(limit)
        .execute() as Promise<StagedRow[]>,
    waiting: (runId: number, after: number, limit: number): Promise<StagedRow[]> =>
      rowsOfRun(runId).where('done', '=', 'waiting').where('row_number', '>', after).limit(limit).execute() as Promise<StagedRow[]>,
    numbered: (runId: number, rowNumbers: readonly number[]): Promise<StagedRow[]> =>
      rowsOfRun(runId)
        .where(sql<boolean>`row_number = any(${[...rowNumbers]}::int[])`)
        .execute() as Promise<StagedRow[]>,
    ofKeys: (runId: number, keys: readonly string[]): Promise<StagedRow[]> =>
      rowsOfRun(runId)
        .where(sql<boolean>`key = any(${[...keys]}::text[])`)
        .execute() as Promise<StagedRow[]>,

    firstOf: async (runId: number, keys: readonly string[]): Promise<FirstRow[]> => {
      if (keys.length === 0) return [];
      const { rows } = await sql<FirstRow>`
        select distinct on (key) key, row_number, hash from import_rows
        where run_id = ${runId} and key = any(${[...keys]}::text[]) order by key, row_number`.execute(query);
      return rows;
    },

    index: async (runId: number, rows: readonly IndexedRow[]): Promise<void> => {
      await sql`
        update import_rows r set key = v.key, hash = v.hash, fate = null, field = null, code = null, facts = null, reason = null, user_id = null,
          invoice_id = null
        from json_to_recordset(${JSON.stringify(rows)}::json) as v(row_number int, key text, hash text)
        where r.run_id = ${runId} and r.row_number = v.row_number`.execute(query);
    },
    /** `column`: the outcome predicted by the preview, or the actual one of the run. */
    decide: async (runId: number, rows: readonly DecidedRow[], column: 'fate' | 'done'): Promise<void> => {
      await sql`
        update import_rows r set ${sql.ref(column)} = v.fate, field = v.field, code = v.code, facts = v.facts, reason = null, user_id = v.user_id,
          invoice_id = v.invoice_id
        from json_to_recordset(${JSON.stringify(rows)}::json)
          as v(row_number int, fate text, field text, code text, facts jsonb, user_id int8, invoice_id int8)
        where r.run_id = ${runId} and r.row_number = v.row_number`.execute(query);
    },
    /**
     * Marks the next invoice rows that the preview found unchanged as done, if the stored payload is still the same.
     * @returns how many, and the last row checked; null if none was
     */
    markUnchangedDone: async (
      runId: number,
      connectionId: number,
      after: number,
      maxRows: number,
    ): Promise<{ passed: number; last: number | null }> => {
      const { rows } = await sql<{ passed: number; last: number | null }>`
        with next as materialized (
          select row_number, key, hash from import_rows
          where run_id = ${runId} and fate = 'same' and done is null and row_number > ${after} order by row_number limit ${maxRows}),
        done as (
          update import_rows r set done = 'same' from next n join invoices i on i.invoice_number = n.key
          where r.run_id = ${runId} and r.row_number = n.row_number and i.payload_hash = n.hash and i.state = 'sent'
            and i.connection_id = ${connectionId} returning 1)
        select (select count(*)::int from done) as passed, (select max(row_number) from next) as last`.execute(query);
      return rows[0] ?? { passed: 0, last: null };
    },
    /** Codes with the texts they concern, most rows first; a remark about a person and an invoice concerns only its own row. */
    findings: async (runId: number, codes: readonly string[], maxRows: number): Promise<FindingWithTotals[]> => {
      const { rows } = await sql<FindingWithTotals>`
        select code, coalesce(facts->>'value', facts->>'name', case when jsonb_exists(facts, 'person') then facts::text end, '') as text, min(facts::text)::jsonb as facts, count(*)::int as rows,
          count(*) over ()::int as all_findings, sum(count(*)) over ()::int as all_rows
        from import_rows where run_id = ${runId} and code = any(${[...codes]}::text[])
        group by 1, 2 order by rows desc, text limit ${maxRows}`.execute(query);
      return rows;
    },
    /** Updates planner statistics after many rows arrived. Must run outside a transaction. */
    analyze: async (): Promise<void> => {
      await sql`analyze import_rows (run_id, row_number, key, fate, done)`.execute(query);
    },
    lastRow: async (runId: number): Promise<number> => {
      const { rows } = await sql<{ last: number }>`
        select coalesce(max(row_number), 0)::int as last from import_rows where run_id = ${runId}`.execute(query);
      return rows[0]?.last ?? 0;
    },
    /**
     * Rows after `after` up to `upTo`, by affected person: the people of new invoices and payments, and of the invoices that a row changes, pays
     * or credits; for a changed receipt, also the people of the invoices it paid before. History affects people only through invoices with memos.
     */
    people: async (runId: number, after: number, upTo: number): Promise<PersonRows[]> => {
      const isInPart = sql`r.run_id = ${runId} and r.row_number > ${after} and r.row_number <= ${upTo}`;
      const { rows } = await sql<PersonRows>`
        select user_id, count(distinct row_number) filter (where fate <> 'before_books')::int as rows,
          json_agg(distinct row_number order by row_number) as numbers from (
          select r.row_number, r.fate, r.user_id from import_rows r
            where ${isInPart} and r.user_id is not null and r.fate in ('new','changed','closed_month','before_books')
          union all select r.row_number, 'changed', has.user_id from import_rows r
            join imports m on m.run_id = r.run_id and m.kind <> 'receipts' join invoices i on i.invoice_number = r.key
            cross join lateral ${peopleOfInvoice} as has(user_id)
            where ${isInPart} and (r.fate in ('changed','closed_month')
              or (r.fate = 'before_books' and exists (select from invoices x where x.credit_of_id = i.id)))
          union all select r.row_number, r.fate, has.user_id from import_rows r
            join invoices i on i.id = r.invoice_id cross join lateral ${peopleOfInvoice} as has(user_id)
            where ${isInPart} and r.fate in ('new','changed','closed_month')
          union all select r.row_number, r.fate, has.user_id from import_rows r
            join imports m on m.run_id = r.run_id and m.kind = 'receipts' join sync_runs s on s.id = r.run_id
            join receipts c on c.connection_id = s.connection_id and c.external_id = r.key
            join customer_payments p on p.receipt_id = c.id join invoices i on i.id = p.invoice_id
            cross join lateral ${peopleOfInvoice} as has(user_id)
            where ${isInPart} and r.fate in ('changed','closed_month')
        ) touching where user_id is not null group by 1`.execute(query);
      return rows;
    },

    page: async (runId: number, fate: ImportFate | null, after: number, limit: number): Promise<StagedRow[]> => {
      const rows = fate === null ? rowsOfRun(runId) : rowsOfRun(runId).where('fate', '=', fate);
      return rows.where('row_number', '>', after).limit(limit).execute() as Promise<StagedRow[]>;
    },

    /** Queues rows to be processed again; a receipt is imported again with all its rows. */
    queueAgain: async (runId: number, rowNumbers: readonly number[], accepted: boolean): Promise<void> => {
      await sql`
        update import_rows set done = null, accepted = accepted or ${accepted} where run_id = ${runId}
          and row_number = any(${[...rowNumbers]}::int[])`.execute(query);
    },

    /** The distinct texts of a column. */
    textsIn: async (runId: number, column: number): Promise<string[]> => {
      const { rows } = await sql<{ text: string }>`
        select distinct coalesce(cells->>${column}::int, '') as text from import_rows where run_id = ${runId}`.execute(query);
      return rows.map(({ text }) => text);
    },
    /**
     * Queues the processed rows with one of these texts to be read and processed again.
     * @returns their number by previous outcome
     */
    queueForReading: async (
      runId: number,
      column: number,
      texts: readonly string[],
    ): Promise<Readonly<Partial<Record<ImportFate, number>>>> => {
      const { rows } = await sql<{ done: ImportFate; rows: number }>`
        with again as (
          update import_rows r set done = null, hash = null from import_rows old
          where r.run_id = ${runId} and old.run_id = r.run_id and old.row_number = r.row_number and r.done is not null
            and coalesce(r.cells->>${column}::int, '') = any(${[...texts]}::text[]) returning old.done)
        select done, count(*)::int as rows from again group by 1`.execute(query);
      return Object.fromEntries(rows.map(({ done, rows: count }) => [done, count]));
    },
  };
};
