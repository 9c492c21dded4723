import { type Static, Type } from 'typebox';
import { Money, nullable, oneOf, PlainDate } from './common.ts';

/** What a story is asked of: the id of a deal, an event, an invoice or a commission record, or a payment's (`cp-12`, `po-7`). */
export const storySubjects = ['deal', 'event', 'invoice', 'record', 'payment'] as const;
export type StorySubject = (typeof storySubjects)[number];
/** In the order in which money is made. */
export const storyKinds = ['deal', 'event', 'shift', 'invoice', 'receipt', 'release', 'payout'] as const;
export type StoryKind = (typeof storyKinds)[number];

const StoryItem = Type.Object({
  title: Type.String(),
  /** Its state, in words. */
  state: nullable(Type.String()),
  day: nullable(PlainDate),
  amount: nullable(Money),
  /** A page of the app that shows it. */
  link: nullable(Type.String()),
});
export type StoryItem = Static<typeof StoryItem>;

/** What a step lacks, who can bring it about, and where, for those who may. */
const StoryGap = Type.Object({
  sentence: Type.String(),
  who: nullable(Type.String()),
  act: nullable(Type.Object({ label: Type.String(), link: Type.String() })),
});
export type StoryGap = Static<typeof StoryGap>;

/** `open`: it is not its time yet; `missing`: somebody has to do something. `others` are those that do not fit into `items`. */
const StoryStep = Type.Object({
  kind: oneOf(storyKinds),
  state: oneOf(['done', 'open', 'missing']),
  items: Type.Array(StoryItem),
  others: Type.Integer(),
  gap: nullable(StoryGap),
});
export type StoryStep = Static<typeof StoryStep>;

/** Announced as `story`: from deal to payout on one line; a step that the asker may not see is left out. */
export const Story = Type.Object({ steps: Type.Array(StoryStep) });
export type Story = Static<typeof Story>;
