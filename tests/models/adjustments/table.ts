/** Spec 2.36-2.38, 7.21 and decisions 2.10: a form opens, and what it saved is read; a decision is left to the list, one at a time, and told once made. */
export const table = `
adjustments.browsing --form.open[0]--> adjustments.editing / keepSubject, forgetError
adjustments.browsing --decision.ask[0 isLive]--> adjustments.deciding / act

adjustments.editing --form.closed[0]--> adjustments.browsing / forgetSubject
adjustments.editing --form.saved[0 isLive]--> adjustments.browsing / forgetSubject, reload, reportChanged
adjustments.editing --form.saved[1]--> adjustments.browsing / forgetSubject, keepDraft
adjustments.editing --form.deleted[0 isLive]--> adjustments.browsing / forgetSubject, reload, reportChanged
adjustments.editing --form.deleted[1]--> adjustments.browsing / forgetSubject, dropDraft

adjustments.deciding --action.settled[0 isRefused]--> adjustments.browsing
adjustments.deciding --action.settled[1 isDecided]--> adjustments.browsing / reportDecided, reportChanged
adjustments.deciding --action.settled[2]--> adjustments.browsing / reportChanged
`;

export const ignored = `
browsing: form.closed, form.saved, form.deleted — no form is open, and a form tells its end once
editing: form.open, decision.ask — the form covers the page, and no question stands over it
deciding: form.open, decision.ask — one decision at a time; the row's buttons are disabled
deciding: form.closed, form.saved, form.deleted — no form is open
browsing, editing: action.settled — the list tells it once, while it is waited for
`;
