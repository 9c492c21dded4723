/**
 * Spec 4.01, 2.16-2.20, 7.05, 7.35, 8.01, 8.02 and decisions 4.02: a token is resolved to a user or discarded; a failed login stays on the
 * form; logout clears the tokens regardless of the server's response; a temporary password is changed before anything else. Decisions 4.16:
 * a second factor is requested after the password, and a missing one is set up before anything else. Decisions 4.15: the app requests the
 * address of the issuer's page and opens it; the page the issuer returns to requests the session.
 */
export const table = `
session.starting --always[0 hasToken]--> session.restoring
session.starting --always[1]--> session.signedOut

session.restoring --xstate.done.actor.loadUser[0]--> session.signedIn / setUser
session.restoring --xstate.error.actor.loadUser[0]--> session.signedOut / removeAccessToken, setError
session.restoring --tokens.cleared[0]--> session.signedOut
session.restoring --session.ended[0]--> session.signedOut / clearTokens
session.restoring --tokens.found[0]--> session.restoring (reenter)
session.restoring --sso.returned[0]--> session.finishing

session.signedOut --login.submit[0]--> session.signingIn / clearError
session.signedOut --sso.submit[0]--> session.askingIssuer / clearError
session.signedOut --sso.returned[0]--> session.finishing / clearError
session.signedOut --login.edit[0]--> stays / clearError
session.signedOut --tokens.found[0]--> session.restoring / clearError
session.signedOut --session.ended[0]--> stays / clearTokens

session.signingIn --xstate.done.actor.login[0 isChallenge]--> session.codeDue / setChallenge
session.signingIn --xstate.done.actor.login[1]--> session.signedIn / setUser
session.signingIn --xstate.error.actor.login[0]--> session.signedOut / setError
session.signingIn --session.ended[0]--> stays / clearTokens

session.codeDue --code.submit[0]--> session.confirmingCode / setReply
session.codeDue --code.cancel[0]--> session.signedOut / clearError
session.codeDue --login.edit[0]--> stays / clearError
session.codeDue --session.ended[0]--> stays / clearTokens
session.codeDue --tokens.found[0]--> session.restoring / clearError

session.confirmingCode --xstate.done.actor.finishLogin[0]--> session.signedIn / setUser
session.confirmingCode --xstate.error.actor.finishLogin[0 isOver]--> session.signedOut / setError
session.confirmingCode --xstate.error.actor.finishLogin[1]--> session.codeDue / forgetReply, setError
session.confirmingCode --code.cancel[0]--> session.signedOut / clearError
session.confirmingCode --session.ended[0]--> stays / clearTokens

session.askingIssuer --xstate.done.actor.beginSso[0]--> session.leaving / openPage
session.askingIssuer --xstate.error.actor.beginSso[0]--> session.signedOut / setError
session.askingIssuer --session.ended[0]--> stays / clearTokens
session.askingIssuer --tokens.found[0]--> session.restoring

session.leaving --page.restored[0]--> session.signedOut
session.leaving --session.ended[0]--> stays / clearTokens
session.leaving --tokens.found[0]--> session.restoring

session.finishing --xstate.done.actor.finishSso[0]--> session.signedIn / setUser, setReturnTo
session.finishing --xstate.error.actor.finishSso[0 hasToken]--> session.restoring
session.finishing --xstate.error.actor.finishSso[1]--> session.signedOut / setError
session.finishing --session.ended[0]--> stays / clearTokens

session.signedIn.checking --always[0 mustChangePassword]--> session.signedIn.passwordDue
session.signedIn.checking --always[1 isFactorDue]--> session.signedIn.factorDue
session.signedIn.checking --always[2]--> session.signedIn.steady
session.signedIn.passwordDue --window.focused[0]--> session.signedIn.reloading
session.signedIn.factorDue --window.focused[0]--> session.signedIn.reloading
session.signedIn.savingCodes --tokens.found[0]--> stays
session.signedIn.steady --window.focused[0]--> session.signedIn.reloading
session.signedIn.steady --factor.due[0]--> session.signedIn.reloading
session.signedIn.reloading --xstate.done.actor.loadUser[0]--> session.signedIn.checking / setUser
session.signedIn.reloading --xstate.error.actor.loadUser[0]--> session.signedOut / removeAccessToken, setError
session.signedIn.reloading --user.changed[0 isSamePerson]--> session.signedIn.reloading (reenter) / setUser
session.signedIn --user.changed[0 isSamePerson]--> session.signedIn.checking / setUser
session.signedIn --password.changed[0]--> session.signedIn.reloading (reenter)
session.signedIn --factor.enabled[0]--> session.signedIn.savingCodes
session.signedIn --factor.changed[0]--> session.signedIn.reloading (reenter)
session.signedIn --tokens.found[0]--> session.signedIn.reloading (reenter)
session.signedIn --logout.submit[0]--> session.signingOut
session.signedIn --session.ended[0]--> session.signedOut / clearTokens, assign
session.signedIn --tokens.cleared[0]--> session.signedOut / clearError

session.signingOut --xstate.done.actor.logout[0 hasPage]--> session.signedOut.left / clearTokens, openPage
session.signingOut --xstate.done.actor.logout[1]--> session.signedOut.left / clearTokens
session.signingOut --xstate.after.logoutPatience.session.signingOut[0]--> session.signedOut.left / clearTokens
session.signingOut --xstate.error.actor.logout[0]--> session.signedOut.left / clearTokens, logFailure
`;

export const ignored = `
restoring, signedOut, signingIn: logout.submit, password.changed, user.changed — nobody is signed in, so there is nobody to change or to sign out
restoring: login.submit, login.edit — the spinner stands where the form was, and its error is gone already
restoring: window.focused — the user is being loaded as it is
signedOut, signingIn: window.focused — whoever is not signed in has nothing to load
signedOut: tokens.cleared — this tab is out already
signingIn: login.submit — one login at a time; its button waits
signingIn: login.edit — the error was taken away when the login was sent
signingIn: tokens.found, tokens.cleared — the answer to what was typed here has the last word and stores its own tokens
signedIn, signingOut: login.submit, login.edit — the form is not shown to whoever is signed in
signedIn.reloading: window.focused — the load under way is as new as this asks for
signingOut: logout.submit, session.ended, tokens.cleared — it ends signed out with both tokens cleared whatever comes
signingOut: tokens.found — another tab renewed what is about to be cleared
restoring, signingIn, askingIssuer, leaving, finishing, signedIn, signingOut: sso.submit — its button is on the login form only, and waits there
signingIn, askingIssuer, leaving, finishing, signedIn, signingOut: sso.returned — the page asks once, and somebody who is signed in needs no other session
restoring, signedOut, signingIn, askingIssuer, finishing, signedIn, signingOut: page.restored — this page did not leave for the issuer
askingIssuer, leaving, finishing: login.submit, login.edit, logout.submit, password.changed, user.changed, window.focused — the form waits, and nobody is signed in
askingIssuer, leaving: tokens.cleared — this tab is out already
finishing: tokens.found, tokens.cleared — the answer to this sign-in has the last word and stores its own tokens
codeDue, confirmingCode: login.submit, logout.submit, password.changed, user.changed, window.focused, sso.submit, sso.returned, page.restored — the form of the code is in the place of the login form, and nobody is signed in
codeDue, confirmingCode: tokens.cleared — this tab is out already
confirmingCode: code.submit, login.edit — one code at a time, and the error was taken away when it was sent
confirmingCode: tokens.found — the answer to what was typed here has the last word and stores its own tokens
restoring, signedOut, signingIn, askingIssuer, leaving, finishing, signedIn, signingOut: code.submit, code.cancel — no code is asked for
restoring, signedOut, signingIn, codeDue, confirmingCode, askingIssuer, leaving, finishing, signingOut: factor.enabled, factor.changed, factor.due — without a signed-in user there is nothing to set up
signedIn.passwordDue, signedIn.factorDue, signedIn.savingCodes, signedIn.reloading: factor.due — the set-up is on the screen, or the user is being loaded
signedIn.savingCodes: window.focused — the recovery codes stay on the screen until they are saved
signingOut: user.changed, password.changed, window.focused — whoever goes needs no newer user
`;
