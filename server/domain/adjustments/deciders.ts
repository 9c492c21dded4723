import { type Actor, can } from '../../../contract/permissions.ts';
import type { ApprovalAudience } from '../../db/repositories/approvals/approvals.ts';
import type { Repositories } from '../../db/repositories/store.ts';

/** The current adjustment approvers, if the actor is one of them (decisions 2.10). */
export const decidersOfAdjustment = async (
  tx: Pick<Repositories, 'adjustments'>,
  actor: Actor,
): Promise<Pick<ApprovalAudience, 'me' | 'approvers' | 'lastResort'>> => {
  const deciders = can(actor, 'adjustment:decide') ? await tx.adjustments.approvers() : [];
  const admins = deciders.filter(({ role }) => role === 'admin');
  const idsOf = (people: typeof deciders): number[] => people.map(({ id }) => Number(id));
  return { me: Number(actor.id), approvers: idsOf(deciders), lastResort: idsOf(admins.length > 0 ? admins : deciders) };
};
