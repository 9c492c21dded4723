/** Decisions 2.10: counts on load, every minute while the tab is visible, and after each decision. */
export const table = `
approvalsCount.counting --xstate.done.actor.countApprovals[0]--> approvalsCount.resting / setCount
approvalsCount.counting --xstate.error.actor.countApprovals[0]--> approvalsCount.resting / logFailure
approvalsCount.counting --tab.hidden[0]--> approvalsCount.paused
approvalsCount.counting --count.refresh[0]--> approvalsCount.counting (reenter)
approvalsCount.resting --xstate.after.poll.approvalsCount.resting[0]--> approvalsCount.counting
approvalsCount.resting --tab.hidden[0]--> approvalsCount.paused
approvalsCount.resting --count.refresh[0]--> approvalsCount.counting
approvalsCount.paused --tab.shown[0]--> approvalsCount.counting
`;

export const ignored = `
counting, resting: tab.shown — it is shown already
paused: tab.hidden, count.refresh — it counts once the tab is shown
`;
