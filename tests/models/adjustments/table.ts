/**
 * Spec 2.36-2.38, 7.21 and decisions 2.10: a form opens, and the list is read again after a save; decisions go to the list one at a time
 * and are reported once made.
 */
export const table = `
adjustments --xstate.error.actor.list[0]--> stays / logFailure

adjustments.choosing --always[0 isLive]--> adjustments.kept
adjustments.choosing --always[1]--> adjustments.local

adjustments.kept.browsing --form.open[0]--> adjustments.kept.editing / setSubject, forgetError
adjustments.kept.browsing --decision.ask[0]--> adjustments.kept.deciding / act

adjustments.kept.editing --form.closed[0]--> adjustments.kept.browsing / forgetSubject
adjustments.kept.editing --form.saved[0]--> adjustments.kept.browsing / forgetSubject, reload, reportChanged
adjustments.kept.editing --form.deleted[0]--> adjustments.kept.browsing / forgetSubject, reload, reportChanged

adjustments.kept.deciding --action.settled[0 isRefused]--> adjustments.kept.browsing
adjustments.kept.deciding --action.settled[1 isDecided]--> adjustments.kept.browsing / reportDecided, reportChanged
adjustments.kept.deciding --action.settled[2]--> adjustments.kept.browsing / reportChanged

adjustments.local.browsing --form.open[0]--> adjustments.local.editing / setSubject, forgetError
adjustments.local.editing --form.closed[0]--> adjustments.local.browsing / forgetSubject
adjustments.local.editing --form.saved[0]--> adjustments.local.browsing / forgetSubject, setDraft
adjustments.local.editing --form.deleted[0]--> adjustments.local.browsing / forgetSubject, dropDraft
`;

export const ignored = `
kept.browsing, local.browsing: form.closed, form.saved, form.deleted — no form is open, and a form tells its end once
kept.editing, local.editing: form.open, decision.ask — the form covers the page, and no question stands over it
kept.deciding: form.open, decision.ask — one decision at a time; the row's buttons are disabled
kept.deciding: form.closed, form.saved, form.deleted — no form is open
local.browsing: decision.ask — the server keeps nothing that could be decided
kept.browsing, kept.editing, local: action.settled — the list tells it once, while it is waited for
`;
