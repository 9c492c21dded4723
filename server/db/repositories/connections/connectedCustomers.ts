import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';

export type ConnectedCustomer = Readonly<{
  external_id: string;
  external_version?: string | null;
  updated_at?: string | null;
  name: string;
  email: string | null;
  gone: boolean;
  payload_hash: string;
}>;
/** `fresh`: it is new; `renamed`: its name changed. */
export type WrittenCustomer = Readonly<{ id: number; fresh: boolean; renamed: boolean }>;

/** Customers of a connection; names are unique within it, so a second customer of the same name gets its id appended. */
export const connectedCustomersRepository = (query: Kysely<Schema>) => ({
  /** @returns only customers that were new or changed */
  write: async (connectionId: number, customers: readonly ConnectedCustomer[], now: Date): Promise<WrittenCustomer[]> => {
    if (customers.length === 0) return [];
    const { rows } = await sql<WrittenCustomer>`
      with told as (
        select v.*, c.id as known, c.name as was, c.payload_hash as hash,
          btrim(v.name) || case when exists (
            select 1 from customers o where o.connection_id = ${connectionId} and o.name_key = lower(btrim(v.name)) and o.external_id <> v.external_id
          ) or exists (
            select 1 from json_to_recordset(${JSON.stringify(customers)}::json) as w(external_id text, name text)
            where lower(btrim(w.name)) = lower(btrim(v.name)) and w.external_id < v.external_id
          ) then ' (' || v.external_id || ')' else '' end as called
        from json_to_recordset(${JSON.stringify(customers)}::json)
          as v(external_id text, external_version text, updated_at timestamptz, name text, email text, gone boolean, payload_hash text)
        left join customers c on c.connection_id = ${connectionId} and c.external_id = v.external_id
      ), changed as (select * from told where hash is distinct from payload_hash)
      insert into customers as c (connection_id, external_id, external_version, external_updated_at, name, email, external_state, payload_hash,
        created_at, updated_at)
      select ${connectionId}::int8, external_id, external_version, updated_at, called, email, case when gone then 'deleted' end, payload_hash,
        ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz from changed
      on conflict (connection_id, external_id) where external_id is not null do update set name = excluded.name, email = excluded.email,
        external_version = excluded.external_version, external_updated_at = excluded.external_updated_at,
        external_state = excluded.external_state, payload_hash = excluded.payload_hash, updated_at = excluded.updated_at
      returning id, (xmax = 0) as fresh,
        exists (select 1 from told t where t.known = c.id and t.was is distinct from c.name) as renamed`.execute(query);
    return rows;
  },

  /** Our ids by external id. */
  ids: async (connectionId: number, externalIds: readonly string[]): Promise<Map<string, number>> => {
    const { rows } = await sql<{ id: number; external_id: string }>`
      select id, external_id from customers
      where connection_id = ${connectionId} and external_id = any(${[...new Set(externalIds)]}::text[])`.execute(query);
    return new Map(rows.map(({ id, external_id }) => [external_id, id]));
  },

  /** Invoices of these customers that still carry another customer name. */
  invoicesNamedOtherwise: async (customerIds: readonly number[]): Promise<number[]> => {
    if (customerIds.length === 0) return [];
    const { rows } = await sql<{ id: number }>`
      select i.id from invoices i join customers c on c.id = i.customer_id
      where c.id = any(${[...customerIds]}::int8[]) and i.customer_name <> c.name`.execute(query);
    return rows.map(({ id }) => id);
  },
  renameInvoices: async (invoiceIds: readonly number[], now: Date): Promise<void> => {
    await sql`
      update invoices i set customer_name = c.name, version = i.version + 1, updated_at = ${now.toISOString()} from customers c
      where c.id = i.customer_id and i.id = any(${[...invoiceIds]}::int8[])`.execute(query);
  },
});
