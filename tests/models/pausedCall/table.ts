/** Spec 2.38, 9.07: waits for both half a second and the response. */
export const table = `
pausedCall.running.call.waiting --xstate.done.actor.call[0]--> pausedCall.running.call.answered / setAnswer
pausedCall.running.pause.waiting --xstate.after.halfSecond.pausedCall.running.pause.waiting[0]--> pausedCall.running.pause.over
pausedCall.running --xstate.done.state.pausedCall.running[0]--> pausedCall.done
`;

export const ignored = '';
