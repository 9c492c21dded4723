import type { OpenDeal } from '../../contract/entities/projection.ts';
import type { Actor } from '../../contract/permissions.ts';
import { fromCents } from '../../contract/rules/money.ts';
import { commissionsOf } from './commissionQuestion.ts';
import type { Services } from './services.ts';

const MOST = 200;

/** Open deals that a projection can count on: of one person, or of all whose commissions the actor may see. @throws Problem 403 */
export const listOpenDeals = async (
  { store }: Pick<Services, 'store'>,
  actor: Actor,
  { user_id }: Readonly<{ user_id?: string }>,
): Promise<OpenDeal[]> => {
  const rows = await store.deals.open(commissionsOf(actor, user_id), MOST);
  return rows.map(({ id, name, customer_name, stage, amount_cents, probability, expected_close_date }) => ({
    ...{ id: String(id), name, customer_name, stage, amount: fromCents(amount_cents), expected_close_date },
    probability: Number(probability),
  }));
};
