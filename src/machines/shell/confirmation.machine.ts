import { assign, setup } from 'xstate';
import { withEvent } from '../support/params.ts';

export type ConfirmationQuestion = Readonly<{
  /** Identifies the question, so answers are not mixed up. */
  id: string;
  /** Names the action and its object: "Close October 2026?" */
  title: string;
  /** The consequences. */
  text: string;
  /** The verb on the confirm button. */
  accept: string;
  /** The reason required for a yes: its label, its minimum length, and the message for a shorter one. */
  reason?: Readonly<{ label: string; least: number; short: string }>;
}>;
type Context = { question: ConfirmationQuestion | null; reason: string; error: string | null };
type Events =
  | { type: 'question.ask'; question: ConfirmationQuestion }
  | { type: 'question.accept'; reason: string }
  | { type: 'question.reject' };

/**
 * A confirmation shown before an action, unless the specification requires the browser's own (decisions 8.01).
 * Normal path: quiet → asking → accepted or rejected, from where the next question starts.
 * Never: apply an answer to another question, or accept a yes without the required reason. A question replaced by another one counts as not
 * confirmed.
 */
export const confirmationMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  guards: {
    hasRequiredReason: ({ context: { question } }, { reason }: { reason: string }) =>
      reason.trim().length >= (question?.reason?.least ?? 0),
  },
  actions: {
    keep: assign((_, { question }: { question: ConfirmationQuestion }) => ({ question, reason: '', error: null })),
    setReason: assign((_, { reason }: { reason: string }) => ({ reason: reason.trim(), error: null })),
    refuse: assign({ error: ({ context: { question } }) => question?.reason?.short ?? null }),
  },
}).createMachine({
  id: 'confirmation',
  context: { question: null, reason: '', error: null },
  initial: 'quiet',
  states: {
    quiet: { description: 'The user has not been asked anything yet.' },
    asking: {
      description: 'A dialog asks the user to confirm, with a reason where one is required.',
      on: {
        'question.accept': [
          { guard: withEvent('hasRequiredReason'), target: 'accepted', actions: withEvent('setReason') },
          { actions: 'refuse' },
        ],
        'question.reject': 'rejected',
      },
    },
    accepted: { description: 'The user confirmed, and the action goes ahead.' },
    rejected: { description: 'The user declined, and nothing happens.' },
  },
  on: { 'question.ask': { target: '.asking', actions: withEvent('keep') } },
});
