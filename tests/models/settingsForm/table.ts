/** Spec 2.63 and decisions 4.04: saved only when changed; "Settings saved successfully!" for 3 s after the response. */
export const table = `
settingsForm.pristine --form.changed[0 isDirty]--> settingsForm.changed
settingsForm.changed --form.changed[0 isPristine]--> settingsForm.pristine / forgetError
settingsForm.changed --form.submit[0]--> settingsForm.saving / setBody
settingsForm.changed --form.cancel[0]--> settingsForm.pristine / forgetError, resetForm
settingsForm.saving --xstate.done.actor.saveSettings[0]--> settingsForm.saved / reportSaved
settingsForm.saving --xstate.error.actor.saveSettings[0]--> settingsForm.changed / setError
settingsForm.saved --xstate.after.savedMessage.settingsForm.saved[0]--> settingsForm.pristine
settingsForm.saved --form.changed[0 isDirty]--> settingsForm.changed
`;

export const ignored = `
pristine, saved: form.submit, form.cancel — nothing was changed, so both buttons are disabled
saving: form.submit, form.cancel — the buttons wait for the answer
saving: form.changed — the fields are locked, and the answer decides what they start from
`;
