/** Decisions 2.11: in review, signed by two people, confirmed and closed; only the actions offered by the server are possible. */
export const table = `
closing.loading --xstate.done.actor.loadReview[0]--> closing.shown / setReview
closing.loading --xstate.error.actor.loadReview[0]--> closing.failed / setLoadError
closing.failed --review.retry[0]--> closing.loading / forgetError
closing.shown.deciding --always[0 canSign]--> closing.shown.signing
closing.shown.deciding --always[1 isInReview]--> closing.shown.inReview
closing.shown.deciding --always[2 isWriting]--> closing.shown.writing
closing.shown.deciding --always[3 isClosed]--> closing.shown.closed
closing.shown.deciding --always[4]--> closing.shown.open
closing.shown.writing.waiting --xstate.after.nextLook.closing.shown.writing.waiting[0]--> closing.shown.writing.looking
closing.shown.writing.looking --xstate.done.actor.loadReview[0]--> closing.shown / renewReview
closing.shown.writing.looking --xstate.error.actor.loadReview[0]--> closing.shown.writing.waiting
closing.shown.signing --item.toggle[0]--> stays / toggleItem
closing.shown --step.take[0 mayClose]--> closing.asking / setStep
closing.shown --step.take[1 isStepAllowed]--> closing.saving / setStep
closing.shown --review.retry[0]--> closing.loading
closing.shown --error.dismiss[0]--> stays / forgetError
closing.asking --xstate.done.actor.askClose[0 isConfirmed]--> closing.saving
closing.asking --xstate.done.actor.askClose[1]--> closing.shown
closing.asking --xstate.error.actor.askClose[0]--> closing.shown / setError
closing.saving --xstate.done.actor.saveStep[0]--> closing.loading
closing.saving --xstate.error.actor.saveStep[0]--> closing.rereading / setError
closing.rereading --xstate.done.actor.loadReview[0]--> closing.shown / renewReview
closing.rereading --xstate.error.actor.loadReview[0]--> closing.shown
`;

export const ignored = `
loading: review.retry, item.toggle, step.take, error.dismiss — the review is not there yet
failed: item.toggle, step.take, error.dismiss — the review is not there
shown.open, shown.inReview, shown.writing.waiting, shown.writing.looking, shown.closed: item.toggle — only who may sign ticks the list
asking: review.retry, item.toggle, step.take, error.dismiss — the question stands over the page
saving: review.retry, item.toggle, step.take, error.dismiss — one step at a time
rereading: review.retry, item.toggle, step.take, error.dismiss — what may be done is just being read
`;
