/** Decisions 2.13: a step that the server's actions name is saved and the questions are read again; a failed one leaves them, and reads them again where somebody else was faster. */
export const table = `
dispute.loading --xstate.done.actor.loadDisputes[0]--> dispute.shown / keepDisputes
dispute.loading --xstate.error.actor.loadDisputes[0]--> dispute.failed / keepLoadError
dispute.shown --step.submit[0 isAllowed]--> dispute.saving / keepStep
dispute.saving --xstate.done.actor.saveStep[0]--> dispute.loading / reportSaved, countSaved
dispute.saving --xstate.error.actor.saveStep[0 isOld]--> dispute.renewing / keepSaveError
dispute.saving --xstate.error.actor.saveStep[1]--> dispute.shown / keepSaveError
dispute.renewing --xstate.done.actor.loadDisputes[0]--> dispute.shown / renewDisputes
dispute.renewing --xstate.error.actor.loadDisputes[0]--> dispute.shown
dispute.failed --disputes.retry[0]--> dispute.loading
`;

export const ignored = `
loading, saving, renewing: step.submit — one step at a time, from questions as they are; the buttons are disabled
loading, saving, renewing, shown: disputes.retry — only questions that did not come offer it
failed: step.submit — what may be done is not known, and the form is not shown
`;
