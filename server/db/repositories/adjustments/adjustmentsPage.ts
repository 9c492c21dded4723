import { type Kysely, sql } from 'kysely';
import type { Adjustment, AdjustmentState, adjustmentSortFields } from '../../../../contract/entities/adjustment.ts';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { type AdjustmentRow, selectWithNames } from './adjustments.ts';

export type AdjustmentSort = (typeof adjustmentSortFields)[number] & keyof Adjustment;
/** `userId` and `managerId` null: everybody's; `managerId`: the manager's team. `range`: by effective day; null: all time. */
export type AdjustmentFilter = Readonly<{
  userId: number | null;
  managerId: number | null;
  range: DateRange | null;
  state: AdjustmentState | null;
  sort: AdjustmentSort;
  direction: 'asc' | 'desc';
}>;
/** The last row of the previous page: its sort value, as text, and its id. */
export type AdjustmentKey = Readonly<{ value: string; id: number }>;

/** The sort keys, each with an index except the author's name. Reasons sort by their first 100 characters. */
const sorts = {
  created_at: { sortColumn: sql`a.created_at`, type: sql`timestamptz` },
  adjustment_amount: { sortColumn: sql`a.amount_cents`, type: sql`bigint` },
  adjustment_reason: { sortColumn: sql`lower(left(a.reason, 100))`, type: sql`text` },
  created_by: { sortColumn: sql`lower(author.last_name || ' ' || author.first_name)`, type: sql`text` },
} as const;

/** The list of adjustments in pages: keyset on (sort value, id). */
export const adjustmentsPageRepository = (query: Kysely<Schema>) => {
  const selectFiltered = ({ userId, managerId, range, state }: AdjustmentFilter) =>
    selectWithNames(query)
      .$if(userId !== null, (q) => q.where('a.user_id', '=', userId))
      .$if(managerId !== null, (q) =>
        q.where('a.user_id', 'in', (builder) =>
          builder
            .selectFrom('users')
            .select('id')
            .where((eb) => eb.or([eb('manager_id', '=', managerId), eb('id', '=', managerId)])),
        ),
      )
      .$if(state !== null, (q) => q.where('a.state', '=', state))
      .$if(range !== null, (q) =>
        q.where('a.effective_date', '>=', range?.start_date ?? '').where('a.effective_date', '<=', range?.end_date ?? ''),
      );

  return {
    page: (filter: AdjustmentFilter, after: AdjustmentKey | null, limit: number): Promise<(AdjustmentRow & { sort_value: string })[]> => {
      const { sortColumn, type } = sorts[filter.sort];
      const operator = filter.direction === 'asc' ? sql`>` : sql`<`;
      return selectFiltered(filter)
        .select(sql<string>`(${sortColumn})::text`.as('sort_value'))
        .$if(after !== null, (q) =>
          q.where(sql<boolean>`(${sortColumn}, a.id) ${operator} (${after?.value}::${type}, ${after?.id}::bigint)`),
        )
        .orderBy(sortColumn, filter.direction)
        .orderBy('a.id', filter.direction)
        .limit(limit)
        .execute();
    },

    count: async (filter: AdjustmentFilter): Promise<number> => {
      const row = await selectFiltered(filter)
        .clearSelect()
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return row.count;
    },
  };
};
