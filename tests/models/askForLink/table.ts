/** A link is requested once; a failure is reported, but never whether the address exists. */
export const table = `
askForLink.asking --link.ask[0]--> askForLink.sending / setEmail
askForLink.sending --xstate.done.actor.askForLink[0]--> askForLink.sent
askForLink.sending --xstate.error.actor.askForLink[0]--> askForLink.asking / setError
`;

export const ignored = `
sending, sent: link.ask — one request at a time; afterwards the form is gone
`;
