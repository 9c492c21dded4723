import { type Insertable, type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import type { LedgerLinesTable } from '../../schema/sheets.ts';

export type NewLedgerLine = Insertable<LedgerLinesTable>;
export type LedgerInvoice = Readonly<{
  id: number;
  salesperson_id: number | null;
  sales_lead_id: number | null;
  credit_of_id: number | null;
  booking_date: Day;
  source: string;
}>;

/** Another sheet's line for an invoice that names a different person. */
type SheetConflict = Readonly<{ about: 'salesperson_id' | 'sales_lead_id'; sheet: string; other_shown: string }>;

/** Ledger lines from sheets, and the invoices they name. */
export const ledgerLinesRepository = (query: Kysely<Schema>) => ({
  hashes: async (connectionId: number, keys: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const rows = await query
      .selectFrom('ledger_lines')
      .select(['external_id', 'payload_hash'])
      .where('connection_id', '=', connectionId)
      .where('external_id', 'in', [...keys, ''])
      .execute();
    return new Map(rows.map(({ external_id, payload_hash }) => [external_id, payload_hash]));
  },
  put: async (line: NewLedgerLine): Promise<void> => {
    const { connection_id: _, external_id: __, created_at: ___, ...change } = line;
    await query
      .insertInto('ledger_lines')
      .values(line)
      .onConflict((conflict) => conflict.columns(['connection_id', 'external_id']).doUpdateSet({ ...change, missing_runs: 0 }))
      .execute();
  },
  /** A line in another sheet for this (locked) invoice that names a person other than these two. */
  otherSheet: async (
    connectionId: number,
    invoiceId: number,
    [salesperson, lead]: readonly [number | null, number | null],
  ): Promise<SheetConflict | undefined> => {
    const { rows } = await sql<SheetConflict>`
      select case when l.salesperson_id <> ${salesperson}::int8 then 'salesperson_id' else 'sales_lead_id' end as about, c.name as sheet, u.first_name || ' ' || u.last_name as other_shown from ledger_lines l
      join connections c on c.id = l.connection_id and c.state <> 'gone'
      join users u on u.id = case when l.salesperson_id <> ${salesperson}::int8 then l.salesperson_id else l.sales_lead_id end
      where l.invoice_id = ${invoiceId} and l.connection_id <> ${connectionId}
        and (l.salesperson_id <> ${salesperson}::int8 or l.sales_lead_id <> ${lead}::int8)
      order by l.id limit 1`.execute(query);
    return rows[0];
  },
  /** Clears the person a held line named before, so that it does not block corrections elsewhere; each sync checks the line again. */
  withdraw: async (connectionId: number, key: string, column: SheetConflict['about']): Promise<void> => {
    await query
      .updateTable('ledger_lines')
      .set({ [column]: null, payload_hash: '' })
      .where('connection_id', '=', connectionId)
      .where('external_id', '=', key)
      .execute();
  },
  /**
   * Finds an invoice by its number, or `10234-ABC` by number 10234 of the company with suffix ABC (decisions 7.02); active invoices come
   * before deleted ones.
   */
  invoice: async (reference: string): Promise<LedgerInvoice | undefined> => {
    const [, number = '', suffix = ''] = /^(.+)-([A-Za-z0-9]{1,10})$/.exec(reference) ?? [];
    const { rows } = await sql<LedgerInvoice>`
      select i.id, i.salesperson_id, i.sales_lead_id, i.credit_of_id, i.booking_date, i.source from invoices i left join connections c on c.id = i.connection_id
      where i.invoice_number = ${reference} or upper(i.invoice_number) = upper(${reference})
        or (i.document_number = ${number} and upper(c.suffix) = upper(${suffix}))
      order by i.state = 'cancelled', (i.invoice_number = ${reference}) desc, i.id limit 1 for update of i`.execute(query);
    return rows[0];
  },
  credit: async (
    invoiceIds: readonly number[],
    people: Readonly<{ salesperson_id?: number; sales_lead_id?: number }>,
    now: Date,
  ): Promise<void> => {
    await query
      .updateTable('invoices')
      .set((eb) => ({ ...people, version: eb('version', '+', 1), updated_at: now.toISOString() }))
      .where('id', 'in', invoiceIds)
      .execute();
  },
  /** The number of known lines, and of those missing from `keys`. */
  countMissing: async (connectionId: number, keys: readonly string[]): Promise<{ known: number; missing: number }> => {
    const { rows } = await sql<{ known: number; missing: number }>`
      select count(*)::int as known, count(*) filter (where not external_id = any(${[...keys]}::text[]))::int as missing
      from ledger_lines where connection_id = ${connectionId}`.execute(query);
    return rows[0] ?? { known: 0, missing: 0 };
  },
  /** Deletes lines missing from two complete reads in a row; the people they credited stay. */
  markMissing: async (connectionId: number, keys: readonly string[]): Promise<void> => {
    await sql`
      update ledger_lines set missing_runs = case when external_id = any(${[...keys]}::text[]) then 0 else missing_runs + 1 end
      where connection_id = ${connectionId} and (missing_runs > 0 or not external_id = any(${[...keys]}::text[]))`.execute(query);
    await sql`delete from ledger_lines where connection_id = ${connectionId} and missing_runs > 1`.execute(query);
  },
});
