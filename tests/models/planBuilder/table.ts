/** decisions 2.35: a draft may be invalid while it is typed, is kept, and is published only without errors and after a review of pay. */
export const table = `
planBuilder.loading --xstate.done.actor.loadGeneral[0]--> planBuilder.ready / setLoaded, reportDraftBack
planBuilder.loading --xstate.error.actor.loadGeneral[0]--> planBuilder.failed / setLoadError
planBuilder.failed --settings.retry[0]--> planBuilder.loading / forgetError

planBuilder.ready --error.dismiss[0]--> stays / forgetError
planBuilder.ready.deciding --always[0 isChanged]--> planBuilder.ready.changed
planBuilder.ready.deciding --always[1]--> planBuilder.ready.pristine
planBuilder.ready.pristine --text.type[0]--> planBuilder.ready.deciding / setText
planBuilder.ready.pristine --part.remove[0]--> planBuilder.ready.deciding / removePart
planBuilder.ready.pristine --removal.undo[0 hasRemoval]--> planBuilder.ready.deciding / undoRemoval
planBuilder.ready.changed --text.type[0]--> planBuilder.ready.deciding / setText
planBuilder.ready.changed --part.remove[0]--> planBuilder.ready.deciding / removePart
planBuilder.ready.changed --removal.undo[0 hasRemoval]--> planBuilder.ready.deciding / undoRemoval
planBuilder.ready.changed --draft.discard[0]--> planBuilder.ready.pristine / discardDraft
planBuilder.ready.changed --plans.reload[0]--> planBuilder.ready.comparing
planBuilder.ready.changed --draft.publish[0 needsReview]--> planBuilder.ready.reviewing / forgetError
planBuilder.ready.changed --draft.publish[1 isValid]--> planBuilder.ready.saving / forgetError
planBuilder.ready.comparing --xstate.done.actor.loadCurrent[0]--> planBuilder.ready.deciding / setCurrent
planBuilder.ready.comparing --xstate.error.actor.loadCurrent[0]--> planBuilder.ready.changed / setLoadError
planBuilder.ready.reviewing --review.close[0]--> planBuilder.ready.changed
planBuilder.ready.reviewing --review.saved[0]--> planBuilder.ready.pristine / setSettings, reportPublished
planBuilder.ready.saving --xstate.done.actor.saveGeneral[0]--> planBuilder.ready.pristine / setSettings, reportPublished
planBuilder.ready.saving --xstate.error.actor.saveGeneral[0]--> planBuilder.ready.changed / setError
`;

export const ignored = `
loading, failed: text.type, part.remove, removal.undo, draft.publish, draft.discard, plans.reload, review.close, review.saved, error.dismiss — there is no draft yet
loading, ready: settings.retry — only plans that could not be loaded offer it
ready.pristine: draft.discard, plans.reload, draft.publish — nothing was changed, so the buttons are disabled
ready.pristine, ready.changed, ready.comparing, ready.saving: review.close, review.saved — no review is open
ready.comparing, ready.saving: text.type, part.remove, removal.undo, draft.discard, plans.reload, draft.publish — the fields are locked until the answer
ready.reviewing: text.type, part.remove, removal.undo, draft.discard, plans.reload, draft.publish — the review covers the page
`;
