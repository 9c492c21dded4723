/** spec 2.52, 2.54-2.56, 7.33, 8.09-8.11. */
export const table = `
addIntegration.closed --form.open[0]--> addIntegration.editing / setAgain
addIntegration.editing --form.submit[0]--> addIntegration.saving / setForm
addIntegration.editing --form.cancel[0]--> addIntegration.closed
addIntegration.saving --xstate.done.actor.saveForm[0]--> addIntegration.closed / reportSaved, forgetForm
addIntegration.saving --xstate.error.actor.saveForm[0]--> addIntegration.editing / setError, forgetForm
`;

export const ignored = `
closed: form.submit, form.cancel — no form is shown
editing: form.open — it is open already
saving: form.open, form.submit, form.cancel — the server has it: closed, its answer would be lost
`;
