/** Decisions 2.07: an effective date, the impact with its progress, and the total typed before saving. */
export const table = `
configChange.dating --day.choose[0]--> stays / setDay
configChange.dating --impact.ask[0 hasDay]--> configChange.asking / forgetImpact

configChange.asking --xstate.done.actor.requestChange[0]--> configChange.weighing / setChange
configChange.asking --xstate.error.actor.requestChange[0]--> configChange.dating / setAskError

configChange.weighing --always[0 isComputed]--> configChange.shown
configChange.weighing --always[1 isFailed]--> configChange.dating / setJobError
configChange.weighing --always[2]--> configChange.waiting

configChange.waiting --xstate.after.poll.configChange.waiting[0]--> configChange.checking
configChange.checking --xstate.done.actor.findChange[0]--> configChange.weighing / setChange
configChange.checking --xstate.error.actor.findChange[0]--> configChange.unanswered / setAskError
configChange.unanswered --impact.retry[0]--> configChange.checking / forgetError

configChange.shown --total.type[0]--> stays / setTyped
configChange.shown --change.confirm[0 isTotal]--> configChange.saving / forgetError
configChange.shown --day.change[0]--> configChange.dating / forgetImpact

configChange.saving --xstate.done.actor.confirmChange[0]--> configChange.saved / reportSaved
configChange.saving --xstate.error.actor.confirmChange[0]--> configChange.shown / setSaveError
`;

export const ignored = `
dating: impact.retry, day.change, total.type, change.confirm — there is no impact yet
asking, waiting, checking: day.choose, impact.ask, impact.retry, day.change, total.type, change.confirm — the impact is being computed; Cancel closes the dialog
unanswered: day.choose, impact.ask, day.change, total.type, change.confirm — it is not known how far the impact is
shown: day.choose, impact.ask, impact.retry — the date of an impact that is shown stands still; Change the date leads back
saving: day.choose, impact.ask, impact.retry, day.change, total.type, change.confirm — the dialog waits for the answer
saved: day.choose, impact.ask, impact.retry, day.change, total.type, change.confirm — the dialog closes
`;
