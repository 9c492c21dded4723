import { type Static, Type } from 'typebox';
import { nullable, oneOf } from './common.ts';
import { Event, editableFields } from './event.ts';

/** An event's current state, with the staff edits since the requester's last position. No edits: a source changed it. */
export const LiveEvent = Type.Object({
  event: Event,
  edits: Type.Array(
    Type.Object({
      field: oneOf(editableFields),
      /** Null: unknown. */
      by: nullable(Type.String()),
      /** True if the requester made the edit, here or elsewhere. */
      own: Type.Boolean(),
    }),
  ),
});
export type LiveEvent = Static<typeof LiveEvent>;

/** Available with the feature `live`: changes since the requester's last position. */
export const LiveChange = Type.Object({
  /** The position to continue from. */
  at: Type.String(),
  /** Null: too many to list, or some were deleted. The app then reloads the list. */
  events: nullable(Type.Array(LiveEvent)),
  /** True if a notification of the requester arrived or was read. */
  notices: Type.Boolean(),
  /** True if approvals changed; only for people who decide. */
  approvals: Type.Boolean(),
});
export type LiveChange = Static<typeof LiveChange>;
