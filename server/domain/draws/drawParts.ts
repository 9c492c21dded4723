import { type CommissionsConfig, planFor } from '../../../contract/rules/commission/config.ts';
import {
  type DrawPart,
  type DrawRecovery,
  drawInMonth,
  drawOfPayment,
  FULL_RECOVERY,
  isDrawMonth,
  recoveryOf,
} from '../../../contract/rules/commission/draw.ts';
import type { Draw } from '../../../contract/rules/commission/plan.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { standingBefore } from './standing.ts';

/** The draw of a month, and what may be recovered of earlier ones. */
export type DrawTerms = Readonly<{ draw: Draw | null; recovery: DrawRecovery }>;
export type DrawHolders = ReadonlyMap<number, DrawTerms>;
/** Computes the draw part of a payment from the amount due. */
export type DrawParts = (userId: number, due: Cents) => DrawPart;

/**
 * People with a draw on a day or with a draw balance to recover, by id; empty if no plan has a draw and nothing is to be recovered. People
 * who have left get no new draw.
 * @param userId null for everyone
 */
export const readDrawHolders = async (
  { draws }: Pick<Repositories, 'draws'>,
  config: CommissionsConfig,
  day: Day,
  userId: number | null = null,
): Promise<DrawHolders> => {
  const people = await draws.candidates(day, userId);
  return new Map(
    people.flatMap(({ id, role, present, joined, owes, leaves }) => {
      const plan = planFor(config, { id: String(id), role }, day);
      const planDraw = plan && drawInMonth(plan, leaves, day);
      const draw = planDraw && present && isDrawMonth(planDraw, joined, day) ? planDraw : null;
      return draw || owes ? [[id, { draw, recovery: recoveryOf(planDraw, present) }] as const] : [];
    }),
  );
};

/** The draw part of a month's payment after other payments, for locked people. `ignoredPayouts`: payments to ignore. */
export const createDrawParts = async (
  { draws }: Pick<Repositories, 'draws'>,
  holders: DrawHolders,
  month: Day,
  ignoredPayouts: readonly number[] = [],
): Promise<DrawParts> => {
  const standing = holders.size === 0 ? new Map() : await draws.standing([...holders.keys()], month, ignoredPayouts);
  return (userId, due) => {
    const before = standingBefore(standing.get(userId));
    const { draw, recovery } = holders.get(userId) ?? { draw: null, recovery: FULL_RECOVERY };
    return drawOfPayment(draw && before.later ? { ...draw, amount: 0 } : draw, due, before, recovery);
  };
};
