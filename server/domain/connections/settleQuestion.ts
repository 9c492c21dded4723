import { ignoreProposed } from '../facts/proposable.ts';
import type { ConnectionDeps } from './connected.ts';
import { settleRecords } from './heldRecords.ts';
import { QUESTION_ROWS, type QuestionJobInput } from './questions.ts';

type Work = Readonly<{ signal: AbortSignal; after: number | null; keep: (after: number) => Promise<void> }>;

/**
 * Settles all other documents of an answered question in batches, as the person who answered it. Batches that would raise that person's pay
 * wait for approval (decisions 3.06).
 */
export const settleQuestion = async (
  deps: Pick<ConnectionDeps, 'store' | 'clock'>,
  { connection_id: connectionId, actor_id, network, request_id: requestId, question, answer, after: first }: QuestionJobInput,
  { signal, after: checkpoint, keep }: Work,
): Promise<void> => {
  const { store } = deps;
  const [user, connection] = [await store.users.byId(actor_id), await store.connections.byId(connectionId)];
  if (!user || !connection) return;
  const author = { actor: { id: String(user.id), role: user.role }, userId: user.id };
  const origin = { network, requestId, device: '' };
  let after = checkpoint ?? first;
  for (;;) {
    signal.throwIfAborted();
    const last = await store.heldRecords.lastAbout(connectionId, question, after, QUESTION_ROWS);
    if (last === null) return;
    await settleRecords(deps, author, connection.kind, connectionId, { question, answer, after }, origin).catch(ignoreProposed);
    await keep(last);
    after = last;
  }
};
