import { type OpenDeal, TEAM } from '../../../contract/entities/projection.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import { commissionsOf } from '../commissions/commissionQuestion.ts';
import type { Services } from '../shared/services.ts';

const MOST = 200;

/** Open deals that a projection can count on: of one person, of whom the actor manages, or of all whose commissions they may see. @throws Problem 403 */
export const listOpenDeals = async (
  { store }: Pick<Services, 'store'>,
  actor: Actor,
  { user_id }: Readonly<{ user_id?: string }>,
): Promise<OpenDeal[]> => {
  const owner = commissionsOf(actor, user_id);
  const owners = user_id === TEAM ? await store.users.managedBy(Number(actor.id)) : owner === null ? null : [owner];
  const rows = await store.deals.open(owners, MOST);
  return rows.map(({ id, name, customer_name, stage, amount_cents, probability, expected_close_date }) => ({
    id: String(id),
    name,
    customer_name,
    stage,
    amount: fromCents(amount_cents),
    expected_close_date,
    probability: Number(probability),
  }));
};
