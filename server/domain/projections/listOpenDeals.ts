import { type OpenDeal, TEAM } from '../../../contract/entities/projection.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import { commissionsOf } from '../commissions/commissionQuestion.ts';
import { readableOwners } from '../deals/dealScope.ts';
import type { Services } from '../shared/services.ts';

const MAX_DEALS = 200;

/** Open deals a projection can include, among those of the pipeline: one person's, the actor's team's, or all. @throws Problem 403 */
export const listOpenDeals = async (
  { store }: Pick<Services, 'store'>,
  actor: Actor,
  { user_id }: Readonly<{ user_id?: string }>,
): Promise<OpenDeal[]> => {
  const owner = commissionsOf(actor, user_id);
  const requestedOwners = user_id === TEAM ? await store.users.managedBy(Number(actor.id)) : owner === null ? null : [owner];
  const readable = await readableOwners(store, actor);
  const owners = requestedOwners === null ? readable : requestedOwners.filter((id) => readable === null || readable.includes(id));
  const rows = await store.openDeals.open(owners, MAX_DEALS);
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
