/**
 * Spec 2.38, 5.02, 9.07 and decisions 2.10: waits for both half a second and the response; closes only on success; shows conflicting
 * changes next to the typed values; a lost response creates no second adjustment. Decisions 2.25: a new adjustment is for an invoice or for
 * a person.
 */
export const table = `
adjustmentForm.subject.starting --always[0 isForPerson]--> adjustmentForm.subject.forPerson
adjustmentForm.subject.starting --always[1]--> adjustmentForm.subject.forInvoice
adjustmentForm.subject.forInvoice --person.choose[0 and(isChoosable, isOpen)]--> adjustmentForm.subject.forPerson / forgetError
adjustmentForm.subject.forPerson --invoice.choose[0 and(isChoosable, isOpen)]--> adjustmentForm.subject.forInvoice / forgetError

adjustmentForm.form.open --close.ask[0 isDirty]--> stays / askDiscard
adjustmentForm.form.open --close.ask[1]--> adjustmentForm.form.closed
adjustmentForm.form.open --close.confirmed[0]--> adjustmentForm.form.closed
adjustmentForm.form.open --delete.ask[0 isEdit]--> stays / askDelete
adjustmentForm.form.open --delete.confirmed[0 isEdit]--> adjustmentForm.form.deleting / setReason

adjustmentForm.form.open.editing --form.submit[0]--> adjustmentForm.form.saving / setBody
adjustmentForm.form.open.failed --form.submit[0]--> adjustmentForm.form.saving / setBody
adjustmentForm.form.open.conflicted --form.submit[0]--> adjustmentForm.form.saving / setBody
adjustmentForm.form.open.conflicted --newest.take[0]--> adjustmentForm.form.open.editing / forgetError

adjustmentForm.form.saving --xstate.done.actor.saveAdjustment[0]--> adjustmentForm.form.saved / setSaved
adjustmentForm.form.saving --xstate.error.actor.saveAdjustment[0]--> adjustmentForm.form.deciding / setRefusal
adjustmentForm.form.deleting --xstate.done.actor.voidAdjustment[0]--> adjustmentForm.form.deleted
adjustmentForm.form.deleting --xstate.error.actor.voidAdjustment[0]--> adjustmentForm.form.deciding / setRefusal

adjustmentForm.form.deciding --always[0 isConflict]--> adjustmentForm.form.saved / takeSaved
adjustmentForm.form.deciding --always[1 isConflict]--> adjustmentForm.form.deleted
adjustmentForm.form.deciding --always[2 isConflict]--> adjustmentForm.form.open.ended / showError, showTheirs
adjustmentForm.form.deciding --always[3 isConflict]--> adjustmentForm.form.saving / followOwn
adjustmentForm.form.deciding --always[4 isConflict]--> adjustmentForm.form.open.conflicted / showError, showTheirs
adjustmentForm.form.deciding --always[5 isConflict]--> adjustmentForm.form.loadingNewest / showError
adjustmentForm.form.deciding --always[6 isConflict]--> adjustmentForm.form.open.failed / setUnsure, showError, reportUnanswered
adjustmentForm.form.deciding --always[7]--> adjustmentForm.form.open.failed / showError

adjustmentForm.form.loadingNewest --xstate.done.actor.loadNewest[0 isClosed]--> adjustmentForm.form.open.ended / setNewest
adjustmentForm.form.loadingNewest --xstate.done.actor.loadNewest[1]--> adjustmentForm.form.open.conflicted / setNewest
adjustmentForm.form.loadingNewest --xstate.error.actor.loadNewest[0]--> adjustmentForm.form.open.failed
`;

export const ignored = `
subject.forInvoice: invoice.choose — it is for an invoice already
subject.forPerson: person.choose — it is for a person already
form.open.editing, form.open.failed, form.open.ended: newest.take — there is no newer version beside what was typed
form.open.ended: form.submit — it was voided, rejected or closed: nothing typed can be saved any more
form.saving, form.deleting: form.submit, delete.ask, delete.confirmed — one call at a time; the buttons wait
form.saving, form.deleting, form.loadingNewest: close.ask, close.confirmed — never closed before the server answered
form.saving, form.deleting: newest.take — the conflict that offered it is left
form.loadingNewest: form.submit, delete.ask, delete.confirmed, newest.take — what would be overwritten is not known yet
form.saved, form.deleted, form.closed: form.submit, delete.ask, delete.confirmed, close.ask, close.confirmed, newest.take — the dialog is gone
`;
