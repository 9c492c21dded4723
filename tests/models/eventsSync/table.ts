/** Spec 2.47, 8.15, 9.08: disabled while syncing, the list is read two seconds after the answer, a failure is only logged. */
export const table = `
eventsSync.idle --sync.start[0]--> eventsSync.syncing
eventsSync.syncing --xstate.done.actor.startSync[0]--> eventsSync.settling
eventsSync.syncing --xstate.error.actor.startSync[0]--> eventsSync.settling / logFailure
eventsSync.settling --xstate.after.refresh.eventsSync.settling[0]--> eventsSync.idle / relaySettled
`;

export const ignored = `
syncing, settling: sync.start — never twice at once; its button waits
`;
