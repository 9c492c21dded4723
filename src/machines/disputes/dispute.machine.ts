import type { Dispute } from '../../../contract/entities/dispute.ts';
import { messages } from '../../../contract/messages.ts';
import { deskOf } from '../support/desk.ts';
import { toFailure } from '../support/failure.ts';

/** A step of a question; `text` is the message, the reply or the resolution, `amount` that of the resulting adjustment. */
export type DisputeStep =
  | Readonly<{ kind: 'open'; text: string }>
  | Readonly<{ kind: 'reply' | 'resolve'; id: string; text: string; amount?: string }>
  | Readonly<{ kind: 'take' | 'withdraw'; id: string }>;

const t = messages.disputes;

/**
 * "Question this amount": the questions about one record and the steps they go through (decisions 2.13).
 * Normal path: loading → shown → saving → loading → shown. The server names the allowed steps of each question.
 * Never: send the same step twice, offer one that is no longer possible, or lose input because a save failed: only the text of
 * the last saved step is cleared.
 */
export const disputeMachine = deskOf<readonly Dispute[], DisputeStep>()({
  id: 'dispute',
  canTake: (disputes, step) => step.kind === 'open' || disputes.some(({ id, actions }) => id === step.id && actions.includes(step.kind)),
  describeFailure: (error, step) => toFailure({ error, fallback: step ? t.failed : t.loadFailed }).message,
});
