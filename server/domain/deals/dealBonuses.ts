import type { DealRow } from '../../db/repositories/deals/deals.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type Cause, followBonuses, type Touched } from '../commissions/recompute/index.ts';

const wonOn = ({ state, owner_id, closed_on }: DealRow): Touched[] =>
  state === 'won' && owner_id !== null && closed_on !== null ? [{ userId: owner_id, day: closed_on }] : [];

/** Bonuses may count the deals that a person wins. */
export const followDeal = async (within: Repositories, before: DealRow, after: DealRow, cause: Cause): Promise<void> => {
  const [was, is] = [wonOn(before), wonOn(after)];
  if (JSON.stringify(was) !== JSON.stringify(is)) await followBonuses(within, [...was, ...is], cause);
};
