/**
 * Spec 2.45, 4.07, 7.26, 8.04: a question resets list and cursor, pages are appended as long as a cursor is returned, a failed page is
 * retried in place.
 */
export const table = `
infiniteList --question.changed[0 hasNewQuestion]--> infiniteList.loadingFirst (reenter) / ask
infiniteList --question.changed[1]--> infiniteList.waiting / ask, forgetAll
infiniteList --list.reload[0 hasQuestion]--> infiniteList.loadingFirst (reenter) / rewind
infiniteList --item.replace[0 isNewest]--> stays / recount, replace

infiniteList.deciding --always[0 hasQuestion]--> infiniteList.loadingFirst
infiniteList.deciding --always[1]--> infiniteList.waiting

infiniteList.loadingFirst --xstate.done.actor.loadPage[0]--> infiniteList.shown / setFirst
infiniteList.loadingFirst --xstate.error.actor.loadPage[0]--> infiniteList.failedFirst / setError, forgetOthers
infiniteList.loadingFirst --item.replace[0 isShownUnversioned]--> infiniteList.loadingFirst (reenter) / replace
infiniteList.failedFirst --list.retry[0]--> infiniteList.loadingFirst / forgetError

infiniteList.shown --list.more[0 hasMore]--> infiniteList.loadingMore
infiniteList.loadingMore --xstate.done.actor.loadPage[0]--> infiniteList.shown / setMore
infiniteList.loadingMore --xstate.error.actor.loadPage[0]--> infiniteList.failedMore / setError
infiniteList.failedMore --list.retry[0]--> infiniteList.loadingMore / forgetError

infiniteList.loadingFirst.deciding --always[0 isAnswered]--> infiniteList.loadingFirst.refreshing
infiniteList.loadingFirst.deciding --always[1]--> infiniteList.loadingFirst.replacing
`;

export const ignored = `
waiting: list.more, list.retry — nothing was asked
loadingFirst, loadingMore: list.more — never a page twice; the end of the list asks again when it is reached
loadingFirst, loadingMore, shown: list.retry — only a page that failed offers it
failedFirst, failedMore: list.more — the button under the sentence goes on where it failed
`;
