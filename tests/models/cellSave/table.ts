/**
 * Decisions 6.05: saves values one at a time in the order written; a failed value stays, a conflict asks, an overwritten value isn't
 * retried.
 */
export const table = `
cellSave.saving --edit.add[0 isNew]--> stays / add, relayState
cellSave.saving --xstate.done.actor.patchEvent[0 hasMore]--> cellSave.saving (reenter) / relaySaved, setEvent, dropFirst
cellSave.saving --xstate.done.actor.patchEvent[1]--> cellSave.ended / relaySaved
cellSave.saving --xstate.error.actor.patchEvent[0 isConflict]--> cellSave.conflicted / setConflict
cellSave.saving --xstate.error.actor.patchEvent[1 hasMore]--> cellSave.saving (reenter) / dropFirst
cellSave.saving --xstate.error.actor.patchEvent[2]--> cellSave.failed / setError

cellSave.failed --edit.add[0]--> cellSave.saving / replace
cellSave.failed --edit.retry[0]--> cellSave.saving / forgetError
cellSave.failed --edit.discard[0]--> cellSave.ended

cellSave.conflicted --edit.add[0]--> stays / replace, relayState
cellSave.conflicted --edit.overwrite[0]--> cellSave.saving / takeVersion
cellSave.conflicted --edit.discard[0]--> cellSave.ended
`;

/** Events that each state ignores, with the reason. */
export const ignored = `
saving: edit.retry, edit.discard, edit.overwrite — its answer decides what comes next
failed: edit.overwrite — nobody else wrote the cell
conflicted: edit.retry — which of the two values stays is decided first
ended: edit.add, edit.retry, edit.discard, edit.overwrite — the queue is over, a new one begins with the next commit
`;
