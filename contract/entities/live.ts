import { type Static, Type } from 'typebox';
import { nullable, oneOf } from './common.ts';
import { Event, editableFields } from './event.ts';

/** An event as it is now, and what staff edited in it since; without edits, a source changed it. */
export const LiveEvent = Type.Object({
  event: Event,
  edits: Type.Array(
    Type.Object({
      field: oneOf(editableFields),
      /** Null: nobody knows. */
      by: nullable(Type.String()),
      /** The asker's own, here or elsewhere. */
      own: Type.Boolean(),
    }),
  ),
});
export type LiveEvent = Static<typeof LiveEvent>;

/** Announced as `live`: what was changed since the asker last heard. */
export const LiveChange = Type.Object({
  /** What it goes on from. */
  at: Type.String(),
  /** Null: more than can be told one by one, or some are gone. The list is read again. */
  events: nullable(Type.Array(LiveEvent)),
  /** The asker's own notices: one came, or one was read. */
  notices: Type.Boolean(),
  /** What waits for approval, for those who decide. */
  approvals: Type.Boolean(),
});
export type LiveChange = Static<typeof LiveChange>;
