import type { Role } from '../../../../contract/entities/user.ts';
import type { LeaveRange } from '../../../../contract/rules/commission/plan.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Database } from '../../database.ts';

/** A closing and the days it covers: its month and, for the first closed month, all days before it. */
export type ClosingRow = Readonly<{ snapshot_id: number; config_version: number; from_day: Day; to_day: Day }>;
/** People who may have a quota: a group of `people` with equal facts on these days. `id` null: a group. `snapshot_id` null: the present. */
export type HolderRow = Readonly<{
  snapshot_id: number | null;
  id: number | null;
  role: Role;
  joined: Day;
  people: number;
  from_day: Day;
  to_day: Day;
  /** Null for a group. */
  leaves: readonly LeaveRange[] | null;
}>;
/** `userId` null: all active people. `named`: people with their own rules; `byMonth`: true if a rule depends on the joining month. */
export type HolderFilter = Readonly<{
  userId: number | null;
  snapshots: readonly number[];
  live: Readonly<{ from: Day; to: Day }> | null;
  named: readonly number[];
  byMonth: boolean;
}>;

const closings = `
  with closed as (
    select p.start_date, p.end_date, s.id as snapshot_id, s.config_version from pay_periods p
    join lateral (select id, config_version from pay_period_snapshots where period_id = p.id order by id desc limit 1) s on true
    where p.state = 'closed'
  ), reaching as (
    select snapshot_id, config_version, end_date as to_day,
      case when start_date = (select min(start_date) from closed)
        then coalesce((select min(from_day) from pay_period_people k where k.snapshot_id = closed.snapshot_id), start_date)
        else start_date end as from_day
    from closed
  )
  select snapshot_id, config_version, from_day, to_day from reaching where to_day >= $1 and from_day <= $2 order by from_day`;

const selectClosedPerson = `
  select snapshot_id, user_id as id, role, joined, 1::int8 as people, from_day, to_day, leaves
  from pay_period_people where snapshot_id = any($1::int8[]) and user_id = $2`;
const selectClosedGroups = `
  select snapshot_id, case when user_id = any($2::int8[]) then user_id end as id, role, max(joined) as joined, count(*) as people, from_day, to_day,
    case when user_id = any($2::int8[]) then leaves end as leaves
  from pay_period_people where snapshot_id = any($1::int8[]) and active
  group by snapshot_id, from_day, to_day, 2, 8, role, case when $3 then date_trunc('month', joined) end`;
const selectLivePerson = `
  select null::int8 as snapshot_id, user_id as id, role, joined, 1::int8 as people, from_day, to_day, (select leaves from users where id = user_id) as leaves
  from people_over_time where user_id = $1 and to_day >= $2 and from_day <= $3`;
const selectClosedPeople = `
  select snapshot_id, user_id as id, role, joined, 1::int8 as people, from_day, to_day, leaves
  from pay_period_people where snapshot_id = any($1::int8[])`;
const selectLivePeople = `
  select null::int8 as snapshot_id, user_id as id, role, joined, 1::int8 as people, from_day, to_day, (select leaves from users where id = user_id) as leaves
  from people_over_time where to_day >= $1 and from_day <= $2`;
/** One row per role and month. Named people get separate rows; people whose facts changed are grouped by the days they applied. */
const selectLiveGroups = `
  with moved as (select user_id from user_past where until_day > $3 group by user_id)
  select null::int8 as snapshot_id, null::int8 as id, role, max(month) as joined, sum(people)::int8 as people,
    '1900-01-01'::date as from_day, '2999-12-31'::date as to_day, null::jsonb as leaves
  from (
    select role, month, people from company_people
    union all select role, date_trunc('month', joined_on)::date, -1 from users
      where active and (id = any($1::int8[]) or id in (select user_id from moved))
  ) as counted group by role, case when $2 then month end having sum(people) > 0
  union all
  select null, case when user_id = any($1::int8[]) then user_id end as one, role, max(joined), count(*), from_day, to_day,
    case when user_id = any($1::int8[]) then (select leaves from users where id = user_id) end as leaves from people_over_time
  where active and to_day >= $3 and from_day <= $4 and (user_id = any($1::int8[]) or user_id in (select user_id from moved))
  group by from_day, to_day, one, leaves, role, case when $2 then date_trunc('month', joined) end`;

const selectPeopleWithLeaves = `
  select id from users where leaves <> '[]' union select user_id from pay_period_people where leaves <> '[]'`;

type Sources = Pick<HolderFilter, 'snapshots' | 'live'>;

/** People who held a quota, from a closing's snapshot or from current data. */
export const quotaPeopleRepository = (db: Database) => ({
  /** Ids of everybody with leave, today or at a closing. */
  away: async (): Promise<number[]> => (await db.named<{ id: number }>('quota_away', selectPeopleWithLeaves, [])).map(({ id }) => id),

  closings: (from: Day, to: Day): Promise<ClosingRow[]> => db.named<ClosingRow>('quota_closings', closings, [from, to]),

  holders: async ({ userId, snapshots, live, named, byMonth }: HolderFilter): Promise<HolderRow[]> => {
    const readClosed = async (): Promise<HolderRow[]> => {
      if (snapshots.length === 0) return [];
      if (userId !== null) return db.named<HolderRow>('quota_frozen_one', selectClosedPerson, [[...snapshots], userId]);
      return db.named<HolderRow>('quota_frozen_all', selectClosedGroups, [[...snapshots], [...named], byMonth]);
    };
    const now = async (): Promise<HolderRow[]> => {
      if (live === null) return [];
      if (userId !== null) return db.named<HolderRow>('quota_live_one', selectLivePerson, [userId, live.from, live.to]);
      return db.named<HolderRow>('quota_live_all', selectLiveGroups, [[...named], byMonth, live.from, live.to]);
    };
    const [closedRows, holders] = await Promise.all([readClosed(), now()]);
    return [...closedRows, ...holders];
  },

  /** Each person separately, active or not. */
  eachHolder: async ({ snapshots, live }: Sources): Promise<HolderRow[]> => {
    const frozenRows = snapshots.length === 0 ? [] : await db.named<HolderRow>('quota_frozen_each', selectClosedPeople, [[...snapshots]]);
    const holders = live === null ? [] : await db.named<HolderRow>('quota_live_each', selectLivePeople, [live.from, live.to]);
    return [...frozenRows, ...holders];
  },
});
