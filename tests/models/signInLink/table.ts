/** Decisions 4.02, 4.06: a link is checked first, accepts one password, and shows the reason if it no longer works. */
export const table = `
signInLink.checking --xstate.done.actor.readLink[0]--> signInLink.asking / setEmail
signInLink.checking --xstate.error.actor.readLink[0 isGone]--> signInLink.refused / setReadError
signInLink.checking --xstate.error.actor.readLink[1]--> signInLink.failed / setReadError
signInLink.failed --link.retry[0]--> signInLink.checking
signInLink.asking --password.submit[0 matches]--> signInLink.saving / setPassword
signInLink.asking --password.submit[1]--> stays / alertMismatch
signInLink.saving --xstate.done.actor.takeLink[0]--> signInLink.taken / signIn, forgetPassword
signInLink.saving --xstate.error.actor.takeLink[0 isGone]--> signInLink.refused / forgetPassword, setError
signInLink.saving --xstate.error.actor.takeLink[1]--> signInLink.asking / forgetPassword, setError
`;

export const ignored = `
checking, failed, refused: password.submit — there is no form before the server has said whose link it is, nor for a link that no longer works
checking, refused, asking, saving, taken: link.retry — only a check that failed is tried again
saving, taken: password.submit — a link takes one password
`;
