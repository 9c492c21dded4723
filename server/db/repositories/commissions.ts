import { type CommissionStatus, commissionStatuses } from '../../../contract/entities/commission.ts';
import type { Database } from '../database.ts';

export type CommissionRow = Readonly<{
  id: number;
  invoice_id: number;
  invoice_number: string;
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
  after: Readonly<{ booking_date: string; id: number }> | null;
  limit: number;
}>;

/** True of every record, and lets the index that begins with the status find days. */
export const inAnyStatus = `status in (${commissionStatuses.map((status) => `'${status}'`).join(', ')})`;

const columns = `c.id, c.invoice_id, c.invoice_number, c.user_id, u.first_name, u.last_name, u.manager_id, c.booking_date, c.gross_cents,
             c.net_cents, c.amount_cents, c.adjustments_cents, c.status, c.payment_date, c.notes`;

/**
 * One statement per shape of the question, so that each keeps a plan on the index made for it: everybody's records merge those of the
 * statuses, each in order. Names are looked up for the rows of the page, one by one: a join would read all people.
 */
const statementOf = ({ userId, status, after }: CommissionPageQuery): { name: string; text: string } => {
  let next = 4;
  const conditions = ['booking_date >= $1', 'booking_date <= $2'];
  if (userId !== null) conditions.push(`user_id = $${next++}`);
  if (status !== null) conditions.push(`status = $${next++}`);
  if (after !== null) conditions.push(`(booking_date, id) < ($${next++}, $${next++})`);
  const newest = (more: readonly string[]): string =>
    `(select * from commission_records where ${[...conditions, ...more].join(' and ')} order by booking_date desc, id desc limit $3)`;
  const isEverybodys = userId === null && status === null;
  const rows = isEverybodys ? commissionStatuses.map((each) => newest([`status = '${each}'`])).join(' union all ') : newest([]);
  const shape = [userId !== null && 'user', status !== null && 'status', after !== null && 'after'].filter(Boolean);
  return {
    name: ['commission_page', ...shape].join('_'),
    text: `
      select ${columns}
      from (select * from (${rows}) as newest order by booking_date desc, id desc limit $3) c
      cross join lateral (select first_name, last_name, manager_id from users where id = c.user_id limit 1) u
      order by c.booking_date desc, c.id desc`,
  };
};

/** Commission records, newest booking first. */
export const commissionsRepository = (db: Database) => ({
  page: (question: CommissionPageQuery): Promise<CommissionRow[]> => {
    const { start_date, end_date, userId, status, after, limit } = question;
    const { name, text } = statementOf(question);
    const params: unknown[] = [start_date, end_date, limit];
    if (userId !== null) params.push(userId);
    if (status !== null) params.push(status);
    if (after !== null) params.push(after.booking_date, after.id);
    return db.named<CommissionRow>(name, text, params);
  },

  byId: async (id: number): Promise<CommissionRow | undefined> => {
    const text = `select ${columns} from commission_records c join users u on u.id = c.user_id where c.id = $1`;
    const [row] = await db.named<CommissionRow>('commission_by_id', text, [id]);
    return row;
  },
});
