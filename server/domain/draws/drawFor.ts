import { planFor } from '../../../contract/rules/commission/config.ts';
import type { Draw } from '../../../contract/rules/commission/plan.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { currentConfig } from '../plans/config.ts';

/** The draw of the plan that a person has on a day. */
export const drawFor = async (within: Pick<Repositories, 'config' | 'facts'>, userId: number, day: Day): Promise<Draw | null> => {
  const { config } = await currentConfig(within);
  const [person] = await within.facts.people([userId]);
  return (person && planFor(config, { id: String(userId), role: person.role }, day)?.draw) ?? null;
};
