/** Spec 2.38, 5.02, 9.07 and decisions 2: half a second and the answer, both; it closes on success only; a stale edit offers the newest version. */
export const table = `
adjustmentForm.open --close.ask[0 isDirty]--> stays / askDiscard
adjustmentForm.open --close.ask[1]--> adjustmentForm.closed
adjustmentForm.open --close.confirmed[0]--> adjustmentForm.closed
adjustmentForm.open --delete.ask[0 isEdit]--> stays / askDelete
adjustmentForm.open --delete.confirmed[0 isEdit]--> adjustmentForm.deleting / forgetError

adjustmentForm.open.editing --form.submit[0]--> adjustmentForm.saving / keepBody
adjustmentForm.open.failed --form.submit[0]--> adjustmentForm.saving / keepBody
adjustmentForm.open.conflicted --newest.load[0]--> adjustmentForm.loadingNewest

adjustmentForm.saving.call.running --xstate.done.actor.saveAdjustment[0]--> adjustmentForm.saving.call.answered / keepSaved
adjustmentForm.saving.call.running --xstate.error.actor.saveAdjustment[0 isStale]--> adjustmentForm.open.conflicted / keepError
adjustmentForm.saving.call.running --xstate.error.actor.saveAdjustment[1]--> adjustmentForm.open.failed / keepError
adjustmentForm.saving.pause.pausing --xstate.after.halfSecond.adjustmentForm.saving.pause.pausing[0]--> adjustmentForm.saving.pause.paused
adjustmentForm.saving --xstate.done.state.adjustmentForm.saving[0]--> adjustmentForm.saved

adjustmentForm.deleting.call.running --xstate.done.actor.voidAdjustment[0]--> adjustmentForm.deleting.call.answered
adjustmentForm.deleting.call.running --xstate.error.actor.voidAdjustment[0 isStale]--> adjustmentForm.open.conflicted / keepError
adjustmentForm.deleting.call.running --xstate.error.actor.voidAdjustment[1]--> adjustmentForm.open.failed / keepError
adjustmentForm.deleting.pause.pausing --xstate.after.halfSecond.adjustmentForm.deleting.pause.pausing[0]--> adjustmentForm.deleting.pause.paused
adjustmentForm.deleting --xstate.done.state.adjustmentForm.deleting[0]--> adjustmentForm.deleted

adjustmentForm.loadingNewest --xstate.done.actor.loadNewest[0]--> adjustmentForm.open / keepNewest
adjustmentForm.loadingNewest --xstate.error.actor.loadNewest[0]--> adjustmentForm.open.conflicted / keepError
`;
