import { limits } from '../../../contract/limits.ts';

type Undoable = Readonly<{ undo_by: number | null; undo_until: string | null }>;

/** What a decision leaves on its row: who may take it back, and until when (decisions 2.10). */
export const undoFor = (userId: number, at: Date) => ({ undo_by: userId, undo_until: leavesAt(at).toISOString() });

/** Notices of a decision leave once it can no longer be taken back. */
export const leavesAt = (at: Date): Date => new Date(at.getTime() + limits.approvals.undoMs);

/** May the asker take back now what was decided last? */
export const isUndoable = (row: Undoable, { actor, now }: Readonly<{ actor: Readonly<{ id: string }>; now?: Date }>): boolean =>
  now !== undefined && row.undo_until !== null && String(row.undo_by) === actor.id && now.toISOString() <= row.undo_until;
