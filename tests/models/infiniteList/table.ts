/** Spec 2.45, 4.07, 7.26, 8.04: a question resets list and cursor, pages are appended while a cursor comes, a failed page is tried where it failed. */
export const table = `
infiniteList --question.changed[0 asksSomething]--> infiniteList.loadingFirst (reenter) / ask
infiniteList --question.changed[1]--> infiniteList.waiting / ask, forgetAll
infiniteList --list.reload[0 hasQuestion]--> infiniteList.loadingFirst (reenter) / rewind
infiniteList --item.replace[0 isShown]--> stays / recount, replace

infiniteList.deciding --always[0 hasQuestion]--> infiniteList.loadingFirst
infiniteList.deciding --always[1]--> infiniteList.waiting

infiniteList.loadingFirst --xstate.done.actor.loadPage[0]--> infiniteList.shown / keepFirst
infiniteList.loadingFirst --xstate.error.actor.loadPage[0]--> infiniteList.failedFirst / keepError, forgetOthers
infiniteList.failedFirst --list.retry[0]--> infiniteList.loadingFirst / forgetError

infiniteList.shown --list.more[0 hasMore]--> infiniteList.loadingMore
infiniteList.loadingMore --xstate.done.actor.loadPage[0]--> infiniteList.shown / keepMore
infiniteList.loadingMore --xstate.error.actor.loadPage[0]--> infiniteList.failedMore / keepError
infiniteList.failedMore --list.retry[0]--> infiniteList.loadingMore / forgetError
`;
