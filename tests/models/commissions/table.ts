/** Spec 2.34, 2.35, 4.05, 7.20: period, status and person ask anew, the search once it has settled where the server searches, the sort is local, a record, a tool or a reason opens and closes, and an open record gives way to the next. */
export const table = `
commissions --xstate.snapshot.period[0 isMoved]--> stays / keepRange, ask
commissions --status.choose[0 isOtherStatus]--> stays / keepStatus, ask
commissions --person.choose[0 isOtherPerson]--> stays / keepPerson, ask
commissions --search.type[0 searchesAll]--> stays / keepSearch, dropSearch, holdSearch
commissions --search.type[1]--> stays / keepSearch
commissions --search.set[0 isOtherSearch]--> stays / keepSearch, dropSearch, raise
commissions --search.settled[0 searchesAll]--> stays / ask
commissions --sort.set[0]--> stays / keepSort
commissions --sort.toggle[0]--> stays / toggleSort, rewind
commissions.deciding --always[0 hasOpened]--> commissions.detailed
commissions.deciding --always[1]--> commissions.browsing
commissions.browsing --details.open[0]--> commissions.detailed / keepOpened
commissions.browsing --dialog.open[0]--> commissions.covered / keepDialog
commissions.covered --dialog.close[0]--> commissions.browsing / forgetDialog
commissions.detailed --details.open[0 isOtherRecord]--> stays / keepOpened
commissions.detailed --details.close[0]--> commissions.browsing / forgetOpened
`;

export const ignored = `
browsing: details.close, dialog.close — nothing is open
detailed: dialog.open, dialog.close — the details cover the page, and only they can be closed
covered: details.open, dialog.open, details.close — the dialog covers the page, and only it can be closed
`;
