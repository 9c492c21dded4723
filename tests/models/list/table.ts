/**
 * Spec 2.35, 2.36, 4.05: a filter loads at once, a search after a pause; searches and sorts that the server doesn't support apply to the
 * current page; a row opens, is replaced by the next and closes; after an action the page is read again.
 */
export const table = `
list.question.still --search.type[0 searchesAll]--> list.question.typing / setSearch
list.question.still --search.type[1]--> stays / setSearch
list.question.typing --search.type[0]--> list.question.typing (reenter) / setSearch
list.question.typing --xstate.after.searchDebounce.list.question.typing[0]--> list.question.still / ask, askTotals
list.question --filter.choose[0 isOtherChoice]--> list.question.still / setFilter, ask, askTotals
list.question --part.changed[0 isOtherPart]--> list.question.still / setPart, ask, askTotals
list.question --search.set[0 isOtherQuestion]--> list.question.still / setSearch, ask, askTotals
list.question --search.set[1]--> stays / setSearch
list.question --sort.toggle[0 sortsAll]--> list.question.still / toggleSort, ask
list.question --sort.toggle[1]--> stays / toggleSort, rewind
list.question --sort.set[0 isOtherOrder]--> list.question.still / setSort, ask
list.question --sort.set[1]--> stays / setSort

list.row.deciding --always[0 hasOpened]--> list.row.opened
list.row.deciding --always[1]--> list.row.closed
list.row.closed --row.open[0]--> list.row.opened / setOpened
list.row.opened --row.open[0 isOtherRow]--> stays / setOpened
list.row.opened --row.close[0]--> list.row.closed / forgetOpened

list --action.choose[0]--> stays / act
list --action.settled[0 isRefused]--> stays / relayToParent
list --action.settled[1]--> stays / relayToParent, reload, reloadTotals
list --error.dismiss[0]--> stays / forgetError
list --list.reload[0]--> stays / reload, reloadTotals
`;

export const ignored = `
row.closed: row.close — no row is open
`;
