/** Spec 2.51, 8.07, 8.15: a deletion asks first; the list is read again after every action and during a run. */
export const table = `
integrations --error.dismiss[0]--> stays / forgetError
integrations.loading --xstate.done.actor.loadList[0]--> integrations.idle / setItems
integrations.loading --xstate.error.actor.loadList[0]--> integrations.failed / setLoadError
integrations.failed --list.retry[0]--> integrations.loading / forgetError
integrations.idle --action.choose[0 isAsked]--> integrations.asking / setAction
integrations.idle --action.choose[1]--> integrations.acting / setAction
integrations.idle --list.reload[0]--> integrations.reloading
integrations.idle --xstate.after.runPoll.integrations.idle[0 isRunning]--> integrations.reloading
integrations.asking --xstate.done.actor.askAction[0 isRefused]--> integrations.idle / forgetAction
integrations.asking --xstate.done.actor.askAction[1]--> integrations.acting
integrations.asking --xstate.error.actor.askAction[0]--> integrations.idle / forgetAction
integrations.acting --xstate.done.actor.runAction[0]--> integrations.reloading / forgetAction
integrations.acting --xstate.error.actor.runAction[0 isQuiet]--> integrations.reloading / logFailure, forgetAction
integrations.acting --xstate.error.actor.runAction[1]--> integrations.reloading / setActionError, forgetAction
integrations.reloading --xstate.done.actor.loadList[0]--> integrations.idle / setItems
integrations.reloading --xstate.error.actor.loadList[0]--> integrations.idle / setLoadError
integrations.reloading --list.reload[0]--> integrations.reloading (reenter)
integrations.reloading --action.choose[0 isAsked]--> integrations.asking / setAction
integrations.reloading --action.choose[1]--> integrations.acting / setAction
`;

export const ignored = `
loading, failed: action.choose, list.reload — there is no list to choose from
loading, idle, asking, acting, reloading: list.retry — nothing of it failed to load
asking, acting: action.choose, list.reload — one thing at a time, and the list is read after it
`;
