import type { StoryKind, StoryStep } from '../../../contract/entities/story.ts';
import { limits } from '../../../contract/limits.ts';
import type { StoryContext, StoryFacts } from './storyFacts.ts';
import { dealGap, eventGap, type Gap, invoiceGap, payoutGap, receiptGap, releaseGap, shiftGap } from './storyGaps.ts';
import {
  dealItemOf,
  eventItemOf,
  hasPermission,
  invoiceItemOf,
  namedItemOf,
  payoutItemOf,
  receiptItemOf,
  releaseItemOf,
  type StoryEntry,
  shiftItemOf,
} from './storyItems.ts';

/** For users who may not read invoices: the numbers named in the events. */
const invoiceItemsOf = ({ invoices, events, records }: StoryFacts, viewer: StoryContext): StoryEntry[] => {
  if (invoices.length > 0 || hasPermission(viewer, 'invoice:read')) return invoices.map((row) => invoiceItemOf(row, viewer, records));
  return [...new Set(events.map(({ invoice_id }) => invoice_id?.trim() ?? ''))].filter(Boolean).map(namedItemOf);
};

const stepOf = (kind: StoryKind, items: readonly StoryEntry[], gap: Gap | null): StoryStep[] => {
  if (items.length === 0 && gap === null) return [];
  const maxItems = limits.storyItems;
  return [
    {
      kind,
      state: gap?.state ?? (items.some(({ done }) => done) ? 'done' : 'open'),
      items: items.slice(0, maxItems).map(({ done: _, ...item }) => item),
      others: Math.max(0, items.length - maxItems),
      gap: gap && { sentence: gap.sentence, who: gap.who, act: gap.act },
    },
  ];
};

const originKinds: readonly StoryKind[] = ['deal', 'event', 'shift'];
/**
 * Once a later step is done, a missing origin no longer blocks anything, so it is shown as open; a missing invoice or payment still
 * blocks.
 */
const withPassedOpen = (steps: readonly StoryStep[]): StoryStep[] =>
  steps.map((step, index) => {
    const isPassed = originKinds.includes(step.kind) && steps.slice(index + 1).some(({ state }) => state === 'done');
    return step.state === 'missing' && isPassed ? { ...step, state: 'open' } : step;
  });

/** The steps from deal to payout, in order; steps without anything visible to the actor are omitted. */
export const storyStepsOf = (viewer: StoryContext, facts: StoryFacts): StoryStep[] => withPassedOpen(allStepsOf(viewer, facts));

const allStepsOf = (viewer: StoryContext, facts: StoryFacts): StoryStep[] => [
  ...stepOf('deal', facts.deals.map(dealItemOf), dealGap(facts, viewer)),
  ...stepOf(
    'event',
    facts.events.map((row) => eventItemOf(row, viewer)),
    eventGap(facts, viewer),
  ),
  ...stepOf(
    'shift',
    facts.events.map((row) => shiftItemOf(row, viewer)).filter((item) => item !== null),
    shiftGap(facts, viewer),
  ),
  ...stepOf('invoice', invoiceItemsOf(facts, viewer), invoiceGap(facts, viewer)),
  ...stepOf(
    'receipt',
    facts.receipts.map((row) => receiptItemOf(row, viewer)),
    receiptGap(facts, viewer),
  ),
  ...stepOf('release', facts.records.map(releaseItemOf), releaseGap(facts, viewer)),
  ...stepOf(
    'payout',
    facts.payouts.map((row) => payoutItemOf(row, viewer)),
    payoutGap(facts, viewer),
  ),
];
