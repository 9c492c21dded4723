/** Spec 2.36-2.38, 7.21 and decisions 2.10: period, sort and state ask anew, search is local; a form opens; a decision is confirmed, made once, and the page read again. */
export const table = `
adjustments --range.changed[0 isMoved]--> stays / keepRange, ask
adjustments --sort.toggle[0]--> stays / toggleSort, ask
adjustments --search.type[0]--> stays / keepSearch
adjustments --state.choose[0 isOtherState]--> stays / keepState, ask
adjustments --review.open[0 isReviewing]--> stays / reveal
adjustments --review.open[1]--> stays / keepState, ask, reveal
adjustments --error.dismiss[0]--> stays / forgetError

adjustments.browsing --form.open[0]--> adjustments.editing / keepSubject
adjustments.browsing --decision.ask[0 isLive]--> stays / askUser
adjustments.browsing --decision.confirmed[0 isLive]--> adjustments.deciding / keepDecision

adjustments.editing --form.closed[0]--> adjustments.browsing / forgetSubject
adjustments.editing --form.saved[0 isLive]--> adjustments.browsing / forgetSubject, reload, reportChanged
adjustments.editing --form.saved[1]--> adjustments.browsing / forgetSubject, keepDraft
adjustments.editing --form.deleted[0 isLive]--> adjustments.browsing / forgetSubject, reload, reportChanged
adjustments.editing --form.deleted[1]--> adjustments.browsing / forgetSubject, dropDraft

adjustments.deciding --xstate.done.actor.decide[0]--> adjustments.browsing / reportDecided, forgetDecision, reload, reportChanged
adjustments.deciding --xstate.error.actor.decide[0]--> adjustments.browsing / keepError, forgetDecision, reload, reportChanged
`;

export const ignored = `
browsing: form.closed, form.saved, form.deleted — no form is open, and a form tells its end once
editing: form.open, decision.ask, decision.confirmed — the form covers the page, and no question stands beside it
deciding: form.open, decision.ask — one decision at a time; the row's buttons are disabled
deciding: decision.confirmed — never decide twice at once
deciding: form.closed, form.saved, form.deleted — no form is open
`;
