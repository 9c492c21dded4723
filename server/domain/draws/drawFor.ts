import { FULL_RECOVERY } from '../../../contract/rules/commission/draw.ts';
import type { Draw } from '../../../contract/rules/commission/plan.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { currentConfig } from '../plans/config.ts';
import { type DrawTerms, readDrawHolders } from './drawParts.ts';

/** The draw a payout run gives a person, and the recovery of earlier ones. */
export const readDrawTerms = async (tx: Pick<Repositories, 'config' | 'draws'>, userId: number, day: Day): Promise<DrawTerms> => {
  const { config } = await currentConfig(tx);
  return (await readDrawHolders(tx, config, day, userId)).get(userId) ?? { draw: null, recovery: FULL_RECOVERY };
};

/** The draw a payout run gives a person: from the plan of their role on the day, if they were employed then. */
export const readDraw = async (tx: Pick<Repositories, 'config' | 'draws'>, userId: number, day: Day): Promise<Draw | null> =>
  (await readDrawTerms(tx, userId, day)).draw;
