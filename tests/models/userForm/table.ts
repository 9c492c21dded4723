/** Spec 2.58, 5.09, 8.12 and decisions 1.06: what failed stays open with what was typed; a stale save stands beside the newest. */
export const table = `
userForm.open --form.submit[0]--> userForm.saving / keepBody
userForm.open --close.ask[0 isDirty]--> stays / askDiscard
userForm.open --close.ask[1]--> userForm.closed
userForm.open --close.confirmed[0]--> userForm.closed
userForm.open.conflicted --newest.take[0]--> userForm.open.editing / forgetError
userForm.saving --xstate.done.actor.saveForm[0]--> userForm.saved / reportSaved
userForm.saving --xstate.error.actor.saveForm[0 isStale]--> userForm.open.conflicted / keepNewest
userForm.saving --xstate.error.actor.saveForm[1]--> userForm.open.failed / keepError
`;

export const ignored = `
open.editing, open.failed: newest.take — there is no newer version beside what was typed
saving: form.submit — one save at a time; its button waits
saving: close.ask, close.confirmed — never closed before the server answered
saving: newest.take — the conflict that offered it is left
saved, closed: form.submit, close.ask, close.confirmed, newest.take — the dialog is gone
`;
