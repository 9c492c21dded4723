/** A link is asked for once; what failed is said, and whether somebody has the address never is. */
export const table = `
askForLink.asking --link.ask[0]--> askForLink.sending / setEmail
askForLink.sending --xstate.done.actor.askForLink[0]--> askForLink.sent
askForLink.sending --xstate.error.actor.askForLink[0]--> askForLink.asking / setError
`;

export const ignored = `
sending, sent: link.ask — one request at a time; afterwards the form is gone
`;
