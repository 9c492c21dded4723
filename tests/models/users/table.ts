/** Spec 2.58, 7.13, 8.12 and decisions 4.03: a confirm before whatever cannot be taken back, a prompt for a password, never against oneself. */
export const table = `
users.browsing --form.open[0]--> users.editing / keepSubject
users.browsing --import.open[0 mayImport]--> users.importing / forgetError
users.browsing --action.choose[0 isAgainstSelf]--> stays
users.browsing --action.choose[1]--> users.asking / keepAction
users.browsing --error.dismiss[0]--> stays / forgetError

users.editing --form.closed[0]--> users.browsing / forgetSubject
users.editing --form.saved[0 isMadeUp]--> users.revealing / keepTemporary, forgetSubject, reload
users.editing --form.saved[1]--> users.browsing / reportSaved, forgetSubject, reload
users.importing --import.closed[0]--> users.browsing / reload

users.asking --xstate.done.actor.askAction[0 isRefused]--> users.browsing / forgetAction
users.asking --xstate.done.actor.askAction[1]--> users.acting / keepPassword
users.asking --xstate.error.actor.askAction[0]--> users.browsing / keepError, forgetAction

users.acting --xstate.done.actor.saveAction[0 isMadeUp]--> users.revealing / keepTemporary, forgetAction, reload
users.acting --xstate.done.actor.saveAction[1]--> users.browsing / reportDone, forgetAction, reload
users.acting --xstate.error.actor.saveAction[0]--> users.browsing / keepError, forgetAction, reload
users.revealing --temporary.close[0]--> users.browsing / forgetTemporary
`;

export const ignored = `
browsing: form.closed, form.saved, import.closed, temporary.close — nothing is open
editing: form.open, import.open, action.choose, error.dismiss — the form covers the page
editing: import.closed, temporary.close — neither is open
importing: form.open, import.open, action.choose, error.dismiss — the import covers the page
importing: form.closed, form.saved, temporary.close — neither is open
asking: form.open, import.open, action.choose, error.dismiss — the question covers the page
acting: form.open, import.open, action.choose — one change at a time: nothing is begun before its answer
acting: error.dismiss — the error before was taken away when the action was chosen
asking, acting: form.closed, form.saved, import.closed, temporary.close — nothing is open
revealing: form.open, import.open, action.choose, error.dismiss — the password covers the page until it was taken
revealing: form.closed, form.saved, import.closed — nothing else is open
`;
