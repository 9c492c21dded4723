/** Spec 2.48, 4.07, 5.11, 8.05: the row changes only with the response, a failure leaves the field open, a conflict asks. */
export const table = `
eventEdit.closed --edit.open[0 mayEdit]--> eventEdit.open / begin

eventEdit.open --edit.open[0 mayEdit]--> eventEdit.open / begin
eventEdit.open --edit.submit[0 isUnchanged]--> eventEdit.closed / forget
eventEdit.open --edit.submit[1]--> eventEdit.saving / setValue
eventEdit.open --edit.cancel[0]--> eventEdit.closed / forget

eventEdit.saving --xstate.done.actor.patchEvent[0]--> eventEdit.closed / relaySaved, reportSaved, forget
eventEdit.saving --xstate.error.actor.patchEvent[0 isConflict]--> eventEdit.conflicted / setConflict, relayRead
eventEdit.saving --xstate.error.actor.patchEvent[1]--> eventEdit.open.failed / setError

eventEdit.conflicted --conflict.mine[0]--> eventEdit.saving
eventEdit.conflicted --conflict.theirs[0]--> eventEdit.closed / forget
eventEdit.conflicted --edit.cancel[0]--> eventEdit.closed / forget
`;

export const ignored = `
closed: edit.submit, edit.cancel — no field is open
closed, open, saving: conflict.mine, conflict.theirs — nobody else wrote the field
saving: edit.open, edit.submit, edit.cancel — the dialog waits for the answer and cannot be closed or left
conflicted: edit.open, edit.submit — which of the two values stays is decided first
`;
