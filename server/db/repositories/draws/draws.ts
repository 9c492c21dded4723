import { type Kysely, type Selectable, sql } from 'kysely';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { DrawMonthsTable, Schema } from '../../schema/index.ts';

export type DrawRow = Selectable<DrawMonthsTable>;

/** Months that were settled under a draw. */
export const drawsRepository = (query: Kysely<Schema>) => ({
  /** The last month before one; undefined where there was none. */
  before: async (userId: number, month: Day): Promise<DrawRow | undefined> =>
    query
      .selectFrom('draw_months')
      .selectAll()
      .where('user_id', '=', userId)
      .where('month', '<', month)
      .orderBy('month', 'desc')
      .limit(1)
      .executeTakeFirst(),

  inRange: async (userId: number, { start_date, end_date }: DateRange): Promise<DrawRow[]> =>
    query
      .selectFrom('draw_months')
      .selectAll()
      .where('user_id', '=', userId)
      .where('month', '>=', `${start_date.slice(0, 7)}-01`)
      .where('month', '<=', end_date)
      .orderBy('month')
      .execute(),

  /** Writes a month, or writes it again. @returns false where a later one stands on it already */
  keep: async (row: DrawRow): Promise<boolean> => {
    const { rows } = await sql<{ month: Day }>`
      select month from draw_months where user_id = ${row.user_id} and month > ${row.month} limit 1`.execute(query);
    if (rows.length > 0) return false;
    const { user_id: _user, month: _month, ...changed } = row;
    await query
      .insertInto('draw_months')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'month']).doUpdateSet(changed))
      .execute();
    return true;
  },
});
