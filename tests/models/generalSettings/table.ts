/** Spec 2.50, 7.19, 8.06 and decisions 2.07: Save and Cancel only with unsaved changes; a preview always reflects the typed text. */
export const table = `
generalSettings.loading --xstate.done.actor.loadGeneral[0]--> generalSettings.ready / setSettings
generalSettings.loading --xstate.error.actor.loadGeneral[0]--> generalSettings.failed / setLoadError
generalSettings.failed --settings.retry[0]--> generalSettings.loading / forgetError

generalSettings.ready.form --error.dismiss[0]--> stays / dismissError
generalSettings.ready.form.deciding --always[0 isChanged]--> generalSettings.ready.form.changed
generalSettings.ready.form.deciding --always[1]--> generalSettings.ready.form.pristine
generalSettings.ready.form.pristine --name.type[0]--> generalSettings.ready.form.deciding / setName
generalSettings.ready.form.pristine --config.type[0]--> generalSettings.ready.form.deciding / setConfig, closePreview
generalSettings.ready.form.changed --name.type[0]--> generalSettings.ready.form.deciding / setName
generalSettings.ready.form.changed --config.type[0]--> generalSettings.ready.form.deciding / setConfig, closePreview
generalSettings.ready.form.changed --draft.save[0]--> generalSettings.ready.form.saving / forgetError
generalSettings.ready.form.changed --draft.cancel[0]--> generalSettings.ready.form.pristine / resetDraft, closePreview
generalSettings.ready.form.pristine --review.open[0]--> generalSettings.ready.form.returning / setReview
generalSettings.ready.form.returning --review.close[0]--> generalSettings.ready.form.pristine / forgetReview
generalSettings.ready.form.returning --review.saved[0]--> generalSettings.ready.form.pristine / setSettings, forgetReview, closePreview, reportSaved
generalSettings.ready.form.changed --review.open[0]--> generalSettings.ready.form.reviewing / setReview
generalSettings.ready.form.reviewing --review.close[0]--> generalSettings.ready.form.deciding / forgetReview
generalSettings.ready.form.reviewing --review.saved[0]--> generalSettings.ready.form.pristine / setSettings, forgetReview, closePreview, reportSaved
generalSettings.ready.form.saving --xstate.done.actor.saveGeneral[0]--> generalSettings.ready.form.pristine / setSettings, closePreview, reportSaved
generalSettings.ready.form.saving --xstate.error.actor.saveGeneral[0]--> generalSettings.ready.form.changed / setError

generalSettings.ready.preview --preview.close[0]--> generalSettings.ready.preview.hidden / forgetPreview
generalSettings.ready.preview.hidden --preview.ask[0]--> generalSettings.ready.preview.calculating
generalSettings.ready.preview.calculating --xstate.done.actor.previewConfig[0]--> generalSettings.ready.preview.shown / setPreview
generalSettings.ready.preview.calculating --xstate.error.actor.previewConfig[0]--> generalSettings.ready.preview.shown / setPreviewError
generalSettings.ready.preview.shown --preview.ask[0]--> generalSettings.ready.preview.calculating
`;

export const ignored = `
loading, failed: name.type, config.type, draft.save, draft.cancel, error.dismiss, preview.ask, preview.close, review.open, review.close, review.saved — there is no form yet
loading, ready: settings.retry — only settings that did not come offer it
ready.form.pristine: draft.save, draft.cancel — nothing was changed, so both buttons are disabled
ready.form.saving: name.type, config.type — the fields are locked: what is typed would be lost to the answer
ready.form.saving: draft.save, draft.cancel — the buttons wait for the answer
ready.form.pristine, ready.form.changed, ready.form.saving: review.close, review.saved — no review is open
ready.form.saving: review.open — the button waits for the answer
ready.form.reviewing, ready.form.returning: name.type, config.type, draft.save, draft.cancel, review.open — the review covers the page
ready.preview.calculating: preview.ask — the same text is being calculated; another text closes this preview first
`;
