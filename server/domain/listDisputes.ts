import type { Dispute } from '../../contract/entities/dispute.ts';
import type { Actor } from '../../contract/permissions.ts';
import type { DisputeState } from '../db/repositories/disputes.ts';
import { commissionsOf } from './commissionQuestion.ts';
import { disputeOf } from './disputeView.ts';
import type { Services } from './services.ts';

const MOST = 200;

/** Questions with their threads, newest first: of one record or of all whose commissions the actor may see. */
export const listDisputes = async (
  { store }: Pick<Services, 'store'>,
  actor: Actor,
  { commission_id, state }: Readonly<{ commission_id?: string; state?: DisputeState }>,
): Promise<Dispute[]> => {
  const question = {
    userId: commissionsOf(actor, undefined),
    commissionId: commission_id === undefined ? null : Number(commission_id),
    state: state ?? null,
  };
  const rows = await store.disputes.list(question, MOST);
  const messages = await store.disputes.messagesOf(rows.map(({ id }) => id));
  return rows.map((row) => disputeOf(actor, row, messages));
};
