/** Decisions 2.09: read first, then acknowledged, with the hash of what was shown. */
export const table = `
planChange.loading --xstate.done.actor.loadChange[0 isRead]--> planChange.read / keepNotice
planChange.loading --xstate.done.actor.loadChange[1]--> planChange.unread / keepNotice
planChange.loading --xstate.error.actor.loadChange[0]--> planChange.failed / keepLoadError
planChange.failed --change.retry[0]--> planChange.loading / forgetError
planChange.unread --change.acknowledge[0]--> planChange.acknowledging / forgetError
planChange.acknowledging --xstate.done.actor.acknowledgeChange[0]--> planChange.read / keepNotice
planChange.acknowledging --xstate.error.actor.acknowledgeChange[0]--> planChange.unread / keepError
`;

export const ignored = `
loading, failed: change.acknowledge — nothing is shown yet
loading, unread, acknowledging, read: change.retry — only a change that did not come offers it
acknowledging, read: change.acknowledge — it is on its way, or done
`;
