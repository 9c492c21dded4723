import { assign, fromPromise, setup } from 'xstate';
import type { DraftTrial } from '../../../contract/entities/configTrial.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import { toFailureMessage } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

type Question = Readonly<{ commissionsConfig: string; people: readonly string[] }>;
type Context = Question & { trial: DraftTrial | null; error: string | null };
type Events = { type: 'draft.changed'; commissionsConfig: string } | { type: 'people.choose'; people: readonly string[] };

/**
 * Tries a draft of the plans on a few people's last quarter while the user edits it (decisions 2.35).
 * Normal path: held → calculating → shown once people are chosen; after each change of the draft: waiting → calculating → shown.
 * Never: show amounts of another draft as those of this one, or ask about a draft with errors.
 */
export const draftTrialMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as Readonly<{ commissionsConfig: string }>, tags: {} as 'current' },
  actors: { tryDraft: fromPromise<DraftTrial, Question>(missing('tryDraft')) },
  guards: {
    canTry: ({ context: { commissionsConfig, people } }) => people.length > 0 && parseConfig(commissionsConfig).config !== null,
  },
  actions: {
    setDraft: assign({ commissionsConfig: (_, params: { commissionsConfig: string }) => params.commissionsConfig }),
    setPeople: assign({ people: (_, params: { people: readonly string[] }) => params.people }),
    setTrial: assign((_, { trial }: { trial: DraftTrial }) => ({ trial, error: null })),
    setError: assign((_, { error }: { error: unknown }) => ({
      error: toFailureMessage({ error, fallback: messages.planEarnings.failed }),
    })),
  },
  delays: { typingPause: limits.list.searchDebounceMs },
}).createMachine({
  id: 'draftTrial',
  context: ({ input }) => ({ ...input, people: [], trial: null, error: null }),
  initial: 'held',
  on: {
    'draft.changed': { target: '.waiting', reenter: true, actions: withEvent('setDraft') },
    'people.choose': { target: '.deciding', actions: withEvent('setPeople') },
  },
  states: {
    deciding: {
      description: 'Decision point: a draft with errors, or without people to try it on, is not tried.',
      always: [{ guard: 'canTry', target: 'calculating' }, { target: 'held' }],
    },
    held: { description: 'Amounts of an earlier draft, if there are any, are dimmed until this one can be tried.' },
    waiting: { description: 'The user is typing; amounts follow after a pause.', after: { typingPause: 'deciding' } },
    calculating: {
      description: 'The server calculates what the example people would have earned.',
      invoke: {
        id: 'tryDraft',
        src: 'tryDraft',
        input: ({ context: { commissionsConfig, people } }) => ({ commissionsConfig, people }),
        onDone: { target: 'shown', actions: { type: 'setTrial', params: ({ event }) => ({ trial: event.output }) } },
        onError: { target: 'unanswered', actions: withError('setError') },
      },
    },
    shown: { description: 'The amounts are those of this draft.', tags: 'current' },
    unanswered: { description: "The amounts couldn't be calculated; the next change tries again." },
  },
});
