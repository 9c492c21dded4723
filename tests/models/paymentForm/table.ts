/** Decisions 2.15: the same amount, reference and day is asked about; what failed stays open with what was typed. */
export const table = `
paymentForm.open --form.submit[0]--> paymentForm.saving / keepBody
paymentForm.open --close.ask[0 isDirty]--> stays / askDiscard
paymentForm.open --close.ask[1]--> paymentForm.closed
paymentForm.open --close.confirmed[0]--> paymentForm.closed
paymentForm.open.asking --twin.confirm[0 isAsked]--> paymentForm.saving
paymentForm.open.asking --twin.confirm[1]--> paymentForm.saving / keepBody
paymentForm.open.asking --twin.deny[0]--> paymentForm.open.editing / forgetTwin
paymentForm.saving --xstate.done.actor.savePayment[0]--> paymentForm.saved / reportSaved
paymentForm.saving --xstate.error.actor.savePayment[0 isTwin]--> paymentForm.open.asking / keepTwin
paymentForm.saving --xstate.error.actor.savePayment[1 isStale]--> paymentForm.open.failed / keepNewest
paymentForm.saving --xstate.error.actor.savePayment[2]--> paymentForm.open.failed / keepError
`;

export const ignored = `
open.editing, open.failed: twin.confirm, twin.deny — nothing was asked
saving: form.submit — one save at a time; its button waits
saving: close.ask, close.confirmed — never closed before the server answered
saving: twin.confirm, twin.deny — the question is left
saved, closed: form.submit, twin.confirm, twin.deny, close.ask, close.confirmed — the dialog is gone
`;
