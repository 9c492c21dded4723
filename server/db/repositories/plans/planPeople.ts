import type { Kysely } from 'kysely';
import type { Role } from '../../../../contract/entities/user.ts';
import type { Schema } from '../../schema/index.ts';

export type PlanPerson = Readonly<{ id: number; role: Role; first_name: string; last_name: string; active: boolean }>;

/** People whose plans the requester may see. */
export const planPeopleRepository = (query: Kysely<Schema>) => ({
  /** @param reach everybody; the user and their reports; only the user */
  within: (reach: 'all' | 'team' | 'own', userId: number): Promise<PlanPerson[]> =>
    query
      .selectFrom('users')
      .select(['id', 'role', 'first_name', 'last_name', 'active'])
      .$if(reach === 'team', (people) => people.where((eb) => eb.or([eb('id', '=', userId), eb('manager_id', '=', userId)])))
      .$if(reach === 'own', (people) => people.where('id', '=', userId))
      .orderBy('id')
      .execute(),
});
