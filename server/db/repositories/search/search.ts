import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';

export type FoundPerson = Readonly<{ id: number; first_name: string; last_name: string; email: string; manager_id: number | null }>;
/** `id`: the customer whose page has this name; null for a name without one. */
export type FoundCustomer = Readonly<{ id: number | null; name: string }>;
export type FoundRecord = Readonly<{
  id: number;
  invoice_number: string;
  customer_name: string;
  booking_date: Day;
  first_name: string;
  last_name: string;
}>;
export type FoundDraft = Readonly<{ id: number; invoice_number: string; customer_name: string }>;
export type FoundEvent = Readonly<{ id: number; customer_name: string; activity: string | null; day: Day | null }>;
export type FoundDeal = Readonly<{ id: number; name: string; customer_name: string }>;

/** Maximum number of invoices searched for drafts; a longer search text finds the others. */
const MAX_SEARCHED_DRAFTS = 200;

/** Where the search text must occur in an invoice number. Without a trigram index (pg_trgm), `anywhere` reads all numbers. */
const toPrefixPattern = (text: string): string => `${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Where the text stands in an invoice number. Anywhere reads all numbers where the database has no index of their parts (pg_trgm). */
export type NumberMatch = 'start' | 'anywhere';
const matchesNumber = (column: string, text: string, match: NumberMatch): RawBuilder<unknown> =>
  match === 'start'
    ? sql`lower(${sql.ref(column)}) like ${toPrefixPattern(text)}`
    : sql`${sql.ref(column)} ilike ${`%${toPrefixPattern(text)}`}`;

/**
 * Rows that begin with a lower-case text, or whose number contains it, at most `limit` of each kind. Each statement applies the owner filter: `owner` null finds
 * everybody's rows, an id only that person's.
 */
export const searchRepository = (query: Kysely<Schema>) => ({
  people: async (text: string, limit: number): Promise<FoundPerson[]> => {
    const pattern = toPrefixPattern(text);
    const { rows } = await sql<FoundPerson>`
      select id, first_name, last_name, email, manager_id from users
      where lower(first_name || ' ' || last_name) like ${pattern} or lower(last_name) like ${pattern} or lower(email) like ${pattern}
      order by lower(first_name || ' ' || last_name), id limit ${limit}`.execute(query);
    return rows;
  },

  /** All customers, or only those of one person's records. */
  customers: async (text: string, owner: number | null, limit: number): Promise<FoundCustomer[]> => {
    const pattern = toPrefixPattern(text);
    const allRows = sql<FoundCustomer>`
      select id, name from customers where name_key like ${pattern} order by name_key using ~<~ limit ${limit}`;
    const ownRows = sql<FoundCustomer>`
      select min(i.customer_id) as id, min(i.customer_name) as name from commission_records r join invoices i on i.id = r.invoice_id
      where r.user_id = ${owner} and lower(i.customer_name) like ${pattern} group by lower(i.customer_name) order by lower(i.customer_name) limit ${limit}`;
    return (await (owner === null ? allRows : ownRows).execute(query)).rows;
  },

  /** Records by invoice number. */
  records: async (text: string, match: NumberMatch, owner: number | null, limit: number): Promise<FoundRecord[]> => {
    const columns = sql`r.id, r.invoice_number, i.customer_name, r.booking_date, u.first_name, u.last_name`;
    const allRows = sql<FoundRecord>`
      select ${columns} from (
        select id, customer_name from invoices where ${matchesNumber('invoice_number', text, match)} order by lower(invoice_number) using ~<~ limit ${limit}
      ) i join commission_records r on r.invoice_id = i.id join users u on u.id = r.user_id
      order by lower(r.invoice_number), r.id limit ${limit}`;
    const ownRows = sql<FoundRecord>`
      select ${columns} from commission_records r join invoices i on i.id = r.invoice_id join users u on u.id = r.user_id
      where r.user_id = ${owner} and ${matchesNumber('r.invoice_number', text, match)} order by lower(r.invoice_number), r.id limit ${limit}`;
    return (await (owner === null ? allRows : ownRows).execute(query)).rows;
  },

  /** Draft invoices by number; they have no records yet. @param sellers null: everybody's, including unassigned ones */
  drafts: async (text: string, match: NumberMatch, sellers: readonly number[] | null, limit: number): Promise<FoundDraft[]> => {
    const ownership = sellers === null ? sql`` : sql`and salesperson_id = any(${[...sellers]}::int8[])`;
    const { rows } = await sql<FoundDraft>`
      select id, invoice_number, customer_name from (
        select id, invoice_number, customer_name, state, salesperson_id from invoices
        where ${matchesNumber('invoice_number', text, match)} order by lower(invoice_number) using ~<~ limit ${MAX_SEARCHED_DRAFTS}
      ) i where state = 'draft' ${ownership} order by lower(invoice_number), id limit ${limit}`.execute(query);
    return rows;
  },

  /** By customer, then newest first. */
  events: async (text: string, limit: number): Promise<FoundEvent[]> => {
    const { rows } = await sql<FoundEvent>`
      select id, customer_name, activity, day from events where lower(customer_name) like ${toPrefixPattern(text)}
      order by lower(customer_name) using ~<~, day desc limit ${limit}`.execute(query);
    return rows;
  },

  /** By name or customer. @param owners null: everybody's */
  deals: async (text: string, owners: Readonly<{ id: number; team: boolean }> | null, limit: number): Promise<FoundDeal[]> => {
    const pattern = toPrefixPattern(text);
    const team = owners?.team ? sql`or owner_id in (select id from users where manager_id = ${owners.id})` : sql``;
    const ownership = owners === null ? sql`` : sql`and (owner_id = ${owners.id} ${team})`;
    const { rows } = await sql<FoundDeal>`
      select id, name, customer_name from deals where (lower(name) like ${pattern} or lower(customer_name) like ${pattern}) ${ownership}
      order by lower(name), id limit ${limit}`.execute(query);
    return rows;
  },
});
