import { type Static, Type } from 'typebox';
import { Id, Instant, Money, nullable, oneOf } from './common.ts';
import { roles } from './user.ts';

/** A new company's setup checklist, in working order (decisions 4.08). */
export const setupItems = [
  'company',
  'people',
  'plan',
  'books',
  'invoices',
  'payments',
  'paid_before',
  'first_review',
  'connections',
  'email',
  'backup',
] as const;
export type SetupItemKey = (typeof setupItems)[number];

export const setupStates = ['done', 'open', 'skipped'] as const;
export const setupBadges = {
  done: { label: 'Done', severity: 'success' },
  open: { label: 'To do', severity: 'warning' },
  skipped: { label: 'Skipped', severity: 'secondary' },
} as const;

/** `fact`: what the state is computed from, as a sentence. */
export const SetupItem = Type.Object({
  key: oneOf(setupItems),
  state: oneOf(setupStates),
  fact: Type.String(),
  reason: nullable(Type.String()),
  skipped_by: nullable(Type.String()),
});
export type SetupItem = Static<typeof SetupItem>;

export const setupActions = ['skip', 'go_live', 'undo'] as const;

/** `blockers`: what is missing before the company can go live. `undo_until`: set while going live can be undone. */
export const Setup = Type.Object({
  live: Type.Boolean(),
  live_at: nullable(Instant),
  undo_until: nullable(Instant),
  items: Type.Array(SetupItem),
  blockers: Type.Array(Type.String()),
  actions: Type.Array(oneOf(setupActions)),
});
export type Setup = Static<typeof Setup>;

/** A person's access once the company is live: the pages they see, and their invitation. Amounts are to date. */
export const GoLivePerson = Type.Object({
  user_id: Id,
  name: Type.String(),
  role: oneOf(roles),
  sees: Type.String(),
  earned: Money,
  due: Money,
  /** The invitation is emailed once the ten-minute undo window is over. */
  invited: Type.Boolean(),
});
export type GoLivePerson = Static<typeof GoLivePerson>;

/** `warnings` must be accepted before going live. */
export const LivePreview = Type.Object({
  people: Type.Array(GoLivePerson),
  blockers: Type.Array(Type.String()),
  warnings: Type.Array(Type.String()),
});
export type LivePreview = Static<typeof LivePreview>;

export const LiveBody = Type.Object({ accept_warnings: Type.Optional(Type.Boolean()) }, { additionalProperties: false });
export type LiveBody = Static<typeof LiveBody>;
export const SkipBody = Type.Object({ reason: Type.String({ maxLength: 500 }) }, { additionalProperties: false });
export type SkipBody = Static<typeof SkipBody>;
