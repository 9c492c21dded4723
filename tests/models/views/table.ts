/** Decisions 1.02: a new view is named and saved, a changed question kept, a view deleted after a yes; what was typed outlives a failure. */
export const table = `
views.loading --xstate.done.actor.loadViews[0]--> views.ready / keepViews
views.loading --xstate.error.actor.loadViews[0]--> views.failed / keepLoadError
views.failed --views.retry[0]--> views.loading
views.ready --view.new[0]--> views.naming / beginNew
views.ready --view.edit[0]--> views.naming / beginEdit
views.ready --view.update[0]--> views.saving.kept / beginUpdate
views.ready --view.remove[0]--> views.removing / beginRemoval
views.naming --form.submit[0]--> views.saving.named / keepForm
views.naming --form.cancel[0]--> views.ready / forgetDraft
views.saving --xstate.done.actor.saveView[0]--> views.ready / keepSaved, reportSaved
views.saving --xstate.error.actor.saveView[0 isNamed]--> views.naming / keepError
views.saving --xstate.error.actor.saveView[1]--> views.ready / keepError
views.removing --xstate.done.actor.removeView[0 isRemoved]--> views.ready / reportRemoved, keepRemoved
views.removing --xstate.done.actor.removeView[1]--> views.ready / forgetRemoval
views.removing --xstate.error.actor.removeView[0]--> views.ready / keepRemoveError
`;

export const ignored = `
loading, failed, naming, saving.named, saving.kept, removing: view.new, view.edit, view.update, view.remove — the menu is closed until the list is there and the last deed is done
loading, ready, naming, saving.named, saving.kept, removing: views.retry — only a list that failed offers it
loading, failed, ready, saving.kept, removing: form.submit, form.cancel — there is no form
saving.named: form.submit, form.cancel — it is under way, and its buttons are off
`;
