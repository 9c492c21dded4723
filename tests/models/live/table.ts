/**
 * Decisions 6.05, part 12 line 7: a stream that resumes after the last received change; polling if streams are blocked; nothing while the
 * page is hidden.
 */
export const table = `
live --session.ended[0]--> live.signedOut / forgetAt
live.signedOut --session.began[0]--> live.streaming
live.hidden --tab.shown[0]--> live.streaming
live.streaming --xstate.error.actor.readStream[0]--> live.waiting / countFailure
live.streaming --stream.ended[0]--> live.waiting / countFailure
live.streaming --stream.failed[0 isFull]--> live.polling
live.streaming --stream.failed[1 isRefused]--> live.off
live.streaming --stream.failed[2]--> live.waiting / countFailure
live.streaming --tab.hidden[0]--> live.hidden
live.streaming.connecting --xstate.after.first.live.streaming.connecting[0]--> live.polling
live.streaming.connecting --stream.heard[0]--> live.streaming.open
live.streaming.connecting --change.heard[0]--> live.streaming.open / setAt, tell
live.streaming.open --xstate.after.silent.live.streaming.open[0]--> live.waiting
live.streaming.open --stream.heard[0]--> live.streaming.open (reenter)
live.streaming.open --change.heard[0]--> live.streaming.open (reenter) / setAt, tell
live.waiting --xstate.after.again.live.waiting[0]--> live.streaming
live.waiting --network.returned[0]--> live.streaming
live.waiting --tab.hidden[0]--> live.hidden
live.polling --tab.hidden[0]--> live.hidden
live.polling.asking --xstate.done.actor.readChanges[0]--> live.polling.resting / setAt, tell
live.polling.asking --xstate.error.actor.readChanges[0 isRefused]--> live.off
live.polling.asking --xstate.error.actor.readChanges[1]--> live.polling.resting
live.polling.resting --xstate.after.poll.live.polling.resting[0]--> live.polling.asking
live.polling.resting --network.returned[0]--> live.polling.asking
`;

export const ignored = `
signedOut: tab.shown, tab.hidden, network.returned — nobody listens before they are signed in
signedOut, hidden, waiting, polling, off: stream.heard, stream.ended, stream.failed, change.heard — the stream was left, and its last words with it
hidden, streaming, waiting, polling, off: session.began — it is the session that is listened for already
hidden: tab.hidden, network.returned — nobody looks until the tab is shown
streaming, waiting, polling: tab.shown — it is shown already
streaming: network.returned — the stream says itself whether it broke
polling.asking: network.returned — it is being asked already
off: tab.shown, tab.hidden, network.returned — who was refused is not asked again before the next session
`;
