/** Spec 2.38, 5.02, 9.07 and decisions 2: half a second and the answer, both; it closes on success only; what was changed meanwhile stands beside what is typed; a lost answer is no second adjustment. */
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

adjustmentForm.saving.call.running --xstate.done.actor.saveAdjustment[0]--> adjustmentForm.saving.call.answered / keepSaved
adjustmentForm.saving.call.running --xstate.error.actor.saveAdjustment[0 isDone]--> adjustmentForm.saving.call.answered / keepDone
adjustmentForm.saving.call.running --xstate.error.actor.saveAdjustment[1 hasEnded]--> adjustmentForm.open.ended / keepError, keepNewest
adjustmentForm.saving.call.running --xstate.error.actor.saveAdjustment[2 isOwn]--> adjustmentForm.saving (reenter) / followOwn
adjustmentForm.saving.call.running --xstate.error.actor.saveAdjustment[3 isShown]--> adjustmentForm.open.conflicted / keepError, keepNewest
adjustmentForm.saving.call.running --xstate.error.actor.saveAdjustment[4 isStale]--> adjustmentForm.loadingNewest / keepError
adjustmentForm.saving.call.running --xstate.error.actor.saveAdjustment[5 isUnanswered]--> adjustmentForm.open.failed / keepUnsure, keepError, reportUnanswered
adjustmentForm.saving.call.running --xstate.error.actor.saveAdjustment[6]--> adjustmentForm.open.failed / keepError
adjustmentForm.saving.pause.pausing --xstate.after.halfSecond.adjustmentForm.saving.pause.pausing[0]--> adjustmentForm.saving.pause.paused
adjustmentForm.saving --xstate.done.state.adjustmentForm.saving[0]--> adjustmentForm.saved

adjustmentForm.deleting.call.running --xstate.done.actor.voidAdjustment[0]--> adjustmentForm.deleting.call.answered
adjustmentForm.deleting.call.running --xstate.error.actor.voidAdjustment[0 isVoided]--> adjustmentForm.deleting.call.answered
adjustmentForm.deleting.call.running --xstate.error.actor.voidAdjustment[1 hasEnded]--> adjustmentForm.open.ended / keepError, keepNewest
adjustmentForm.deleting.call.running --xstate.error.actor.voidAdjustment[2 isShown]--> adjustmentForm.open.conflicted / keepError, keepNewest
adjustmentForm.deleting.call.running --xstate.error.actor.voidAdjustment[3 isStale]--> adjustmentForm.loadingNewest / keepError
adjustmentForm.deleting.call.running --xstate.error.actor.voidAdjustment[4 isUnanswered]--> adjustmentForm.open.failed / keepUnsureVoid, keepError, reportUnanswered
adjustmentForm.deleting.call.running --xstate.error.actor.voidAdjustment[5]--> adjustmentForm.open.failed / keepError
adjustmentForm.deleting.pause.pausing --xstate.after.halfSecond.adjustmentForm.deleting.pause.pausing[0]--> adjustmentForm.deleting.pause.paused
adjustmentForm.deleting --xstate.done.state.adjustmentForm.deleting[0]--> adjustmentForm.deleted

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
