import { limits } from '../../../contract/limits.ts';

type Undoable = Readonly<{ undo_by: number | null; undo_until: string | null }>;

/** The columns of a decision: who may undo it, and until when (decisions 2.10). */
export const undoColumns = (userId: number, at: Date) => ({ undo_by: userId, undo_until: undoEndsAt(at).toISOString() });

/** When a decision can no longer be undone, and its notices are sent. */
export const undoEndsAt = (at: Date): Date => new Date(at.getTime() + limits.approvals.undoMs);

/** True if the actor may now undo the last decision. */
export const isUndoable = (row: Undoable, { actor, now }: Readonly<{ actor: Readonly<{ id: string }>; now?: Date }>): boolean =>
  now !== undefined && row.undo_until !== null && String(row.undo_by) === actor.id && now.toISOString() <= row.undo_until;
