/** Decisions 2.16: proposed, approved as one, completed; what the server does not offer is not done. */
export const table = `
payoutRun.loading --xstate.done.actor.loadRun[0]--> payoutRun.shown / keepRun
payoutRun.loading --xstate.error.actor.loadRun[0]--> payoutRun.failed / keepLoadError
payoutRun.failed --run.retry[0]--> payoutRun.loading / forgetError
payoutRun.shown.deciding --always[0 isProposed]--> payoutRun.shown.proposed
payoutRun.shown.deciding --always[1 isApproved]--> payoutRun.shown.approved
payoutRun.shown.deciding --always[2 isCancelled]--> payoutRun.shown.cancelled
payoutRun.shown.deciding --always[3]--> payoutRun.shown.completed
payoutRun.shown --run.step[0 mayDo]--> payoutRun.saving
payoutRun.shown --question.open[0 mayAsk]--> payoutRun.asking / keepQuestion
payoutRun.shown --error.dismiss[0]--> stays / forgetError
payoutRun.shown --run.retry[0]--> payoutRun.loading
payoutRun.asking --question.answer[0 isAnswer]--> payoutRun.saving
payoutRun.asking --question.close[0]--> payoutRun.shown / forgetQuestion
payoutRun.asking --run.retry[0]--> payoutRun.rereading
payoutRun.rereading --xstate.done.actor.loadRun[0 isStillAsked]--> payoutRun.asking / renewRun, forgetError
payoutRun.rereading --xstate.done.actor.loadRun[1]--> payoutRun.shown / renewRun, closeQuestion
payoutRun.rereading --xstate.error.actor.loadRun[0]--> payoutRun.asking / keepLoadError
payoutRun.saving --xstate.done.actor.saveStep[0]--> payoutRun.loading / forgetQuestion
payoutRun.saving --xstate.error.actor.saveStep[0 isAsking]--> payoutRun.asking / keepError
payoutRun.saving --xstate.error.actor.saveStep[1]--> payoutRun.shown / keepError
`;

export const ignored = `
loading: run.retry, run.step, question.open, question.answer, question.close, error.dismiss — the run is not there yet
failed: run.step, question.open, question.answer, question.close, error.dismiss — the run is not there
shown.proposed, shown.approved, shown.completed, shown.cancelled: question.answer, question.close — nothing was asked
asking: run.step, question.open, error.dismiss — one question at a time
saving: run.retry, run.step, question.open, question.answer, question.close, error.dismiss — one step at a time
rereading: run.retry, run.step, question.open, question.answer, question.close, error.dismiss — what may be done is just being read
`;
