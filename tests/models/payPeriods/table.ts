/** Decisions 2.11: what the server's actions do not name is not asked; closing is confirmed, reopening has a reason. */
export const table = `
payPeriods.loading --xstate.done.actor.loadPeriods[0]--> payPeriods.shown / keepPeriods
payPeriods.loading --xstate.error.actor.loadPeriods[0]--> payPeriods.failed / keepError
payPeriods.failed --periods.retry[0]--> payPeriods.loading / forgetError

payPeriods.shown --step.choose[0 isRefused]--> stays
payPeriods.shown --step.choose[1 isClosing]--> payPeriods.confirming / keepStep
payPeriods.shown --step.choose[2 isReopening]--> payPeriods.asking / keepStep
payPeriods.shown --step.choose[3]--> payPeriods.saving / keepStep

payPeriods.shown --hash.check[0 isKept]--> payPeriods.checking / keepChecked
payPeriods.checking --xstate.done.actor.checkKept[0 isUnchanged]--> payPeriods.shown / reportCheck
payPeriods.checking --xstate.done.actor.checkKept[1]--> payPeriods.shown / keepTampered
payPeriods.checking --xstate.error.actor.checkKept[0]--> payPeriods.shown / keepError

payPeriods.confirming --xstate.done.actor.confirmClose[0 isAgreed]--> payPeriods.saving
payPeriods.confirming --xstate.done.actor.confirmClose[1]--> payPeriods.shown / forgetStep
payPeriods.confirming --xstate.error.actor.confirmClose[0]--> payPeriods.shown / keepError

payPeriods.asking --xstate.done.actor.askReason[0 isCancelled]--> payPeriods.shown / forgetStep
payPeriods.asking --xstate.done.actor.askReason[1 isReason]--> payPeriods.saving / keepReason
payPeriods.asking --xstate.done.actor.askReason[2]--> payPeriods.shown / keepShortReason
payPeriods.asking --xstate.error.actor.askReason[0]--> payPeriods.shown / keepError

payPeriods.saving --xstate.done.actor.saveStep[0]--> payPeriods.loading / reportDone, forgetStep
payPeriods.saving --xstate.error.actor.saveStep[0 isStale]--> payPeriods.renewing / keepError
payPeriods.saving --xstate.error.actor.saveStep[1]--> payPeriods.shown / keepError
payPeriods.renewing --xstate.done.actor.loadPeriods[0]--> payPeriods.shown / keepPeriods
payPeriods.renewing --xstate.error.actor.loadPeriods[0]--> payPeriods.shown
`;

export const ignored = `
loading, confirming, asking, saving, renewing, checking: step.choose, hash.check — one thing at a time; the buttons are disabled
loading, confirming, asking, saving, renewing, checking, shown: periods.retry — only months that did not come offer it
failed: step.choose, hash.check — the months that stand there are not offered to be changed
`;
