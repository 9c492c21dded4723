import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { int8s } from '../../unnested.ts';
import type { PersonStretch } from './facts.ts';

type InvolvedRow = Omit<PersonStretch, 'joined_on' | 'left_on'> & Readonly<{ user_id: number; joined: Day; ended: Day | null }>;
type Involved = ReadonlyMap<number | null, readonly InvolvedRow[]>;

/** The history of these people and of the managers up to `levels` steps above them, by id. */
export const readInvolved = async (query: Kysely<Schema>, ids: readonly number[], levels = 1): Promise<Involved> => {
  const involved = await selectWithManagers(query, ids);
  for (let level = 2; level <= levels; level += 1) {
    const managerIds = [
      ...new Set([...involved.values()].flat().flatMap(({ manager_id: id }) => (id === null || involved.has(id) ? [] : id))),
    ];
    if (managerIds.length === 0) break;
    for (const [id, periods] of await selectWithManagers(query, managerIds)) involved.set(id, periods);
  }
  return involved;
};

const selectWithManagers = async (query: Kysely<Schema>, ids: readonly number[]): Promise<Map<number | null, InvolvedRow[]>> => {
  const { rows } = await sql<InvolvedRow>`
    with own as (select * from people_over_time where user_id = any(${int8s(ids)}))
    select user_id, from_day, to_day, role, manager_id, territory, active, joined, ended from own
    union all select user_id, from_day, to_day, role, manager_id, territory, active, joined, ended from people_over_time
      where user_id in (select manager_id from own) and user_id <> all(${int8s(ids)})`.execute(query);
  const involved = new Map<number | null, InvolvedRow[]>();
  for (const row of rows) {
    const periods = involved.get(row.user_id);
    if (periods) periods.push(row);
    else involved.set(row.user_id, [row]);
  }
  return involved;
};

/** A person's facts on a day, even if they were not employed then: their managers still earn on the sale. */
export const stretchOn = (involved: Involved, id: number | null, day: Day): InvolvedRow | undefined => {
  const periods = involved.get(id);
  return periods?.length === 1 ? periods[0] : periods?.find(({ from_day, to_day }) => from_day <= day && day <= to_day);
};

/** A person's facts on a day; undefined if unknown, null if not employed or not active. */
export const involvedOn = (involved: Involved, id: number | null, day: Day): InvolvedRow | null | undefined => {
  const row = stretchOn(involved, id, day);
  return row && (!row.active || day < row.joined || (row.ended !== null && row.ended < day)) ? null : row;
};
