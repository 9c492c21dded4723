/**
 * Spec 2.37, 2.58 and decisions 2.10, 4.03: nothing is saved before confirmation, one action at a time; the failure's reason stays until
 * dismissed.
 */
export const table = `
rowAction.idle --action.choose[0]--> rowAction.asking / setAction
rowAction.asking --xstate.done.actor.askAction[0 isRefused]--> rowAction.idle / reportRefused
rowAction.asking --xstate.done.actor.askAction[1]--> rowAction.saving / setTyped
rowAction.asking --xstate.error.actor.askAction[0]--> rowAction.failed / setError, reportFailed
rowAction.saving --xstate.done.actor.saveAction[0]--> rowAction.succeeded / reportSucceeded, forgetTyped
rowAction.saving --xstate.error.actor.saveAction[0]--> rowAction.failed / setError, reportFailed, forgetTyped
rowAction.failed --action.choose[0]--> rowAction.asking / setAction
rowAction.failed --error.dismiss[0]--> rowAction.idle / forgetError
rowAction.succeeded --action.choose[0]--> rowAction.asking / setAction
`;

export const ignored = `
idle, succeeded: error.dismiss — nothing has failed
asking: action.choose — the question covers the page
saving: action.choose — never two at once
asking, saving: error.dismiss — the error before was taken away when the action was chosen
`;
