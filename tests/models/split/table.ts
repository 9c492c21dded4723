/** Decisions 2.08: read, then shared by hand or as the plan says again; the form ends once the server answered. */
export const table = `
loading --xstate.done.actor.loadSplit[0]--> editing / keepRead
loading --xstate.error.actor.loadSplit[0]--> failed / keepLoadError
failed --split.retry[0]--> loading
editing --split.submit[0]--> saving / keepTyped
editing --split.remove[0 isByHand]--> removing / forgetError
saving --xstate.done.actor.saveSplit[0]--> done / reportSaved
saving --xstate.error.actor.saveSplit[0]--> editing / keepError
removing --xstate.done.actor.removeSplit[0]--> done / reportRemoved
removing --xstate.error.actor.removeSplit[0]--> editing / keepError
`;

export const ignored = `
loading, failed: split.submit, split.remove — what stands there is not read yet
loading, editing, saving, removing: split.retry — nothing has failed to load
editing: split.remove — nobody split it by hand
saving, removing: split.submit, split.remove — the form waits for the answer
`;
