/** Decisions 7.07 and 8.02: a run is polled while the server works on it; irreversible actions ask for confirmation. */
export const table = `
importRun.loading --xstate.done.actor.loadRun[0]--> importRun.weighing / setRun, forgetError
importRun.loading --xstate.error.actor.loadRun[0]--> importRun.failed / setLoadError
importRun.failed --run.retry[0]--> importRun.loading / forgetError
importRun.weighing --always[0 isNews]--> importRun.weighing (reenter) / setListed, reportChanged
importRun.weighing --always[1 isBusy]--> importRun.waiting
importRun.weighing --always[2]--> importRun.shown
importRun.waiting --xstate.after.poll.importRun.waiting[0]--> importRun.looking
importRun.waiting --step.choose[0 isAsked]--> importRun.asking / setStep
importRun.waiting --step.choose[1 isOffered]--> importRun.saving / setStep
importRun.looking --xstate.done.actor.loadRun[0]--> importRun.weighing / setRun, forgetError
importRun.looking --xstate.error.actor.loadRun[0]--> importRun.waiting / setLoadError
importRun.looking --step.choose[0 isAsked]--> importRun.asking / setStep
importRun.looking --step.choose[1 isOffered]--> importRun.saving / setStep
importRun.shown --step.choose[0 isAsked]--> importRun.asking / setStep
importRun.shown --step.choose[1 isOffered]--> importRun.saving / setStep
importRun.shown --error.dismiss[0 hasError]--> stays / forgetError
importRun.asking --xstate.done.actor.askStep[0 isRefused]--> importRun.weighing / forgetStep
importRun.asking --xstate.done.actor.askStep[1]--> importRun.saving
importRun.asking --xstate.error.actor.askStep[0]--> importRun.weighing / setStepError, forgetStep
importRun.saving --xstate.done.actor.saveStep[0 isGone]--> importRun.gone / reportGone, reportChanged
importRun.saving --xstate.done.actor.saveStep[1]--> importRun.weighing / setRun, setListed, forgetStep, reportChanged
importRun.saving --xstate.error.actor.saveStep[0]--> importRun.rereading / setStepError, forgetStep
importRun.rereading --xstate.done.actor.loadRun[0]--> importRun.weighing / setRun
importRun.rereading --xstate.error.actor.loadRun[0]--> importRun.weighing
`;

export const ignored = `
loading, failed: step.choose — nobody knows what may be done with the run
loading: run.retry, error.dismiss — it is being loaded
failed: error.dismiss — the sentence stands for the run, which is not there
waiting, looking: run.retry — it is looked at every second anyway
waiting, looking: error.dismiss — the next look takes it away
shown: run.retry — it is there
asking, saving: step.choose, run.retry, error.dismiss — one step at a time
rereading: step.choose, run.retry, error.dismiss — what may be done is just being read
gone: step.choose, run.retry, error.dismiss — there is no run any more
`;
