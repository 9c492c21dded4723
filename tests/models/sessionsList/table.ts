/** Spec 2.63 and decisions 4.04: end one, end all others after a yes; never the one that looks. */
export const table = `
sessionsList.loading --xstate.done.actor.loadSessions[0]--> sessionsList.shown / keepSessions
sessionsList.loading --xstate.error.actor.loadSessions[0]--> sessionsList.failed / keepError
sessionsList.failed --sessions.retry[0]--> sessionsList.loading / forgetError
sessionsList.shown --session.end[0 isOther]--> sessionsList.ending / keepChosen
sessionsList.shown --others.end[0 hasOthers]--> sessionsList.confirming / forgetError
sessionsList.ending --xstate.done.actor.endSession[0]--> sessionsList.loading / forgetChosen, reportEnded
sessionsList.ending --xstate.error.actor.endSession[0]--> sessionsList.loading / forgetChosen, keepError
sessionsList.confirming --xstate.done.actor.confirmOthers[0 isAgreed]--> sessionsList.endingOthers
sessionsList.confirming --xstate.done.actor.confirmOthers[1]--> sessionsList.shown
sessionsList.confirming --xstate.error.actor.confirmOthers[0]--> sessionsList.shown / keepError
sessionsList.endingOthers --xstate.done.actor.endOthers[0]--> sessionsList.loading / reportOthersEnded
sessionsList.endingOthers --xstate.error.actor.endOthers[0]--> sessionsList.loading / keepError
`;

export const ignored = `
loading, shown, ending, confirming, endingOthers: sessions.retry — only a list that failed offers it
loading, ending, confirming, endingOthers: session.end, others.end — the buttons wait until the list is read again
failed: session.end, others.end — no session is shown that could be ended
`;
