/**
 * Spec 2.42, decisions 3.04: goals are loaded; authorized users set, change and remove them; a form closes once the server has responded.
 */
export const table = `
goals --question.changed[0 isOtherQuestion]--> goals.loading (reenter) / setQuestion, forgetForm
goals.loading --xstate.done.actor.loadGoals[0]--> goals.shown / setGoals
goals.loading --xstate.error.actor.loadGoals[0]--> goals.failed / setLoadError
goals.failed --goals.retry[0]--> goals.loading
goals.shown --goal.add[0 mayAdd]--> goals.editing / begin
goals.shown --goal.change[0 mayChange]--> goals.editing / begin
goals.shown --goal.remove[0 mayRemove]--> goals.asking / begin
goals.editing --form.submit[0]--> goals.saving / setTyped
goals.editing --close.ask[0 isDirty]--> stays / askDiscard
goals.editing --close.ask[1 hasNext]--> goals.loading / takeNext, forgetForm
goals.editing --close.ask[2]--> goals.shown / forgetForm
goals.editing --close.confirmed[0 hasNext]--> goals.loading / takeNext, forgetForm
goals.editing --close.confirmed[1]--> goals.shown / forgetForm
goals.saving --question.changed[0]--> stays / setNext
goals.saving --xstate.done.actor.saveGoal[0]--> goals.loading / reportSaved, takeNext, forgetForm
goals.saving --xstate.error.actor.saveGoal[0]--> goals.editing / setError
goals.asking --xstate.done.actor.askRemove[0 isAgreed]--> goals.removing
goals.asking --xstate.done.actor.askRemove[1]--> goals.shown / forgetForm
goals.asking --xstate.error.actor.askRemove[0]--> goals.shown / forgetForm
goals.removing --xstate.done.actor.removeGoal[0]--> goals.loading / reportRemoved, takeNext, forgetForm
goals.removing --xstate.error.actor.removeGoal[0 hasNext]--> goals.loading / takeNext, forgetForm
goals.removing --xstate.error.actor.removeGoal[1]--> goals.shown / setError
goals.removing --question.changed[0]--> stays / setNext
`;

export const ignored = `
loading, failed, saving, asking, removing: goal.add, goal.change, goal.remove — the buttons are there once the goals are
loading, shown, failed, asking, removing: form.submit, close.ask, close.confirmed — no form is open
loading, shown, editing, saving, asking, removing: goals.retry — nothing has failed to load
editing: goal.add, goal.change, goal.remove — the form covers the page
saving: form.submit, close.ask, close.confirmed — the form waits for the answer and cannot be closed
`;
