/**
 * Spec 4.05, 7.20, 8.03: Next pushes, Previous pops; another question, sort or size returns to the first page; an error can be retried; a
 * page from a URL is reached page by page, because cursors only lead from one page to the next.
 */
export const table = `
cursorPages.deciding --always[0 hasQuestion]--> cursorPages.loading
cursorPages.deciding --always[1]--> cursorPages.waiting

cursorPages.loading --xstate.done.actor.loadPage[0 isOnTheWay]--> cursorPages.loading (reenter) / skipPage
cursorPages.loading --xstate.done.actor.loadPage[1]--> cursorPages.shown / setPage, arrive
cursorPages.loading --xstate.error.actor.loadPage[0]--> cursorPages.failed / setError

cursorPages.shown --page.next[0 hasNext]--> cursorPages.loading / forward
cursorPages.shown --page.previous[0 hasPrevious]--> cursorPages.loading / back

cursorPages.failed --page.retry[0]--> cursorPages.loading
cursorPages.failed --page.previous[0 hasPrevious]--> cursorPages.loading / back, arrive

cursorPages --question.changed[0 hasNewQuestion]--> cursorPages.loading (reenter) / ask
cursorPages --question.changed[1]--> cursorPages.waiting / ask, forgetPage
cursorPages --size.changed[0 isOtherSize]--> cursorPages.deciding / resize
cursorPages --page.go[0 isBehind]--> cursorPages.loading (reenter) / backTo
cursorPages --page.go[1 isAhead]--> cursorPages.loading (reenter) / seek
cursorPages --page.reload[0 hasQuestion]--> cursorPages.loading (reenter)
cursorPages --sort.changed[0 hasPrevious]--> cursorPages.loading (reenter) / rewind

cursorPages.loading.deciding --always[0 isAnswered]--> cursorPages.loading.refreshing
cursorPages.loading.deciding --always[1]--> cursorPages.loading.replacing
`;

export const ignored = `
waiting: page.next, page.previous, page.retry — nothing was asked, so there is no page to leave or to try again
loading: page.next, page.previous — from an unread page no cursor leads on; both buttons are disabled
loading, shown: page.retry — only a page that failed offers it
failed: page.next — what failed told no next cursor
`;
