import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { contentOf } from './configImpact.ts';
import { notifyOfPlan } from './planChanges.ts';
import { findTermsChange, NO_FIGURES } from './planTerms.ts';

/**
 * Asks a person to read the current plan when it first applies to them, because they are new or have a new role (decisions 2.09). Versions
 * saved without a review need no reading.
 * @param before null for a new account
 */
export const requestPlanReading = async (tx: Repositories, before: UserRow | null, after: UserRow, at: Date): Promise<void> => {
  const { config, version } = await currentConfig(tx);
  if (!after.active || !(await tx.configChanges.byVersion(version))) return;
  const termsBefore = before?.active ? { config, person: before } : null;
  const change = findTermsChange(termsBefore, { config, person: after }, todayIn(config.timezone, at));
  if (!change) return;
  const content = {
    effective_date: change.day,
    person: `${after.first_name} ${after.last_name}`,
    before: change.before,
    after: change.after,
    figures: NO_FIGURES,
  };
  const reader = contentOf({ user_id: after.id, content }, version);
  await tx.configChanges.addPeople(version, [reader]);
  await notifyOfPlan(tx, reader, version, at);
};
