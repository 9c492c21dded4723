import { assign, setup } from 'xstate';
import { ofEvent } from '../support/params.ts';

export type Question = Readonly<{
  /** Tells the answers of two questions apart. */
  id: string;
  /** Names the thing: "Close October 2026?" */
  title: string;
  /** What comes of it. */
  text: string;
  /** The verb on the button. */
  accept: string;
}>;
type Context = { question: Question | null };
type Events = { type: 'question.ask'; question: Question } | { type: 'question.accept' } | { type: 'question.reject' };

/**
 * A question that must be answered before something is done, where the specification does not want the browser's own (decisions 8.01).
 * Normal path: quiet → asking → accepted or rejected; the next question is asked from there.
 * Never: take the answer to one question for that to another. A question in place of one that is open leaves that one without a yes.
 */
export const confirmationMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  actions: { keep: assign((_, { question }: { question: Question }) => ({ question })) },
}).createMachine({
  id: 'confirmation',
  context: { question: null },
  initial: 'quiet',
  states: {
    quiet: {},
    asking: { on: { 'question.accept': 'accepted', 'question.reject': 'rejected' } },
    accepted: {},
    rejected: {},
  },
  on: { 'question.ask': { target: '.asking', actions: ofEvent('keep') } },
});
