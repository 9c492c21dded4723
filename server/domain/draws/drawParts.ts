import { type CommissionsConfig, planFor } from '../../../contract/rules/commission/config.ts';
import { type DrawPart, drawOfPayment } from '../../../contract/rules/commission/draw.ts';
import type { Draw } from '../../../contract/rules/commission/plan.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { beforePayment } from './standing.ts';

export type DrawHolders = ReadonlyMap<number, Readonly<{ draw: Draw | null }>>;
/** What the draw does to what is paid of this much due. */
export type DrawParts = (userId: number, due: Cents) => DrawPart;

/**
 * Who has a draw on a day or still has to pay one back, by id; nobody where no plan has one and nothing is to be paid back. Who has left is
 * advanced nothing any more.
 * @param userId null: of all people
 */
export const drawHolders = async (
  { draws }: Pick<Repositories, 'draws'>,
  config: CommissionsConfig,
  on: Day,
  userId: number | null = null,
): Promise<DrawHolders> => {
  const people = await draws.candidates(on, userId);
  return new Map(
    people.flatMap(({ id, role, present, owes }) => {
      const draw = (present && planFor(config, { id: String(id), role }, on)?.draw) || null;
      return draw || owes ? [[id, { draw }] as const] : [];
    }),
  );
};

/** For people who are locked: the draw in a payment of a month, as other payments leave it. `without`: payments that are left out. */
export const drawPartsOf = async (
  { draws }: Pick<Repositories, 'draws'>,
  holders: DrawHolders,
  month: Day,
  without: readonly number[] = [],
): Promise<DrawParts> => {
  const standing = holders.size === 0 ? new Map() : await draws.standing([...holders.keys()], month, without);
  return (userId, due) => {
    const before = beforePayment(standing.get(userId));
    const draw = holders.get(userId)?.draw ?? null;
    return drawOfPayment(draw && before.later ? { ...draw, amount: 0 } : draw, due, before);
  };
};
