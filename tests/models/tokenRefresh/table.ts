/** Spec 7.35, 9.01 and decisions 4: one exchange for all who wait; trouble is tried again, only 400 and 401 end the session. */
export const table = `
tokenRefresh --refresh.request[0]--> tokenRefresh.exchanging / keepRejected

tokenRefresh.exchanging --refresh.request[0]--> stays
tokenRefresh.exchanging --xstate.done.actor.exchange[0 hasToken]--> tokenRefresh.renewed / keepToken
tokenRefresh.exchanging --xstate.done.actor.exchange[1]--> tokenRefresh.missing
tokenRefresh.exchanging --xstate.error.actor.exchange[0 isRefused]--> tokenRefresh.refused / endSession
tokenRefresh.exchanging --xstate.error.actor.exchange[1 canTryAgain]--> tokenRefresh.backingOff / countFailure
tokenRefresh.exchanging --xstate.error.actor.exchange[2]--> tokenRefresh.unavailable

tokenRefresh.backingOff --refresh.request[0]--> stays
tokenRefresh.backingOff --xstate.after.backOff.tokenRefresh.backingOff[0]--> tokenRefresh.exchanging
`;
