import type { InvoiceSplit } from '../../../contract/entities/split.ts';
import { messages } from '../../../contract/messages.ts';
import { deskOf } from '../support/desk.ts';
import { toFailure } from '../support/failure.ts';

/** Shares are fractions. */
export type SplitValues = Readonly<{ shares: readonly Readonly<{ user_id: string; share: number }>[]; reason: string }>;
/** A person who may get a share of the invoice. */
export type SplitPersonOption = Readonly<{ value: string; label: string }>;
type Content = Readonly<{ split: InvoiceSplit; people: readonly SplitPersonOption[] }>;
export type SplitStep = Readonly<{ kind: 'share'; values: SplitValues } | { kind: 'remove' }>;

const t = messages.splits;

/**
 * Splits one invoice by hand, or reverts to the plan's split (decisions 2.08).
 * Normal path: loading → shown → saving, which closes the dialog.
 * Never: overwrite a split the user has not seen, or remove one that doesn't exist.
 */
export const splitMachine = deskOf<Content, SplitStep, InvoiceSplit>()({
  id: 'split',
  canTake: ({ split }, { kind }) => kind === 'share' || split.by_hand,
  toContent: (split, content) => ({ ...content, split }),
  describeFailure: (error, step) => toFailure({ error, fallback: step ? t.saveFailed : t.failed }).message,
});
