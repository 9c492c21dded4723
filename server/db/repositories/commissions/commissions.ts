import { sql } from 'kysely';
import type { CommissionStatus } from '../../../../contract/entities/commission.ts';
import type { Database } from '../../database.ts';
import { isOfTeam } from './owners.ts';

export type CommissionRow = Readonly<{
  id: number;
  invoice_id: number;
  invoice_number: string;
  customer_name: string;
  user_id: number;
  first_name: string;
  last_name: string;
  manager_id: number | null;
  booking_date: string;
  gross_cents: number;
  net_cents: number;
  amount_cents: number;
  adjustments_cents: number;
  status: CommissionStatus;
  payment_date: string | null;
  notes: string | null;
}>;

/** `userId` and `managerId` null: everybody's. `after`: the last row of the previous page. */
export type CommissionPageQuery = Readonly<{
  start_date: string;
  end_date: string;
  userId: number | null;
  /** Only records of this manager's team: the manager's own and their reports'. */
  managerId: number | null;
  status: CommissionStatus | null;
  search: string | null;
  after: Readonly<{ booking_date: string; id: number }> | null;
  limit: number;
}>;

const columns = `c.id, c.invoice_id, c.invoice_number, i.customer_name, c.user_id, u.first_name, u.last_name, u.manager_id, c.booking_date, c.gross_cents,
             c.net_cents, c.amount_cents, c.adjustments_cents, c.status, c.payment_date, c.notes`;

/** `invoices`: those that match a rare search text. */
type PageFilter = Pick<CommissionPageQuery, 'start_date' | 'end_date' | 'userId' | 'managerId' | 'status' | 'search'> &
  Readonly<{ invoices?: readonly number[] | null }>;

const ownerKinds = ({ userId, managerId }: PageFilter) => [userId !== null && 'user', managerId !== null && 'team'];

/** A pattern that matches % and _ literally. */
const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
/** A text that matches more invoices is common: reading the newest records finds its first matches sooner. */
const MAX_RARE_INVOICES = 10_000;
/** Up to this many records are read without an invoice lookup, which would read all invoices where pg_trgm is missing. */
const MAX_RECORDS_READ = 1_000;
/**
 * Searches invoice, notes, id, person and customer; people are looked up once. Invoices that match a rare text are found first, by index; a
 * common text (`invoices` null) soon matches enough of the records read. Only a number is part of an id.
 */
const matchesSearch = (text: number, invoices: readonly number[] | null, search: string): string => {
  const byInvoice = invoices
    ? `invoice_id = any($${text + 1}::int8[])`
    : `invoice_number ilike $${text} or (select customer_name from invoices where id = invoice_id) ilike $${text}`;
  return `(notes ilike $${text} ${/^\d+$/.test(search) ? `or id::text like $${text}` : ''}
    or user_id = any(array(select id from users where first_name || ' ' || last_name ilike $${text})) or ${byInvoice})`;
};

/** $1 and $2 are the days, $3 is the limit, then the filters in the order of `paramsOf`. */
const conditionsOf = ({ userId, managerId, status, search, invoices = null }: PageFilter): string[] => {
  let nextParameter = 4;
  const conditions = ['booking_date >= $1', 'booking_date <= $2'];
  if (userId !== null) conditions.push(`user_id = $${nextParameter++}`);
  if (managerId !== null) conditions.push(isOfTeam(`$${nextParameter++}`));
  if (status !== null) conditions.push(`status = $${nextParameter++}`);
  if (search !== null) conditions.push(matchesSearch(nextParameter, invoices, search));
  return conditions;
};
const paramsOf = ({ start_date, end_date, userId, managerId, status, search, invoices }: PageFilter, limit: number): unknown[] => [
  ...[start_date, end_date, limit],
  ...(userId === null ? [] : [userId]),
  ...(managerId === null ? [] : [managerId]),
  ...(status === null ? [] : [status]),
  ...(search === null ? [] : [toLikePattern(search)]),
  ...(search === null || !invoices ? [] : [invoices]),
];

/** The page's records, by day or by person and day. */
const newestRecords = (conditions: readonly string[]): string =>
  `select * from commission_records where ${conditions.join(' and ')} order by booking_date desc, id desc limit $3`;

/** A status is rare if fewer than one in this many records of its days have it. */
const RARE_ONE_IN = 20;
/**
 * Everybody's records of one status, $4. The status is in no index, because a status change would then rewrite every index. Instead, the
 * sums show on which days the page's records are and, for a rare status, which people may have them. `after`: parameters for the day and id
 * of the previous page's last row; how many records are left on that day is unknown.
 */
const newestOfStatus = (after: readonly [day: string, id: string] | null): string => {
  const [partialDays, earlierMonths, older] = after
    ? [`filter (where first_day < ${after[0]})`, `and first_day <= ${after[0]}`, `and (booking_date, id) < (${after[0]}, ${after[1]})`]
    : ['', '', ''];
  return `
    with counted as (
      select first_day, records, coalesce(sum(records) ${partialDays} over (order by first_day desc rows between unbounded preceding and 1 preceding), 0) as newer
      from company_sums where span = 'day' and status = $4 and first_day between $1 and $2 ${earlierMonths} and records > 0
    ), days as materialized (
      select first_day, records from counted where newer < $3
    ), found as (
      select (select sum(records) from days) * ${RARE_ONE_IN} < (select sum(records) from company_sums
        where span = 'day' and first_day in (select first_day from days)) as rare
    )
    select r.* from days cross join lateral (
      select * from commission_records where booking_date = days.first_day and status = $4 ${older} order by id desc limit $3
    ) r where not (select rare from found)
    union all
    select r.* from (
      select date_trunc('month', first_day::timestamp)::date as month, min(first_day) as first_day, max(first_day) as last_day from days group by 1
    ) d join commission_months m on m.status = $4 and m.month = d.month cross join lateral (
      select * from commission_records where user_id = m.user_id and booking_date between d.first_day and d.last_day and status = $4 ${older}
      order by booking_date desc, id desc limit $3
    ) r where (select rare from found)`;
};

/**
 * One statement per combination of filters, so that each keeps a plan for its own index. Names are looked up per row of the page: a join
 * would read all people. `isPast`: sums of a past day are computed from its records, so using them would not be faster.
 */
const statementOf = (pageQuery: CommissionPageQuery & PageFilter, isPast: boolean): { name: string; text: string } => {
  const { userId, managerId, status, search, after } = pageQuery;
  const conditions = conditionsOf(pageQuery);
  const next = 1 + paramsOf(pageQuery, 0).length;
  const lastParameters = after === null ? null : ([`$${next}`, `$${next + 1}`] as const);
  if (lastParameters) conditions.push(`(booking_date, id) < (${lastParameters.join(', ')})`);
  const isOfStatus = status !== null && userId === null && managerId === null && search === null && !isPast;
  const shape = [...ownerKinds(pageQuery), status !== null && 'status', search !== null && 'search', after !== null && 'after'].filter(
    Boolean,
  );
  return {
    name: ['commission_page', ...shape].join('_'),
    text: `
      select ${columns}
      from (select * from (${isOfStatus ? newestOfStatus(lastParameters) : newestRecords(conditions)}) as newest order by booking_date desc, id desc limit $3) c
      cross join lateral (select first_name, last_name, manager_id from users where id = c.user_id limit 1) u
      cross join lateral (select customer_name from invoices where id = c.invoice_id limit 1) i
      order by c.booking_date desc, c.id desc`,
  };
};

/** The page's statement; `npm run bench -- http` also runs it behind a bare server. */
export const pageStatement = (
  pageQuery: CommissionPageQuery & PageFilter,
  isPast = false,
): { name: string; text: string; params: unknown[] } => {
  const { after, limit } = pageQuery;
  const params = paramsOf(pageQuery, limit);
  if (after !== null) params.push(after.booking_date, after.id);
  return { ...statementOf(pageQuery, isPast), params };
};

/** Commission records, newest booking first. */
export const commissionsRepository = (db: Database) => {
  /** Searches are not prepared, because the searched text decides which index helps. */
  const nameFor = ({ search }: PageFilter, name: string): string | null => (search === null ? name : null);
  const countOf = async (filter: PageFilter, maxRows: number): Promise<number | null> => {
    const text = `select count(*)::int as found from (select 1 from commission_records where ${conditionsOf(filter).join(' and ')} limit $3) as rows_found`;
    const shape = [...ownerKinds(filter), filter.status !== null && 'status'].filter(Boolean);
    const name = nameFor(filter, ['commission_count', ...shape].join('_'));
    const [row] = await db.named<{ found: number }>(name, text, paramsOf(filter, maxRows + 1));
    return row === undefined || row.found > maxRows ? null : row.found;
  };
  const withInvoices = async <Filter extends PageFilter>(filter: Filter): Promise<Filter & PageFilter> => {
    if (filter.search === null) return filter;
    if ((await countOf({ ...filter, status: null, search: null }, MAX_RECORDS_READ)) !== null) return filter;
    const pattern = toLikePattern(filter.search);
    const { rows } = await sql<{ id: number }>`
      select id from invoices where invoice_number ilike ${pattern} or customer_name ilike ${pattern} limit ${MAX_RARE_INVOICES + 1}`.execute(
      db.query,
    );
    return { ...filter, invoices: rows.length > MAX_RARE_INVOICES ? null : rows.map(({ id }) => id) };
  };
  return {
    page: async (question: CommissionPageQuery): Promise<CommissionRow[]> => {
      const pageQuery = await withInvoices(question);
      const { name, text, params } = pageStatement(pageQuery, db.past);
      return db.named<CommissionRow>(nameFor(pageQuery, name), text, params);
    },

    /** The number of records; null if there are more than `maxRows`. */
    count: async (question: PageFilter, maxRows: number): Promise<number | null> => countOf(await withInvoices(question), maxRows),

    byId: async (id: number): Promise<CommissionRow | undefined> => {
      const text = `select ${columns} from commission_records c join users u on u.id = c.user_id join invoices i on i.id = c.invoice_id where c.id = $1`;
      const [row] = await db.named<CommissionRow>('commission_by_id', text, [id]);
      return row;
    },
  };
};
