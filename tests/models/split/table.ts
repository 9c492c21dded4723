/** Decisions 2.08: read, then shared by hand or as the plan says again; the form ends once the server answered. */
export const table = `
split.loading --xstate.done.actor.loadSplit[0]--> split.editing / keepRead
split.loading --xstate.error.actor.loadSplit[0]--> split.failed / keepLoadError
split.failed --split.retry[0]--> split.loading
split.editing --split.submit[0]--> split.saving / keepTyped
split.editing --split.remove[0 isByHand]--> split.removing / forgetError
split.saving --xstate.done.actor.saveSplit[0]--> split.done / reportSaved
split.saving --xstate.error.actor.saveSplit[0]--> split.editing / keepError
split.removing --xstate.done.actor.removeSplit[0]--> split.done / reportRemoved
split.removing --xstate.error.actor.removeSplit[0]--> split.editing / keepError
`;

export const ignored = `
loading, failed: split.submit, split.remove — what stands there is not read yet
loading, editing, saving, removing: split.retry — nothing has failed to load
saving, removing: split.submit, split.remove — the form waits for the answer
done: split.retry, split.submit, split.remove — the dialog is closed
`;
