/** Spec 2.58, 7.13, 8.12 and decisions 4.03: a confirm before whatever cannot be taken back, a prompt for a password, never against oneself. */
export const table = `
users.search.still --search.type[0]--> users.search.typing / keepSearch
users.search.typing --search.type[0]--> users.search.typing (reenter) / keepSearch
users.search --role.choose[0 isOtherRole]--> users.search.still / keepRole, ask
users.search.typing --xstate.after.searchDebounce.users.search.typing[0]--> users.search.still / ask

users.work.browsing --form.open[0]--> users.work.editing / keepSubject
users.work.browsing --import.open[0 mayImport]--> users.work.importing / forgetError
users.work.browsing --action.choose[0 isAgainstSelf]--> stays
users.work.browsing --action.choose[1]--> users.work.asking / keepAction
users.work.browsing --error.dismiss[0]--> stays / forgetError

users.work.editing --form.closed[0]--> users.work.browsing / forgetSubject
users.work.editing --form.saved[0 isMadeUp]--> users.work.revealing / keepTemporary, forgetSubject, reload
users.work.editing --form.saved[1]--> users.work.browsing / reportSaved, forgetSubject, reload
users.work.importing --import.closed[0]--> users.work.browsing / reload

users.work.asking --xstate.done.actor.askAction[0 isRefused]--> users.work.browsing / forgetAction
users.work.asking --xstate.done.actor.askAction[1]--> users.work.acting / keepPassword
users.work.asking --xstate.error.actor.askAction[0]--> users.work.browsing / keepError, forgetAction

users.work.acting --xstate.done.actor.saveAction[0 isMadeUp]--> users.work.revealing / keepTemporary, forgetAction, reload
users.work.acting --xstate.done.actor.saveAction[1]--> users.work.browsing / reportDone, forgetAction, reload
users.work.acting --xstate.error.actor.saveAction[0]--> users.work.browsing / keepError, forgetAction, reload
users.work.revealing --temporary.close[0]--> users.work.browsing / forgetTemporary
`;

export const ignored = `
work.browsing: form.closed, form.saved, import.closed, temporary.close — nothing is open
work.editing: form.open, import.open, action.choose, error.dismiss — the form covers the page
work.editing: import.closed, temporary.close — neither is open
work.importing: form.open, import.open, action.choose, error.dismiss — the import covers the page
work.importing: form.closed, form.saved, temporary.close — neither is open
work.asking: form.open, import.open, action.choose, error.dismiss — the question covers the page
work.acting: form.open, import.open, action.choose — one change at a time: nothing is begun before its answer
work.acting: error.dismiss — the error before was taken away when the action was chosen
work.asking, work.acting: form.closed, form.saved, import.closed, temporary.close — nothing is open
work.revealing: form.open, import.open, action.choose, error.dismiss — the password covers the page until it was taken
work.revealing: form.closed, form.saved, import.closed — nothing else is open
`;
