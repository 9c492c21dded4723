/** Spec 2.45: month and week of the same filtered events; it loads only while open, and only the days shown. */
export const table = `
eventsCalendar --day.changed[0]--> stays / setToday

eventsCalendar.resting --question.changed[0]--> stays / ask
eventsCalendar.resting --calendar.open[0]--> eventsCalendar.open / setMode

eventsCalendar.open --question.changed[0]--> eventsCalendar.open.loading (reenter) / ask, forget
eventsCalendar.open --calendar.open[0 isOtherMode]--> eventsCalendar.open.loading (reenter) / setMode
eventsCalendar.open --calendar.previous[0]--> eventsCalendar.open.loading (reenter) / step
eventsCalendar.open --calendar.next[0]--> eventsCalendar.open.loading (reenter) / step
eventsCalendar.open --calendar.today[0]--> eventsCalendar.open.loading (reenter) / goToToday
eventsCalendar.open --calendar.reload[0]--> eventsCalendar.open.loading (reenter)
eventsCalendar.open --calendar.close[0]--> eventsCalendar.resting / forget
eventsCalendar.open --item.replace[0]--> stays / replace

eventsCalendar.open.loading --item.replace[0]--> eventsCalendar.open.loading (reenter) / replace
eventsCalendar.open.loading --xstate.done.actor.loadAll[0]--> eventsCalendar.open.shown / setEvents
eventsCalendar.open.loading --xstate.error.actor.loadAll[0]--> eventsCalendar.open.failed / setError
`;

export const ignored = `
resting: calendar.previous, calendar.next, calendar.today, calendar.close — the calendar is not shown
resting: calendar.reload, item.replace — all of it is read when it opens
`;
