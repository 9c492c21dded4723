import type { Territories } from '../../../contract/entities/settings.ts';
import { fullName, specifiedTerritories } from '../../../contract/entities/user.ts';
import { territoryForm } from '../../../contract/forms/territory.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { territoriesIn } from '../../../contract/rules/commission/config/territories.ts';
import { caseKey } from '../../../contract/rules/text.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { Principal } from '../session/principal.ts';
import { checkForm } from '../shared/checkForm.ts';
import { formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
const t = messages.territoryDesk;
const MAX_LISTED = 3;

const isSpecified = (name: string): boolean => specifiedTerritories.some((specified) => specified === name);

/** The names that exist, locked so that none of them is removed before the transaction ends. */
export const lockTerritories = async (tx: Repositories, names: readonly string[]): Promise<string[]> => {
  const added = names.filter((name) => !isSpecified(name));
  return [...specifiedTerritories, ...(added.length === 0 ? [] : await tx.territories.lockExisting(added))];
};

/**
 * @param holder the person whose days are corrected, for whom a removed territory that they had is accepted
 * @throws Problem 422
 */
export const assertTerritory = async (tx: Repositories, name: string | null, holder?: number): Promise<void> => {
  if (name === null || (await lockTerritories(tx, [name])).includes(name)) return;
  if (holder !== undefined && (await tx.territories.wasHeldBy(holder, name))) return;
  throw formProblem({ territory: messages.userFormText.territoryUnknown });
};

export const listTerritories = async ({ store }: Pick<Deps, 'store'>): Promise<Territories> => ({
  specified: [...specifiedTerritories],
  added: (await store.territories.list()).slice(specifiedTerritories.length),
});

/** Adds a territory (decisions 4.10). @throws Problem 409 if there are too many, 422 */
export const addTerritory = async (
  { store, clock }: Deps,
  { userId }: Principal,
  body: Readonly<{ name: string }>,
  origin: Origin,
): Promise<Territories> => {
  await checkForm(territoryForm, body);
  const { name } = territoryForm.cast(body);
  const at = clock();
  await store.transaction(async (tx) => {
    await tx.territories.lockAdding();
    const names = await tx.territories.list();
    if (names.some((other) => caseKey(other) === caseKey(name))) throw formProblem({ name: t.taken });
    const { maxAdded: mostAdded } = limits.territories;
    if (names.length - specifiedTerritories.length >= mostAdded)
      throw new Problem(409, 'too_many_territories', fill(t.tooMany, { most: mostAdded }));
    await tx.territories.add(name, userId, at);
    const entry = { actorId: userId, action: 'territory.added', entity: 'territory', entityId: name };
    await tx.audit.write({ ...entry, after: { name } }, origin, at);
  });
  return listTerritories({ store });
};

/** @throws Problem 409 while somebody has the territory or will have it, or the plans name it */
const assertUnused = async (tx: Repositories, name: string): Promise<void> => {
  const holders = await tx.territories.holders(name, MAX_LISTED + 1);
  if (holders.length > 0) {
    const named = holders.slice(0, MAX_LISTED).map(fullName);
    const people = [...named, ...(holders.length > MAX_LISTED ? [t.others] : [])].join(', ');
    throw new Problem(409, 'territory_in_use', fill(t.inUse, { name, people }));
  }
  const { commissions_config: config } = await tx.config.general();
  if (territoriesIn(config).includes(name)) throw new Problem(409, 'territory_in_plans', fill(t.inPlans, { name }));
};

/** Removes an added territory that nobody has; past days keep its name. @throws Problem 404, 409 */
export const removeTerritory = async ({ store, clock }: Deps, { userId }: Principal, name: string, origin: Origin): Promise<void> => {
  const at = clock();
  await store.transaction(async (tx) => {
    if (!(await tx.territories.lock(name))) throw notFoundProblem('territory');
    await assertUnused(tx, name);
    await tx.territories.remove(name);
    const entry = { actorId: userId, action: 'territory.removed', entity: 'territory', entityId: name };
    await tx.audit.write({ ...entry, before: { name } }, origin, at);
  });
};
