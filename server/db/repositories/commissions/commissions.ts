import { type CommissionStatus, commissionStatuses } from '../../../../contract/entities/commission.ts';
import type { Database } from '../../database.ts';

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

/** `userId` null: everybody's. `after`: the last row of the page before. */
export type CommissionPageQuery = Readonly<{
  start_date: string;
  end_date: string;
  userId: number | null;
  status: CommissionStatus | null;
  search: string | null;
  after: Readonly<{ booking_date: string; id: number }> | null;
  limit: number;
}>;

/** True of every record, and lets the index that begins with the status find days. */
export const inAnyStatus = `status in (${commissionStatuses.map((status) => `'${status}'`).join(', ')})`;

const columns = `c.id, c.invoice_id, c.invoice_number, i.customer_name, c.user_id, u.first_name, u.last_name, u.manager_id, c.booking_date, c.gross_cents,
             c.net_cents, c.amount_cents, c.adjustments_cents, c.status, c.payment_date, c.notes`;

type Narrowed = Pick<CommissionPageQuery, 'start_date' | 'end_date' | 'userId' | 'status' | 'search'>;

/** % and _ are letters like any other. */
const holding = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
/** Invoice, notes, id, the person and the customer; people and customers are looked for once, those of the range only. */
const holds = (at: number): string => `(invoice_number ilike $${at} or notes ilike $${at} or id::text like $${at}
  or user_id in (select id from users where first_name || ' ' || last_name ilike $${at})
  or invoice_id in (select id from invoices where booking_date between $1 and $2 and customer_name ilike $${at}))`;

/** $1 and $2 are the days, $3 is the limit, and then comes what narrows, as in `paramsOf`. */
const conditionsOf = ({ userId, status, search }: Narrowed): string[] => {
  let next = 4;
  const conditions = ['booking_date >= $1', 'booking_date <= $2'];
  if (userId !== null) conditions.push(`user_id = $${next++}`);
  if (status !== null) conditions.push(`status = $${next++}`);
  if (search !== null) conditions.push(holds(next++));
  return conditions;
};
const paramsOf = ({ start_date, end_date, userId, status, search }: Narrowed, limit: number): unknown[] => [
  ...[start_date, end_date, limit],
  ...(userId === null ? [] : [userId]),
  ...(status === null ? [] : [status]),
  ...(search === null ? [] : [holding(search)]),
];

/**
 * One statement per shape of the question, so that each keeps a plan on the index made for it: everybody's records merge those of the
 * statuses, each in order. Names are looked up for the rows of the page, one by one: a join would read all people.
 */
const statementOf = (question: CommissionPageQuery): { name: string; text: string } => {
  const { userId, status, search, after } = question;
  const conditions = conditionsOf(question);
  let next = 4 + conditions.length - 2;
  if (after !== null) conditions.push(`(booking_date, id) < ($${next++}, $${next++})`);
  const newest = (more: readonly string[]): string =>
    `(select * from commission_records where ${[...conditions, ...more].join(' and ')} order by booking_date desc, id desc limit $3)`;
  const isEverybodys = userId === null && status === null;
  const rows = isEverybodys ? commissionStatuses.map((each) => newest([`status = '${each}'`])).join(' union all ') : newest([]);
  const shape = [userId !== null && 'user', status !== null && 'status', search !== null && 'search', after !== null && 'after'].filter(
    Boolean,
  );
  return {
    name: ['commission_page', ...shape].join('_'),
    text: `
      select ${columns}
      from (select * from (${rows}) as newest order by booking_date desc, id desc limit $3) c
      cross join lateral (select first_name, last_name, manager_id from users where id = c.user_id limit 1) u
      cross join lateral (select customer_name from invoices where id = c.invoice_id limit 1) i
      order by c.booking_date desc, c.id desc`,
  };
};

/** The page's one statement, which `npm run bench -- http` runs behind a bare server too. */
export const pageStatement = (question: CommissionPageQuery): { name: string; text: string; params: unknown[] } => {
  const { after, limit } = question;
  const params = paramsOf(question, limit);
  if (after !== null) params.push(after.booking_date, after.id);
  return { ...statementOf(question), params };
};

/** Commission records, newest booking first. */
export const commissionsRepository = (db: Database) => ({
  page: (question: CommissionPageQuery): Promise<CommissionRow[]> => {
    const { name, text, params } = pageStatement(question);
    return db.named<CommissionRow>(name, text, params);
  },

  /** How many there are, null above `most`. */
  count: async (question: Narrowed, most: number): Promise<number | null> => {
    const text = `select count(*)::int as found from (select 1 from commission_records where ${conditionsOf(question).join(' and ')} limit $3) as rows_found`;
    const shape = [question.userId !== null && 'user', question.status !== null && 'status'].filter(Boolean);
    const [row] = await db.named<{ found: number }>(['commission_count', ...shape].join('_'), text, paramsOf(question, most + 1));
    return row === undefined || row.found > most ? null : row.found;
  },

  byId: async (id: number): Promise<CommissionRow | undefined> => {
    const text = `select ${columns} from commission_records c join users u on u.id = c.user_id join invoices i on i.id = c.invoice_id where c.id = $1`;
    const [row] = await db.named<CommissionRow>('commission_by_id', text, [id]);
    return row;
  },
});
