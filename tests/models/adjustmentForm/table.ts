/** Spec 2.38, 5.02, 9.07 and decisions 2.10: half a second and the answer, both; it closes on success only; what was changed meanwhile stands beside what is typed; a lost answer is no second adjustment. */
export const table = `
adjustmentForm.open --close.ask[0 isDirty]--> stays / askDiscard
adjustmentForm.open --close.ask[1]--> adjustmentForm.closed
adjustmentForm.open --close.confirmed[0]--> adjustmentForm.closed
adjustmentForm.open --delete.ask[0 isEdit]--> stays / askDelete
adjustmentForm.open --delete.confirmed[0 isEdit]--> adjustmentForm.deleting / keepReason

adjustmentForm.open.editing --form.submit[0]--> adjustmentForm.saving / keepBody
adjustmentForm.open.failed --form.submit[0]--> adjustmentForm.saving / keepBody
adjustmentForm.open.conflicted --form.submit[0]--> adjustmentForm.saving / keepBody
adjustmentForm.open.conflicted --newest.take[0]--> adjustmentForm.open.editing / forgetError

adjustmentForm.saving --xstate.done.actor.saveAdjustment[0]--> adjustmentForm.saved / keepSaved
adjustmentForm.saving --xstate.error.actor.saveAdjustment[0]--> adjustmentForm.deciding / keepRefusal
adjustmentForm.deleting --xstate.done.actor.voidAdjustment[0]--> adjustmentForm.deleted
adjustmentForm.deleting --xstate.error.actor.voidAdjustment[0]--> adjustmentForm.deciding / keepRefusal

adjustmentForm.deciding --always[0 isConflict]--> adjustmentForm.saved / takeSaved
adjustmentForm.deciding --always[1 isConflict]--> adjustmentForm.deleted
adjustmentForm.deciding --always[2 isConflict]--> adjustmentForm.open.ended / showError, showTheirs
adjustmentForm.deciding --always[3 isConflict]--> adjustmentForm.saving / followOwn
adjustmentForm.deciding --always[4 isConflict]--> adjustmentForm.open.conflicted / showError, showTheirs
adjustmentForm.deciding --always[5 isConflict]--> adjustmentForm.loadingNewest / showError
adjustmentForm.deciding --always[6 isConflict]--> adjustmentForm.open.failed / keepUnsure, showError, reportUnanswered
adjustmentForm.deciding --always[7]--> adjustmentForm.open.failed / showError

adjustmentForm.loadingNewest --xstate.done.actor.loadNewest[0 isClosed]--> adjustmentForm.open.ended / keepNewest
adjustmentForm.loadingNewest --xstate.done.actor.loadNewest[1]--> adjustmentForm.open.conflicted / keepNewest
adjustmentForm.loadingNewest --xstate.error.actor.loadNewest[0]--> adjustmentForm.open.failed
`;

export const ignored = `
open.editing, open.failed, open.ended: newest.take — there is no newer version beside what was typed
open.ended: form.submit — it was voided, rejected or closed: nothing typed can be saved any more
saving, deleting: form.submit, delete.ask, delete.confirmed — one call at a time; the buttons wait
saving, deleting, loadingNewest: close.ask, close.confirmed — never closed before the server answered
saving, deleting: newest.take — the conflict that offered it is left
loadingNewest: form.submit, delete.ask, delete.confirmed, newest.take — what would be overwritten is not known yet
saved, deleted, closed: form.submit, delete.ask, delete.confirmed, close.ask, close.confirmed, newest.take — the dialog is gone
`;
