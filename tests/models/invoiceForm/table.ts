/**
 * Spec 2.61, decisions 2.14 and 1.06: after a failure the form stays open with the typed values; an invoice that was saved but not sent
 * stays a draft.
 */
export const table = `
invoiceForm.open --form.submit[0 sends]--> invoiceForm.saving.toSend / setBody
invoiceForm.open --form.submit[1]--> invoiceForm.saving.toKeep / setBody
invoiceForm.open --close.ask[0 isDirty]--> stays / askDiscard
invoiceForm.open --close.ask[1]--> invoiceForm.closed
invoiceForm.open --close.confirmed[0]--> invoiceForm.closed
invoiceForm.open.conflicted --newest.take[0]--> invoiceForm.open.editing / forgetError
invoiceForm.saving --xstate.done.actor.saveInvoice[0 isToSend]--> invoiceForm.sending / setSaved
invoiceForm.saving --xstate.done.actor.saveInvoice[1]--> invoiceForm.saved / reportSaved
invoiceForm.saving --xstate.error.actor.saveInvoice[0 isStale]--> invoiceForm.open.conflicted / setNewest
invoiceForm.saving --xstate.error.actor.saveInvoice[1]--> invoiceForm.open.failed / setError
invoiceForm.sending --xstate.done.actor.sendInvoice[0]--> invoiceForm.saved / reportSaved
invoiceForm.sending --xstate.error.actor.sendInvoice[0]--> invoiceForm.open.unsent / setUnsent
`;

export const ignored = `
open.editing, open.failed, open.unsent: newest.take — there is no newer version beside what was typed
saving.toKeep, saving.toSend, sending: form.submit — one at a time; its button waits
saving.toKeep, saving.toSend, sending: close.ask, close.confirmed — never closed before the server answered
saving.toKeep, saving.toSend, sending: newest.take — the conflict that offered it is left
saved, closed: form.submit, close.ask, close.confirmed, newest.take — the dialog is gone
`;
