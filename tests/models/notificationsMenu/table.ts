/**
 * Spec 2.21, 2.22, 4.04, 7.24, 7.25, 8.15, 9.03 and decisions 5.01: the list is loaded only when the dropdown is open; marking an unread
 * item reloads it, even if marking failed; the badge counts on load and every 60 s while the tab is visible.
 */
export const table = `
notificationsMenu.badge.deciding --always[0 counts]--> notificationsMenu.badge.counting
notificationsMenu.badge.deciding --always[1]--> notificationsMenu.badge.off
notificationsMenu.badge.counting --xstate.done.actor.countUnread[0]--> notificationsMenu.badge.resting / setCount
notificationsMenu.badge.counting --xstate.error.actor.countUnread[0]--> notificationsMenu.badge.resting / logFailure
notificationsMenu.badge.counting --count.refresh[0]--> notificationsMenu.badge.counting (reenter)
notificationsMenu.badge.counting --tab.hidden[0]--> notificationsMenu.badge.paused
notificationsMenu.badge.resting --xstate.after.poll.notificationsMenu.badge.resting[0]--> notificationsMenu.badge.counting
notificationsMenu.badge.resting --tab.hidden[0]--> notificationsMenu.badge.paused
notificationsMenu.badge.resting --count.refresh[0]--> notificationsMenu.badge.counting
notificationsMenu.badge.paused --tab.shown[0]--> notificationsMenu.badge.counting

notificationsMenu.menu.closed --menu.open[0]--> notificationsMenu.menu.loading
notificationsMenu.menu.loading --xstate.done.actor.loadItems[0]--> notificationsMenu.menu.shown / setItems
notificationsMenu.menu.loading --xstate.error.actor.loadItems[0]--> notificationsMenu.menu.failed / setError
notificationsMenu.menu.loading --items.renew[0]--> notificationsMenu.menu.loading (reenter)
notificationsMenu.menu.loading --menu.close[0]--> notificationsMenu.menu.closed
notificationsMenu.menu.shown --items.renew[0]--> notificationsMenu.menu.loading
notificationsMenu.menu.shown --menu.close[0]--> notificationsMenu.menu.closed
notificationsMenu.menu.failed --menu.retry[0]--> notificationsMenu.menu.loading
notificationsMenu.menu.failed --menu.close[0]--> notificationsMenu.menu.closed

notificationsMenu.marks.resting --item.choose[0 isUnread]--> notificationsMenu.marks.marking / setMarked
notificationsMenu.marks.marking --item.choose[0 isUnread]--> stays / setMarked
notificationsMenu.marks.marking --xstate.done.actor.markRead[0 hasMore]--> notificationsMenu.marks.marking (reenter) / dropMarked
notificationsMenu.marks.marking --xstate.done.actor.markRead[1]--> notificationsMenu.marks.resting / dropMarked, recount, renew
notificationsMenu.marks.marking --xstate.error.actor.markRead[0 hasMore]--> notificationsMenu.marks.marking (reenter) / logFailure, dropMarked
notificationsMenu.marks.marking --xstate.error.actor.markRead[1]--> notificationsMenu.marks.resting / logFailure, dropMarked, recount, renew
`;

export const ignored = `
badge.off: tab.hidden, tab.shown, count.refresh — the server announces no count, so none is asked for
badge.counting, badge.resting: tab.shown — a hidden tab would be paused, so this one is shown
badge.paused: tab.hidden — it is paused because it is hidden
badge.paused: count.refresh — it counts at once when the tab is shown again
menu.closed: menu.close, menu.retry — nothing is open
menu.closed: items.renew — the list is read when the menu opens
menu.loading, menu.shown, menu.failed: menu.open — it is open already
menu.loading, menu.shown: menu.retry — only a list that failed offers it
menu.failed: items.renew — the list that failed is tried again by the button under its sentence
`;
