import { type Static, Type } from 'typebox';
import { Money, nullable, oneOf, PlainDate } from './common.ts';

/** Starting points of a story: the id of a deal, an event, an invoice or a commission record, or a payment id (`cp-12`, `po-7`). */
export const storySubjects = ['deal', 'event', 'invoice', 'record', 'payment'] as const;
export type StorySubject = (typeof storySubjects)[number];
/** In the order in which money is earned. */
export const storyKinds = ['deal', 'event', 'shift', 'invoice', 'receipt', 'release', 'payout'] as const;
export type StoryKind = (typeof storyKinds)[number];

const StoryItem = Type.Object({
  title: Type.String(),
  /** The label of the state. */
  state: nullable(Type.String()),
  day: nullable(PlainDate),
  amount: nullable(Money),
  /** The app page that shows it. */
  link: nullable(Type.String()),
});
export type StoryItem = Static<typeof StoryItem>;

/** A missing step: who can resolve it and, for those who may, where. */
const StoryGap = Type.Object({
  sentence: Type.String(),
  who: nullable(Type.String()),
  act: nullable(Type.Object({ label: Type.String(), link: Type.String() })),
});
export type StoryGap = Static<typeof StoryGap>;

/** `open`: not due yet; `missing`: a person has to act. `others`: items not listed in `items`. */
const StoryStep = Type.Object({
  kind: oneOf(storyKinds),
  state: oneOf(['done', 'open', 'missing']),
  items: Type.Array(StoryItem),
  others: Type.Integer(),
  gap: nullable(StoryGap),
});
export type StoryStep = Static<typeof StoryStep>;

/** Available with the feature `story`: the steps from deal to payout; steps the requester may not see are left out. */
export const Story = Type.Object({ steps: Type.Array(StoryStep) });
export type Story = Static<typeof Story>;
