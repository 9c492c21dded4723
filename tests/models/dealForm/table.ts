/** Decisions 2.17 and 1.06: what failed stays open with what was typed; a stale save stands beside the newest. */
export const table = `
dealForm.open --form.submit[0]--> dealForm.saving / keepBody
dealForm.open --close.ask[0 isDirty]--> stays / askDiscard
dealForm.open --close.ask[1]--> dealForm.closed
dealForm.open --close.confirmed[0]--> dealForm.closed
dealForm.open.conflicted --newest.take[0]--> dealForm.open.editing / forgetError
dealForm.saving --xstate.done.actor.saveForm[0]--> dealForm.saved / reportSaved
dealForm.saving --xstate.error.actor.saveForm[0 isStale]--> dealForm.open.conflicted / keepNewest
dealForm.saving --xstate.error.actor.saveForm[1]--> dealForm.open.failed / keepError
`;

export const ignored = `
open.editing, open.failed: newest.take — there is no newer version beside what was typed
saving: form.submit — one save at a time; its button waits
saving: close.ask, close.confirmed — never closed before the server answered
saving: newest.take — the conflict that offered it is left
saved, closed: form.submit, close.ask, close.confirmed, newest.take — the dialog is gone
`;
