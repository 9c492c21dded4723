import type { Dispute } from '../../../contract/entities/dispute.ts';
import { type Actor, reachOf } from '../../../contract/permissions.ts';
import type { DisputeFilter, DisputeState } from '../../db/repositories/disputes/disputes.ts';
import { commissionsOf } from '../commissions/commissionQuestion.ts';
import type { Services } from '../shared/services.ts';
import { disputeOf } from './disputeView.ts';

type Deps = Pick<Services, 'store'>;
const MAX_DISPUTES = 200;

/** Open questions the actor may answer, or, if they answer none, those they may see. */
const openDisputes = (actor: Actor): DisputeFilter => {
  const any = { userId: null, managerId: null, notBy: null, commissionId: null, state: null, live: true };
  const actorId = Number(actor.id);
  // Reading questions needs no deciding scope, so the reach ignores the scopes of a token.
  const reach = reachOf({ id: actor.id, role: actor.role }, 'dispute:decide');
  if (reach === 'all') return { ...any, notBy: actorId };
  return reach === 'team' ? { ...any, managerId: actorId, notBy: actorId } : { ...any, userId: commissionsOf(actor, undefined) };
};

/** Questions with their threads, newest first: of one record, of everyone the actor may see, or the actor's open ones. */
export const listDisputes = async (
  { store }: Deps,
  actor: Actor,
  { commission_id, state, live }: Readonly<{ commission_id?: string; state?: DisputeState; live?: 'true' }>,
): Promise<Dispute[]> => {
  const visible = { userId: commissionsOf(actor, undefined), managerId: null, notBy: null, live: false };
  const question = {
    ...(live ? openDisputes(actor) : visible),
    commissionId: commission_id === undefined ? null : Number(commission_id),
    state: state ?? null,
  };
  const rows = await store.disputes.list(question, MAX_DISPUTES);
  const messages = await store.disputes.messagesOf(rows.map(({ id }) => id));
  return rows.map((row) => disputeOf(actor, row, messages));
};

/** A person's unresolved questions, newest first. @throws Problem 403 */
export const listUnresolved = async ({ store }: Deps, actor: Actor, userId: string): Promise<Dispute[]> => {
  const question = { userId: commissionsOf(actor, userId), managerId: null, notBy: null, commissionId: null, state: null, live: true };
  const rows = await store.disputes.list(question, MAX_DISPUTES);
  const messages = await store.disputes.messagesOf(rows.map(({ id }) => id));
  return rows.map((row) => disputeOf(actor, row, messages));
};

/** The number of open questions for the actor. */
export const countDisputes = async ({ store }: Deps, actor: Actor): Promise<{ count: number }> => ({
  count: await store.disputes.count(openDisputes(actor)),
});
