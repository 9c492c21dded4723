/**
 * decisions 2.35, 2.36: a draft may be invalid, is saved after each pause, never overwrites another person's text, and is published only
 * as stored.
 */
export const table = `
planBuilder.loading --xstate.done.actor.loadDraft[0 continuesKept]--> planBuilder.ready / setKept, reportTextBack
planBuilder.loading --xstate.done.actor.loadDraft[1]--> planBuilder.ready / setLoaded
planBuilder.loading --xstate.error.actor.loadDraft[0]--> planBuilder.failed / setLoadError
planBuilder.failed --draft.retry[0]--> planBuilder.loading / forgetError

planBuilder.ready --error.dismiss[0]--> stays / forgetError
planBuilder.ready.deciding --always[0 isClosed]--> planBuilder.ready.closed
planBuilder.ready.deciding --always[1 isStored]--> planBuilder.ready.saved / setRevision
planBuilder.ready.deciding --always[2]--> planBuilder.ready.typing
planBuilder.ready.saved --text.type[0]--> planBuilder.ready.deciding / setText
planBuilder.ready.saved --part.remove[0]--> planBuilder.ready.deciding / removePart
planBuilder.ready.saved --removal.undo[0 hasRemoval]--> planBuilder.ready.deciding / undoRemoval
planBuilder.ready.saved --plans.reload[0]--> planBuilder.ready.rereading
planBuilder.ready.saved --base.take[0 hasNewPlans]--> planBuilder.ready.rebasing / forgetError
planBuilder.ready.saved --draft.publish[0 needsReview]--> planBuilder.ready.reviewing / forgetError
planBuilder.ready.saved --draft.publish[1 isPublishable]--> planBuilder.ready.publishing / forgetError

planBuilder.ready.typing --text.type[0]--> planBuilder.ready.deciding / setText
planBuilder.ready.typing --part.remove[0]--> planBuilder.ready.deciding / removePart
planBuilder.ready.typing --removal.undo[0 hasRemoval]--> planBuilder.ready.deciding / undoRemoval
planBuilder.ready.typing --xstate.after.saveDelay.planBuilder.ready.typing[0]--> planBuilder.ready.sending
planBuilder.ready.sending --text.type[0]--> stays / setText, keepText
planBuilder.ready.sending --part.remove[0]--> stays / removePart, keepText
planBuilder.ready.sending --removal.undo[0 hasRemoval]--> stays / undoRemoval, keepText
planBuilder.ready.sending --xstate.done.actor.saveDraft[0]--> planBuilder.ready.deciding / setStored
planBuilder.ready.sending --xstate.error.actor.saveDraft[0 isConflict]--> planBuilder.ready.conflicted / setTheirs
planBuilder.ready.sending --xstate.error.actor.saveDraft[1 isClosedElsewhere]--> planBuilder.ready.rereading / setSaveError
planBuilder.ready.sending --xstate.error.actor.saveDraft[2 isUnanswered]--> planBuilder.ready.unsent / setSaveError
planBuilder.ready.sending --xstate.error.actor.saveDraft[3]--> planBuilder.ready.refused / setSaveError
planBuilder.ready.unsent --text.type[0]--> planBuilder.ready.deciding / setText
planBuilder.ready.unsent --part.remove[0]--> planBuilder.ready.deciding / removePart
planBuilder.ready.unsent --removal.undo[0 hasRemoval]--> planBuilder.ready.deciding / undoRemoval
planBuilder.ready.unsent --xstate.after.retryDelay.planBuilder.ready.unsent[0]--> planBuilder.ready.sending
planBuilder.ready.refused --text.type[0]--> planBuilder.ready.deciding / setText
planBuilder.ready.refused --part.remove[0]--> planBuilder.ready.deciding / removePart
planBuilder.ready.refused --removal.undo[0 hasRemoval]--> planBuilder.ready.deciding / undoRemoval
planBuilder.ready.conflicted --text.type[0]--> stays / setText, keepText
planBuilder.ready.conflicted --part.remove[0]--> stays / removePart, keepText
planBuilder.ready.conflicted --removal.undo[0 hasRemoval]--> stays / undoRemoval, keepText
planBuilder.ready.conflicted --mine.keep[0]--> planBuilder.ready.sending / keepMine
planBuilder.ready.conflicted --theirs.take[0]--> planBuilder.ready.deciding / takeTheirs

planBuilder.ready.rereading --text.type[0]--> stays / setText, keepText
planBuilder.ready.rereading --part.remove[0]--> stays / removePart, keepText
planBuilder.ready.rereading --removal.undo[0 hasRemoval]--> stays / undoRemoval, keepText
planBuilder.ready.rereading --xstate.done.actor.readAgain[0]--> planBuilder.ready.deciding / setRead
planBuilder.ready.rereading --xstate.error.actor.readAgain[0]--> planBuilder.ready.deciding / setLoadError
planBuilder.ready.rebasing --text.type[0]--> stays / setText, keepText
planBuilder.ready.rebasing --part.remove[0]--> stays / removePart, keepText
planBuilder.ready.rebasing --removal.undo[0 hasRemoval]--> stays / undoRemoval, keepText
planBuilder.ready.rebasing --xstate.done.actor.rebaseDraft[0]--> planBuilder.ready.deciding / setBased
planBuilder.ready.rebasing --xstate.error.actor.rebaseDraft[0]--> planBuilder.ready.rereading / setSaveError
planBuilder.ready.reviewing --text.type[0]--> stays / setText, keepText
planBuilder.ready.reviewing --part.remove[0]--> stays / removePart, keepText
planBuilder.ready.reviewing --removal.undo[0 hasRemoval]--> stays / undoRemoval, keepText
planBuilder.ready.reviewing --review.close[0]--> planBuilder.ready.rereading
planBuilder.ready.reviewing --review.saved[0]--> planBuilder.ready.rereading / reportPublished
planBuilder.ready.publishing --text.type[0]--> stays / setText, keepText
planBuilder.ready.publishing --part.remove[0]--> stays / removePart, keepText
planBuilder.ready.publishing --removal.undo[0 hasRemoval]--> stays / undoRemoval, keepText
planBuilder.ready.publishing --xstate.done.actor.publishDraft[0]--> planBuilder.ready.rereading / reportPublished
planBuilder.ready.publishing --xstate.error.actor.publishDraft[0]--> planBuilder.ready.rereading / setPublishError
`;

export const ignored = `
loading, failed: text.type, part.remove, removal.undo, mine.keep, theirs.take, plans.reload, base.take, draft.publish, review.close, review.saved, error.dismiss — there is no draft yet
loading, ready: draft.retry — only a draft that could not be loaded offers it
ready.closed: text.type, part.remove, removal.undo, mine.keep, theirs.take, plans.reload, base.take, draft.publish, review.close, review.saved — it can only be read
ready.saved, ready.typing, ready.sending, ready.unsent, ready.refused: mine.keep, theirs.take — nobody else changed it
ready.typing, ready.sending, ready.unsent, ready.refused, ready.conflicted: plans.reload, base.take, draft.publish — the text has to be saved first
ready.saved, ready.typing, ready.sending, ready.unsent, ready.refused, ready.conflicted: review.close, review.saved — no review is open
ready.rereading, ready.rebasing, ready.publishing: mine.keep, theirs.take, plans.reload, base.take, draft.publish, review.close, review.saved — an answer is awaited
ready.reviewing: mine.keep, theirs.take, plans.reload, base.take, draft.publish — the review covers the page
`;
