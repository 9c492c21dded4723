import { fullName } from '../../../contract/entities/user.ts';
import { parseDraft } from '../../../contract/rules/commission/config/draft.ts';
import { namedIds } from '../../../contract/rules/commission/config/namedPeople.ts';
import type { ConfigNames } from '../../../contract/rules/commission/config.ts';
import type { Repositories } from '../../db/repositories/store.ts';

/** The names that a new configuration may use. Ids in the saved one remain valid, even if no user has them. */
export const readConfigNames = async (
  { territories, planPeople, config }: Pick<Repositories, 'territories' | 'planPeople' | 'config'>,
  knownTerritories?: readonly string[],
): Promise<ConfigNames> => {
  const { config: saved } = await config.newest();
  const people = new Map([...namedIds(parseDraft(saved))].map((id) => [id, id]));
  for (const person of await planPeople.within('all', 0)) people.set(String(person.id), fullName(person));
  return { territories: knownTerritories ?? (await territories.list()), people };
};
