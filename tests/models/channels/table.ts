/** decisions 5.03: channels are added, changed, tested, and deleted after a yes; after each the list is read again. */
export const table = `
channels.loading --xstate.done.actor.loadChannels[0]--> channels.shown / keepChannels
channels.loading --xstate.error.actor.loadChannels[0]--> channels.failed / keepLoadError
channels.failed --channels.retry[0]--> channels.loading / forgetError
channels.shown --error.dismiss[0 hasError]--> stays / forgetError
channels.shown --channel.add[0]--> channels.editing / choose
channels.shown --channel.change[0]--> channels.editing / choose
channels.shown --channel.test[0]--> channels.testing / choose
channels.shown --channel.remove[0]--> channels.asking / choose
channels.editing --form.submit[0]--> channels.saving / keepBody
channels.editing --close.ask[0 isDirty]--> stays / askDiscard
channels.editing --close.ask[1]--> channels.shown / forgetError, forgetChosen
channels.editing --close.confirmed[0]--> channels.shown / forgetError, forgetChosen
channels.saving --xstate.done.actor.saveChannel[0]--> channels.loading / reportSaved, forgetChosen
channels.saving --xstate.error.actor.saveChannel[0]--> channels.editing / keepError
channels.testing --xstate.done.actor.testChannel[0]--> channels.loading / reportTested, forgetChosen
channels.testing --xstate.error.actor.testChannel[0]--> channels.loading / keepError, forgetChosen
channels.asking --xstate.done.actor.askRemove[0 isAgreed]--> channels.removing
channels.asking --xstate.done.actor.askRemove[1]--> channels.shown / forgetChosen
channels.asking --xstate.error.actor.askRemove[0]--> channels.shown / forgetChosen
channels.removing --xstate.done.actor.removeChannel[0]--> channels.loading / reportRemoved, forgetChosen
channels.removing --xstate.error.actor.removeChannel[0]--> channels.loading / keepError, forgetChosen
`;

export const ignored = `
loading, shown, editing, saving, testing, asking, removing: channels.retry — only a list that failed offers it
loading, failed, editing, saving, testing, asking, removing: channel.add, channel.change, channel.test, channel.remove — the buttons wait until the list is shown again
loading, failed, editing, saving, testing, asking, removing: error.dismiss — the sentence stays until the list is shown again
loading, failed, shown, saving, testing, asking, removing: form.submit — no form is open, or it is being saved
loading, failed, shown, saving, testing, asking, removing: close.ask, close.confirmed — no form is open, or it closes with the answer
`;
