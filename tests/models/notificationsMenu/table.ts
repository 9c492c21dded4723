/**
 * Spec 2.21, 2.22, 4.04, 7.24, 7.25, 8.15, 9.03 and decisions 5: the list is loaded only when the dropdown is open; marking an
 * unread item reloads it, also when marking failed; the badge counts on load and every 60 s while the tab is visible.
 */
export const table = `
notificationsMenu.badge.deciding --always[0 counts]--> notificationsMenu.badge.counting
notificationsMenu.badge.deciding --always[1]--> notificationsMenu.badge.off
notificationsMenu.badge.counting --xstate.done.actor.countUnread[0]--> notificationsMenu.badge.resting / keepCount
notificationsMenu.badge.counting --xstate.error.actor.countUnread[0]--> notificationsMenu.badge.resting / logFailure
notificationsMenu.badge.counting --count.refresh[0]--> notificationsMenu.badge.counting (reenter)
notificationsMenu.badge.counting --tab.hidden[0]--> notificationsMenu.badge.paused
notificationsMenu.badge.resting --xstate.after.poll.notificationsMenu.badge.resting[0]--> notificationsMenu.badge.counting
notificationsMenu.badge.resting --tab.hidden[0]--> notificationsMenu.badge.paused
notificationsMenu.badge.resting --count.refresh[0]--> notificationsMenu.badge.counting
notificationsMenu.badge.paused --tab.shown[0]--> notificationsMenu.badge.counting

notificationsMenu.menu.closed --menu.open[0]--> notificationsMenu.menu.loading
notificationsMenu.menu.loading --xstate.done.actor.loadItems[0]--> notificationsMenu.menu.shown / keepItems
notificationsMenu.menu.loading --xstate.error.actor.loadItems[0]--> notificationsMenu.menu.failed / keepError
notificationsMenu.menu.loading --item.choose[0 isUnread]--> notificationsMenu.menu.marking / keepMarked
notificationsMenu.menu.loading --menu.close[0]--> notificationsMenu.menu.closed
notificationsMenu.menu.shown --item.choose[0 isUnread]--> notificationsMenu.menu.marking / keepMarked
notificationsMenu.menu.shown --menu.close[0]--> notificationsMenu.menu.closed
notificationsMenu.menu.marking --xstate.done.actor.markRead[0]--> notificationsMenu.menu.loading / recount
notificationsMenu.menu.marking --xstate.error.actor.markRead[0]--> notificationsMenu.menu.loading / logFailure, recount
notificationsMenu.menu.marking --menu.close[0]--> notificationsMenu.menu.closed
notificationsMenu.menu.failed --menu.retry[0]--> notificationsMenu.menu.loading
notificationsMenu.menu.failed --menu.close[0]--> notificationsMenu.menu.closed
`;
