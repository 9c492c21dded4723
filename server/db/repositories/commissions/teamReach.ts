import { type RawBuilder, sql } from 'kysely';
import { MAX_LEVELS } from '../../../../contract/rules/commission/team.ts';

/** Everybody with a share in others' sales: managers up to `levels` steps above a seller, and people who support a seller. */
export type TeamReach = Readonly<{ levels: number; overlays: readonly (readonly [userId: number, sellerId: number])[] }>;
export const NO_TEAMS: TeamReach = { levels: 0, overlays: [] };

export const hasReach = ({ levels, overlays }: TeamReach): boolean => levels > 0 || overlays.length > 0;

const FIRST_DAY = sql`'1900-01-01'::date`;
const LAST_DAY = sql`'2999-12-31'::date`;

/** The managers exactly `level` steps above each person, for the days on which the whole chain holds. */
const managersAt = (level: number): RawBuilder<unknown> => {
  const steps = Array.from({ length: level }, (_, index) => `s${index + 1}`);
  const top = sql.raw(steps.at(-1) ?? 's1');
  const days = (column: string) => sql.raw(steps.map((step) => `${step}.${column}`).join(', '));
  const joins = steps.slice(1).map((step, index) => {
    const [memberStep, leaderStep] = [sql.raw(step), sql.raw(steps[index] ?? 's1')];
    return sql`join people_over_time ${memberStep} on ${memberStep}.user_id = ${leaderStep}.manager_id and ${memberStep}.from_day <= ${leaderStep}.to_day and ${memberStep}.to_day >= ${leaderStep}.from_day`;
  });
  return sql`select s1.user_id, ${top}.manager_id as leader_id, greatest(${days('from_day')}) as from_day, least(${days('to_day')}) as to_day
    from people_over_time s1 ${sql.join(joins, sql` `)}
    where ${top}.manager_id is not null and greatest(${days('from_day')}) <= least(${days('to_day')})`;
};

/** Rows of (user_id, leader_id, from_day, to_day): the person shares in the sales of `user_id` on these days. A person may have several. */
export const leadersBy = ({ levels, overlays }: TeamReach): RawBuilder<unknown> => {
  const namedLeaders = sql`select user_id, leader_id, ${FIRST_DAY} as from_day, ${LAST_DAY} as to_day
    from unnest(${overlays.map(([, seller]) => seller)}::int8[], ${overlays.map(([user]) => user)}::int8[]) as o(user_id, leader_id)`;
  const managers = Array.from({ length: levels }, (_, index) => managersAt(index + 1));
  return sql`(${sql.join([...managers, ...(overlays.length > 0 || levels === 0 ? [namedLeaders] : [])], sql` union all `)})`;
};

/** Overlays of the current configuration, for statements that don't know it. */
const configuredOverlays = sql`select s.seller::int8 as user_id, (o.entry->>'user_id')::int8 as leader_id, ${FIRST_DAY} as from_day, ${LAST_DAY} as to_day
  from (select coalesce(nullif(trim(config), ''), '{}')::jsonb as config from config_versions order by id desc limit 1) as c
  cross join lateral jsonb_array_elements(coalesce(c.config->'plans', '[]')) as p(plan)
  cross join lateral jsonb_array_elements(coalesce(p.plan->'overlays', '[]')) as o(entry)
  cross join lateral jsonb_array_elements_text(coalesce(o.entry->'sellers', '[]')) as s(seller)
  where s.seller ~ '^[0-9]{1,15}$' and o.entry->>'user_id' ~ '^[0-9]{1,15}$'`;

/** Like `leadersBy`, with every manager above a person whom any override could pay. */
export const everyLeader = sql`(${sql.join([...Array.from({ length: MAX_LEVELS }, (_, index) => managersAt(index + 1)), configuredOverlays], sql` union all `)})`;
