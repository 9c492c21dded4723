/**
 * Decisions 1.02: a non-empty text is searched 150 ms after its last letter; late responses are ignored; screens and actions need no
 * server.
 */
export const table = `
palette.open --text.type[0 isSearchable]--> palette.open.waiting (reenter) / setText
palette.open --text.type[1]--> palette.open.idle / setText
palette.open --option.move[0 hasOptions]--> stays / step
palette.open --option.choose[0]--> palette.closed / perform, reportClosed
palette.open --palette.close[0]--> palette.closed / reportClosed

palette.open.waiting --xstate.after.lastLetter.palette.open.waiting[0]--> palette.open.searching
palette.open.searching --xstate.done.actor.search[0]--> palette.open.found / setFound
palette.open.searching --xstate.error.actor.search[0]--> palette.open.failed / logFailure
palette.open.failed --search.retry[0]--> palette.open.searching
`;

export const ignored = `
open.idle, open.waiting, open.searching, open.found: search.retry — nothing has failed
closed: text.type, option.move, option.choose, search.retry, palette.close — it is gone
`;
