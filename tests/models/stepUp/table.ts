/** Decisions 4.16: one prompt for all refused calls; they are retried once it is answered, and stay refused if it is declined. */
export const table = `
stepUp --factor.ask[0]--> stepUp.opening / forget

stepUp.opening --factor.ask[0]--> stays
stepUp.opening --xstate.done.actor.loadMethods[0]--> stepUp.asking / setMethods
stepUp.opening --xstate.error.actor.loadMethods[0]--> stepUp.asking
stepUp.opening --code.cancel[0]--> stepUp.declined

stepUp.asking --factor.ask[0]--> stays
stepUp.asking --code.submit[0]--> stepUp.confirming / setReply
stepUp.asking --code.cancel[0]--> stepUp.declined

stepUp.confirming --factor.ask[0]--> stays
stepUp.confirming --xstate.done.actor.confirmFactor[0]--> stepUp.confirmed
stepUp.confirming --xstate.error.actor.confirmFactor[0]--> stepUp.asking / setError
stepUp.confirming --code.cancel[0]--> stepUp.declined
`;

export const ignored = `
idle, confirmed, declined: code.submit, code.cancel — nothing is asked
opening, confirming: code.submit — one code at a time
`;
