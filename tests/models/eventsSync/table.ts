/**
 * Spec 2.47, 8.15, 9.08: disabled during a sync, the list is read two seconds after the response and at the end, a failure is only logged.
 */
export const table = `
eventsSync.idle --sync.start[0]--> eventsSync.syncing
eventsSync.syncing --xstate.done.actor.startSync[0]--> eventsSync.settling / setProgress
eventsSync.syncing --xstate.error.actor.startSync[0]--> eventsSync.settling / logFailure
eventsSync.settling --xstate.after.refresh.eventsSync.settling[0 isOpen]--> eventsSync.watching / relaySettled
eventsSync.settling --xstate.after.refresh.eventsSync.settling[1]--> eventsSync.idle / relaySettled
eventsSync.watching --xstate.done.actor.readSync[0]--> eventsSync.deciding / setProgress
eventsSync.watching --xstate.error.actor.readSync[0]--> eventsSync.idle / logFailure, relaySettled
eventsSync.deciding --always[0 isOpen]--> eventsSync.pausing
eventsSync.deciding --always[1]--> eventsSync.idle / relaySettled
eventsSync.pausing --xstate.after.look.eventsSync.pausing[0]--> eventsSync.watching
`;

export const ignored = `
syncing, settling, watching, pausing: sync.start — never twice at once; its button waits
`;
