import { assign, fromPromise, setup } from 'xstate';
import type { OpenItem, OpenItems } from '../../../contract/entities/payment.ts';
import { messages } from '../../../contract/messages.ts';
import { type Cents, fromCents, toCents } from '../../../contract/rules/money.ts';
import { proposeAllocation } from '../../../contract/rules/payments/allocate.ts';
import { toFailureMessage } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

/** The customer or person whose items are open. `first`: the item to pay first, such as a chosen invoice. */
export type AllocationPayer = Readonly<{ kind: 'customer' | 'person'; id: string; first: string | null }>;
/** Typed amounts by `kind-id`; items not listed are not paid. */
export type EnteredAmounts = Readonly<Record<string, string>>;
type Context = {
  payer: AllocationPayer | null;
  amount: Cents;
  items: readonly OpenItem[];
  unapplied: number;
  lines: EnteredAmounts;
  error: string | null;
};
type Events =
  /** `lines`: amounts typed for this payer on an earlier visit. */
  | { type: 'payer.choose'; payer: AllocationPayer | null; lines?: EnteredAmounts }
  | { type: 'amount.change'; amount: Cents }
  | { type: 'line.type'; key: string; text: string }
  | { type: 'proposal.take' }
  | { type: 'items.retry' };
type Input = Readonly<{ payer: AllocationPayer | null; amount: Cents; lines: EnteredAmounts }>;

export const toAllocationKey = ({ kind, id }: Pick<OpenItem, 'kind' | 'id'>): string => `${kind}-${id}`;

const proposeAmounts = ({ payer, amount, items }: Pick<Context, 'payer' | 'amount' | 'items'>): EnteredAmounts => {
  const isFirst = (item: OpenItem): boolean => toAllocationKey(item) === payer?.first;
  const ordered = [...items.filter(isFirst), ...items.filter((item) => !isFirst(item))];
  const parts = proposeAllocation(
    amount,
    ordered.map((item) => ({ key: toAllocationKey(item), open: toCents(item.open) })),
  );
  return Object.fromEntries(parts.map(({ key, amount: part }) => [key, fromCents(part).toFixed(2)]));
};

/**
 * The items a payment pays (decisions 2.15, 2.16).
 * Normal path: empty → loading → proposed → edited.
 * Never: show open items of another payer, or replace typed amounts unless requested.
 */
export const allocationMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as Input },
  actors: { loadItems: fromPromise<OpenItems, { payer: AllocationPayer }>(missing('loadItems')) },
  guards: {
    isPayerChosen: (_, params: { payer: AllocationPayer | null }) => params.payer !== null,
    hasPayer: ({ context }) => context.payer !== null,
    hasLines: ({ context }) => Object.keys(context.lines).length > 0,
  },
  actions: {
    setPayer: assign((_, { payer, lines = {} }: { payer: AllocationPayer | null; lines?: EnteredAmounts }) => ({
      payer,
      items: [],
      unapplied: 0,
      lines,
      error: null,
    })),
    setAmount: assign({ amount: (_, params: { amount: Cents }) => params.amount }),
    setItems: assign((_, { output }: { output: OpenItems }) => ({ items: output.data, unapplied: output.unapplied })),
    setLine: assign({ lines: ({ context }, { key, text }: { key: string; text: string }) => ({ ...context.lines, [key]: text }) }),
    propose: assign({ lines: ({ context }) => proposeAmounts(context) }),
    setError: assign({
      error: (_, { error }: { error: unknown }) => toFailureMessage({ error, fallback: messages.paymentFormText.itemsFailed }),
    }),
    forgetError: assign({ error: null }),
  },
}).createMachine({
  id: 'allocation',
  context: ({ input }) => ({ ...input, items: [], unapplied: 0, error: null }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decision point: the payment may already name a payer.',
      always: [{ guard: 'hasPayer', target: 'loading' }, { target: 'empty' }],
    },
    empty: { description: 'No payer is chosen, so there is nothing to pay.' },
    loading: {
      description: "The payer's open items are on their way.",
      invoke: {
        id: 'loadItems',
        src: 'loadItems',
        // A payer is always set here.
        input: ({ context }) => ({ payer: context.payer as AllocationPayer }),
        onDone: [
          { guard: 'hasLines', target: 'edited', actions: withEvent('setItems') },
          { target: 'proposed', actions: [withEvent('setItems'), 'propose'] },
        ],
        onError: { target: 'failed', actions: withError('setError') },
      },
    },
    failed: {
      description: "The open items couldn't be loaded; the user can try again.",
      on: { 'items.retry': { target: 'loading', actions: 'forgetError' } },
    },
    proposed: {
      description: 'The amount is spread over the open items, oldest due first, and follows each new amount.',
      on: {
        'amount.change': { actions: [withEvent('setAmount'), 'propose'] },
        'line.type': { target: 'edited', actions: withEvent('setLine') },
      },
    },
    edited: {
      description: 'The user set the amounts by hand, and they stay until the user requests a new proposal.',
      on: {
        'line.type': { actions: withEvent('setLine') },
        'proposal.take': { target: 'proposed', actions: 'propose' },
      },
    },
  },
  on: {
    'payer.choose': [
      { guard: withEvent('isPayerChosen'), target: '.loading', reenter: true, actions: withEvent('setPayer') },
      { target: '.empty', actions: withEvent('setPayer') },
    ],
    'amount.change': { actions: withEvent('setAmount') },
  },
});
