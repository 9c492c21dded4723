import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { ReportSchedulesTable, Schema } from '../../schema/index.ts';

/** A schedule with its owner, the people its filter names, and its next due instant; null while paused. */
export type ReportScheduleRow = Selectable<ReportSchedulesTable> &
  Readonly<{ first_name: string; last_name: string; people: readonly string[]; next_at: string | null }>;
export type ScheduleChange = Pick<Updateable<ReportSchedulesTable>, 'active' | 'paused_reason'>;

/** The name of its row in the job schedules. */
export const scheduleName = (id: number): string => `report:${id}`;

const columns = sql`s.*, u.first_name, u.last_name, p.next_at,
  coalesce((select jsonb_agg(o.first_name || ' ' || o.last_name order by o.first_name, o.last_name, o.id)
    from users o where o.id in (select value::bigint from jsonb_array_elements_text(coalesce(s.filters->'user_ids', '[]')) as t(value))), '[]') as people`;
const from = sql`report_schedules s join users u on u.id = s.created_by left join schedules p on p.name = 'report:' || s.id`;

/** Scheduled reports; their due times are in the job schedules. */
export const reportSchedulesRepository = (query: Kysely<Schema>) => {
  const read = async (condition: RawBuilder<unknown>): Promise<ReportScheduleRow[]> =>
    (await sql<ReportScheduleRow>`select ${columns} from ${from} where ${condition} order by s.id desc`.execute(query)).rows;
  return {
    /** @param authorId the owner's id; null: everybody's */
    list: (authorId: number | null): Promise<ReportScheduleRow[]> => read(authorId === null ? sql`true` : sql`s.created_by = ${authorId}`),

    byId: async (id: number): Promise<ReportScheduleRow | undefined> => (await read(sql`s.id = ${id}`))[0],

    lock: async (id: number): Promise<ReportScheduleRow | undefined> => {
      await sql`select 1 from report_schedules where id = ${id} for update`.execute(query);
      return (await read(sql`s.id = ${id}`))[0];
    },

    add: async (schedule: Insertable<ReportSchedulesTable>): Promise<number> => {
      const row = await query.insertInto('report_schedules').values(schedule).returning('id').executeTakeFirstOrThrow();
      return row.id;
    },

    change: async (id: number, change: ScheduleChange, now: Date): Promise<void> => {
      await query
        .updateTable('report_schedules')
        .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: now.toISOString() }))
        .where('id', '=', id)
        .execute();
    },

    remove: async (id: number): Promise<void> => {
      await query.deleteFrom('report_schedules').where('id', '=', id).execute();
    },
  };
};
