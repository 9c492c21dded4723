/**
 * Spec 2.34, 2.35, 4.05, 7.20: the list receives the period; a tool or an explanation opens, is replaced by another and closes, and opening
 * a row replaces it.
 */
export const table = `
commissions --xstate.snapshot.list[0 isOpened]--> commissions.browsing / forgetDialog
commissions --scope.changed[0]--> stays / keepScope, askList
commissions --xstate.snapshot.period[0]--> stays / setRange, askList
commissions --xstate.snapshot.lens[0]--> stays / setAsOf, askList
commissions.deciding --always[0 isCovered]--> commissions.covered
commissions.deciding --always[1]--> commissions.browsing
commissions.browsing --dialog.open[0]--> commissions.covered / setDialog, closeRow
commissions.covered --dialog.open[0 isOther]--> stays / setDialog
commissions.covered --dialog.close[0]--> commissions.browsing / forgetDialog
`;

export const ignored = `
browsing: dialog.close — nothing is open
`;
