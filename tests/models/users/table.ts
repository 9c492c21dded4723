/**
 * Spec 2.58, 7.13, 8.12 and decisions 4.03: a confirmation before every irreversible action, a prompt for a password, and never on the
 * current user.
 */
export const table = `
users.browsing --form.open[0]--> users.editing / setSubject, forgetError
users.browsing --import.open[0 mayImport]--> users.importing / forgetError
users.browsing --action.choose[0 isAgainstSelf]--> stays
users.browsing --action.choose[1]--> users.acting / act

users.editing --form.closed[0]--> users.browsing / forgetSubject
users.editing --form.saved[0 isGenerated]--> users.revealing / setTemporary, forgetSubject, reload
users.editing --form.saved[1]--> users.browsing / reportSaved, forgetSubject, reload
users.importing --import.closed[0]--> users.browsing / reload

users.acting --action.settled[0 isRevealing]--> users.revealing / setAnswer
users.acting --action.settled[1 isDone]--> users.browsing / reportDone
users.acting --action.settled[2]--> users.browsing
users.revealing --temporary.close[0]--> users.browsing / forgetTemporary
`;

export const ignored = `
browsing: form.closed, form.saved, import.closed, temporary.close — nothing is open
editing: form.open, import.open, action.choose — the form covers the page
editing: import.closed, temporary.close — neither is open
importing: form.open, import.open, action.choose — the import covers the page
importing: form.closed, form.saved, temporary.close — neither is open
acting: form.open, import.open, action.choose — one change at a time: nothing is begun before its answer
acting: form.closed, form.saved, import.closed, temporary.close — nothing is open
browsing, editing, importing, revealing: action.settled — the list tells it once, while it is waited for
revealing: form.open, import.open, action.choose — the password covers the page until it was taken
revealing: form.closed, form.saved, import.closed — nothing else is open
`;
