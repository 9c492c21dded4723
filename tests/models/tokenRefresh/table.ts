/**
 * Spec 7.35, 9.01 and decisions 1.07: one exchange for all waiting requests; no response or a 5xx is retried if the server announces that,
 * anything else ends the session.
 */
export const table = `
tokenRefresh --refresh.request[0]--> tokenRefresh.exchanging / setRejected

tokenRefresh.exchanging --refresh.request[0]--> stays
tokenRefresh.exchanging --xstate.done.actor.exchange[0 hasToken]--> tokenRefresh.renewed / setToken
tokenRefresh.exchanging --xstate.done.actor.exchange[1]--> tokenRefresh.missing
tokenRefresh.exchanging --xstate.error.actor.exchange[0 isUnanswered]--> tokenRefresh.weighing
tokenRefresh.exchanging --xstate.error.actor.exchange[1]--> tokenRefresh.ended

tokenRefresh.weighing --refresh.request[0]--> stays
tokenRefresh.weighing --xstate.done.actor.askRetry[0 mayTryAgain]--> tokenRefresh.backingOff / countFailure
tokenRefresh.weighing --xstate.done.actor.askRetry[1]--> tokenRefresh.ended
tokenRefresh.weighing --xstate.error.actor.askRetry[0]--> tokenRefresh.ended

tokenRefresh.backingOff --refresh.request[0]--> stays
tokenRefresh.backingOff --xstate.after.backOff.tokenRefresh.backingOff[0]--> tokenRefresh.exchanging
`;

export const ignored = ``;
