import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { ApprovalId } from './approvalIds.ts';

const t = messages.approvalRefusals;
const entities = { adjustment: 'adjustment', proposal: 'proposal', payout: 'payout', run: 'payout_run' } as const;

/** True if the actor may decide items of this kind at all. */
export const mayDecide = (actor: Actor, { subject }: Pick<ApprovalId, 'subject'>): boolean =>
  can(actor, subject === 'adjustment' || subject === 'proposal' ? 'adjustment:decide' : 'payment:manage');

/** Names who decided first, from the audit log; no name for actors who may not decide such items. */
export const describeDecider = async (
  { audit }: Pick<Repositories, 'audit'>,
  actor: Actor,
  id: ApprovalId | null,
): Promise<Readonly<{ message: string; by: string | null }>> => {
  const outcome = { message: t.gone, by: null };
  if (id === null || !mayDecide(actor, id)) return outcome;
  const [last] = await audit.listAbout([{ entity: entities[id.subject], entityId: String(id.id) }], 1);
  const verb = last && t.deeds[last.action.split('.').at(-1) ?? ''];
  if (!last || !verb) return outcome;
  if (String(last.actor_id) === actor.id) return { message: fill(t.byYou, { deed: verb }), by: null };
  const decider = last.first_name === null ? t.system : fullName({ first_name: last.first_name, last_name: last.last_name ?? '' });
  return { message: fill(t.byOther, { person: decider, deed: verb }), by: decider };
};
