/** Spec 2.34, 2.35, 4.05, 7.20: the list hears of the period; a tool or a reason opens and closes, and a row that is opened takes its place. */
export const table = `
commissions --xstate.snapshot.list[0 isOpened]--> commissions.browsing / forgetDialog
commissions --xstate.snapshot.period[0]--> stays / relayPeriod
commissions.browsing --dialog.open[0]--> commissions.covered / keepDialog, closeRow
commissions.covered --dialog.close[0]--> commissions.browsing / forgetDialog
`;

export const ignored = `
browsing: dialog.close — nothing is open
covered: dialog.open — the dialog covers the page, and only it can be closed
`;
