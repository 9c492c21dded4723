/**
 * Spec 2.45-2.48, 4.07, 7.26: each change of the question sends one request, a saved event replaces its row and is marked, a sync reads the
 * list again.
 */
export const table = `
events --sort.toggle[0 isColumn]--> stays / toggleSort, askList, askCalendar, forgetNews, deselect
events --sort.to[0 isOtherSort]--> stays / setSort, askList, askCalendar, forgetNews, deselect
events --filters.changed[0]--> stays / setFilters, askList, askCalendar, forgetNews, deselect
events --xstate.snapshot.period[0 isMoved]--> stays / setRange, askList, askCalendar, forgetNews, deselect
events --event.saved[0]--> stays / setModified, replaceRow, replaceDay
events --event.read[0]--> stays / replaceRow, replaceDay
events --event.heard[0 isOthers]--> stays / setNews, replaceRow, replaceDay, notifyCells
events --event.heard[1]--> stays / replaceRow, replaceDay, notifyCells
events --events.stale[0]--> stays / reloadList, reloadCalendar, forgetNews
events --sync.settled[0]--> stays / reloadList, reloadCalendar, forgetNews, deselect
events --panel.open[0]--> stays / openPanel
events --panel.close[0]--> stays / closePanel

events.deciding --always[0 isTable]--> events.table
events.deciding --always[1]--> events.calendar / openCalendar
events.table --view.choose[0 isTable]--> stays
events.table --view.choose[1]--> events.calendar / leaveGrid, openCalendar
events.calendar --view.choose[0 isTable]--> events.table / closeCalendar
events.calendar --view.choose[1]--> stays / openCalendar
`;

export const ignored = ``;
