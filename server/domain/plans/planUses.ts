import { matchesOnField } from '../../../contract/rules/commission/matching.ts';
import type { MatchField } from '../../../contract/rules/commission/plan.ts';
import { prorates } from '../../../contract/rules/commission/quota.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { currentConfig } from './config.ts';

const doesAnyPlanMatchOn = async (tx: Pick<Repositories, 'config'>, field: MatchField): Promise<boolean> =>
  (await currentConfig(tx)).config.plans.some((plan) => matchesOnField(plan, field));

export const paysByTerritory = (tx: Pick<Repositories, 'config'>): Promise<boolean> => doesAnyPlanMatchOn(tx, 'territory');
/** True if leave reduces the quota of any plan. */
export const leaveReducesQuota = async (tx: Pick<Repositories, 'config'>): Promise<boolean> => prorates((await currentConfig(tx)).config);
export const paysBonuses = async (tx: Pick<Repositories, 'config'>): Promise<boolean> =>
  (await currentConfig(tx)).config.plans.some(({ bonuses }) => bonuses.length > 0);
/** True if any plan pays by the activity of an event. */
export const paysByActivity = (tx: Pick<Repositories, 'config'>): Promise<boolean> => doesAnyPlanMatchOn(tx, 'activity_type');
