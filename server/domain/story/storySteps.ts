import type { StoryKind, StoryStep } from '../../../contract/entities/story.ts';
import { limits } from '../../../contract/limits.ts';
import type { StoryContext, StoryFacts } from './storyFacts.ts';
import { dealGap, eventGap, type Gap, invoiceGap, payoutGap, receiptGap, releaseGap, shiftGap } from './storyGaps.ts';
import {
  dealItem,
  eventItem,
  hasPermission,
  invoiceItem,
  namedItem,
  payoutItem,
  receiptItem,
  releaseItem,
  type StoryEntry,
  shiftItem,
} from './storyItems.ts';

/** For users who may not read invoices: the numbers named in the events. */
const invoiceItems = ({ invoices, events, records }: StoryFacts, viewer: StoryContext): StoryEntry[] => {
  if (invoices.length > 0 || hasPermission(viewer, 'invoice:read')) return invoices.map((row) => invoiceItem(row, viewer, records));
  return [...new Set(events.map(({ invoice_id }) => invoice_id?.trim() ?? ''))].filter(Boolean).map(namedItem);
};

const stepOf = (kind: StoryKind, items: readonly StoryEntry[], lacking: Gap | null): StoryStep[] => {
  if (items.length === 0 && lacking === null) return [];
  const maxItems = limits.storyItems;
  return [
    {
      kind,
      state: lacking?.state ?? (items.some(({ done }) => done) ? 'done' : 'open'),
      items: items.slice(0, maxItems).map(({ done: _, ...item }) => item),
      others: Math.max(0, items.length - maxItems),
      gap: lacking && { sentence: lacking.sentence, who: lacking.who, act: lacking.act },
    },
  ];
};

const originKinds: readonly StoryKind[] = ['deal', 'event', 'shift'];
/**
 * Once a later step is done, a missing origin no longer blocks anything, so it is shown as open; a missing invoice or payment still
 * blocks.
 */
const withoutPassed = (steps: readonly StoryStep[]): StoryStep[] =>
  steps.map((step, index) => {
    const isPassed = originKinds.includes(step.kind) && steps.slice(index + 1).some(({ state }) => state === 'done');
    return step.state === 'missing' && isPassed ? { ...step, state: 'open' } : step;
  });

/** The steps from deal to payout, in order; steps without anything visible to the actor are omitted. */
export const storyStepsOf = (viewer: StoryContext, facts: StoryFacts): StoryStep[] => withoutPassed(allSteps(viewer, facts));

const allSteps = (viewer: StoryContext, facts: StoryFacts): StoryStep[] => [
  ...stepOf('deal', facts.deals.map(dealItem), dealGap(facts, viewer)),
  ...stepOf(
    'event',
    facts.events.map((row) => eventItem(row, viewer)),
    eventGap(facts, viewer),
  ),
  ...stepOf(
    'shift',
    facts.events.map((row) => shiftItem(row, viewer)).filter((item) => item !== null),
    shiftGap(facts, viewer),
  ),
  ...stepOf('invoice', invoiceItems(facts, viewer), invoiceGap(facts, viewer)),
  ...stepOf(
    'receipt',
    facts.receipts.map((row) => receiptItem(row, viewer)),
    receiptGap(facts, viewer),
  ),
  ...stepOf('release', facts.records.map(releaseItem), releaseGap(facts, viewer)),
  ...stepOf(
    'payout',
    facts.payouts.map((row) => payoutItem(row, viewer)),
    payoutGap(facts, viewer),
  ),
];
