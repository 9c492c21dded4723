import { assign, fromPromise, setup } from 'xstate';
import type { BankAction, BankDetail, BankLine } from '../../../contract/entities/bank.ts';
import { messages } from '../../../contract/messages.ts';
import { refusalOf } from '../support/conflict.ts';
import { formFailureOf, sentenceOf, statusOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofError, ofEvent } from '../support/params.ts';

/** What a match names: an amount is a decimal text. */
export type DeskLine = Readonly<{ kind: BankLine['kind']; id: string; amount: string }>;
export type Decision =
  | Readonly<{ kind: 'match'; lines: readonly DeskLine[]; remember: boolean }>
  | Readonly<{ kind: 'receipt'; customer_id: string; apply: boolean; remember: boolean }>
  | Readonly<{ kind: 'ignore'; reason: string; remember: boolean }>
  | Readonly<{ kind: 'undo' }>;
export type DeskForm = 'split' | 'receipt' | 'ignore';
type Context = {
  id: string;
  transaction: BankDetail | null;
  form: DeskForm | null;
  decision: Decision | null;
  error: string | null;
  fields: Readonly<Record<string, string>>;
};
type Events =
  | { type: 'transaction.retry' }
  /** The list shows a newer version of it. */
  | { type: 'transaction.changed' }
  | { type: 'proposal.accept' }
  | { type: 'decision.make'; decision: Decision }
  | { type: 'form.open'; form: DeskForm }
  | { type: 'form.submit'; decision: Decision }
  | { type: 'form.close' }
  | { type: 'error.dismiss' };

const text = messages.bank;
const may = (transaction: BankDetail | null, action: BankAction): boolean => transaction?.actions.includes(action) ?? false;
const isStale = (error: unknown): boolean => statusOf(error) === 409 && refusalOf(error).code === 'stale_version';
/** What the server must offer for each form. */
export const needs: Readonly<Record<DeskForm, BankAction>> = { split: 'match', receipt: 'receipt', ignore: 'ignore' };

export const linesOf = (lines: readonly BankLine[]): readonly DeskLine[] =>
  lines.map(({ kind, id, amount }) => ({ kind, id, amount: amount.toFixed(2) }));
const accepted = (transaction: BankDetail | null): Decision => ({
  kind: 'match',
  lines: linesOf(transaction?.proposal?.lines ?? []),
  remember: false,
});

/**
 * One bank transaction, and what a person decides about it (decisions 2.15, 2.16, 3.04).
 * Normal path: loading → shown → saving → shown as matched; or shown → asking → saving → shown.
 * Never: do what the server does not offer, two things at once, or lose what was typed because a save failed or somebody else was faster.
 */
export const bankDeskMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { id: string }, tags: {} as 'busy' },
  actors: {
    loadTransaction: fromPromise<BankDetail, { id: string }>(missing('loadTransaction')),
    saveDecision: fromPromise<BankDetail, { transaction: BankDetail; decision: Decision }>(missing('saveDecision')),
  },
  guards: {
    hasProposal: ({ context: { transaction } }) => may(transaction, 'match') && (transaction?.proposal?.lines.length ?? 0) > 0,
    mayDecide: ({ context }, { decision }: { decision: Decision }) => may(context.transaction, decision.kind),
    mayOpen: ({ context }, { form }: { form: DeskForm }) => may(context.transaction, needs[form]),
    isStale: (_, { error }: { error: unknown }) => isStale(error),
    isAsking: ({ context }) => context.form !== null,
    isStaleForm: ({ context }, { error }: { error: unknown }) => context.form !== null && isStale(error),
  },
  actions: {
    keepTransaction: assign((_, { output }: { output: BankDetail }) => ({ transaction: output, form: null })),
    keepAccepted: assign(({ context }) => ({ decision: accepted(context.transaction), error: null, fields: {} })),
    keepDecision: assign((_, { decision }: { decision: Decision }) => ({ decision, error: null, fields: {} })),
    keepForm: assign((_, { form }: { form: DeskForm }) => ({ form, error: null, fields: {} })),
    forgetForm: assign({ form: null, error: null, fields: {} }),
    renewTransaction: assign((_, { output }: { output: BankDetail }) => ({ transaction: output })),
    keepLoadError: assign((_, { error }: { error: unknown }) => ({ error: sentenceOf({ error, fallback: text.oneFailed }) })),
    keepError: assign((_, { error }: { error: unknown }) => formFailureOf({ error, fallback: text.actFailed })),
    forgetError: assign({ error: null, fields: {} }),
    reportDecided: (_, _params: { transaction: BankDetail; decision: Decision }) => {},
  },
}).createMachine({
  id: 'bankDesk',
  context: ({ input }) => ({ ...input, transaction: null, form: null, decision: null, error: null, fields: {} }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The bank transaction is on its way from the server.',
      tags: 'busy',
      invoke: {
        id: 'loadTransaction',
        src: 'loadTransaction',
        input: ({ context }) => ({ id: context.id }),
        onDone: { target: 'shown', actions: ofEvent('keepTransaction') },
        onError: { target: 'failed', actions: ofError('keepLoadError') },
      },
    },
    failed: {
      description: "The transaction couldn't be loaded; the user can try again.",
      on: { 'transaction.retry': { target: 'loading', actions: 'forgetError' } },
    },
    shown: {
      description: 'The transaction is on the screen with its proposed match and the steps that are allowed.',
      on: {
        'transaction.changed': 'loading',
        'proposal.accept': { guard: 'hasProposal', target: 'saving', actions: 'keepAccepted' },
        'decision.make': { guard: ofEvent('mayDecide'), target: 'saving', actions: ofEvent('keepDecision') },
        'form.open': { guard: ofEvent('mayOpen'), target: 'asking', actions: ofEvent('keepForm') },
        'error.dismiss': { actions: 'forgetError' },
      },
    },
    asking: {
      description: 'A form is open to split the transaction, record a payment, or ignore it.',
      on: {
        'form.submit': { guard: ofEvent('mayDecide'), target: 'saving', actions: ofEvent('keepDecision') },
        'form.close': { target: 'shown', actions: 'forgetForm' },
      },
    },
    rereading: {
      description: 'Somebody else was faster: the transaction is loaded again under the open form, which keeps its text.',
      tags: 'busy',
      invoke: {
        id: 'loadTransaction',
        src: 'loadTransaction',
        input: ({ context }) => ({ id: context.id }),
        // Why it was refused stays to be read, and so does what was typed.
        onDone: { target: 'asking', actions: ofEvent('renewTransaction') },
        onError: { target: 'asking', actions: ofError('keepLoadError') },
      },
    },
    saving: {
      description: 'The decision is on its way to the server.',
      tags: 'busy',
      invoke: {
        id: 'saveDecision',
        src: 'saveDecision',
        // Entered with a transaction and a decision only.
        input: ({ context }) => ({ transaction: context.transaction as BankDetail, decision: context.decision as Decision }),
        onDone: {
          target: 'shown',
          actions: [
            ofEvent('keepTransaction'),
            {
              type: 'reportDecided',
              params: ({ context, event }) => ({ transaction: event.output, decision: context.decision as Decision }),
            },
          ],
        },
        onError: [
          // What somebody else decided is read before anything else is done.
          { guard: ofError('isStaleForm'), target: 'rereading', actions: ofError('keepError') },
          { guard: ofError('isStale'), target: 'loading', actions: ofError('keepError') },
          { guard: 'isAsking', target: 'asking', actions: ofError('keepError') },
          { target: 'shown', actions: ofError('keepError') },
        ],
      },
    },
  },
});
