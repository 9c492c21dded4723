/** Spec 2.62 and decisions 4.04: the message appears only after the response; after a failure the typed values stay in the form. */
export const table = `
profile.viewing --profile.edit[0]--> profile.editing / forgetError, resetForm
profile.editing --form.changed[0 isDirty]--> profile.editing.changed
profile.editing --form.changed[1]--> profile.editing.pristine
profile.editing --form.submit[0]--> profile.saving / setBody
profile.editing --form.cancel[0]--> profile.viewing / forgetError, resetForm
profile.saving --xstate.done.actor.saveProfile[0]--> profile.viewing / reportSaved
profile.saving --xstate.error.actor.saveProfile[0]--> profile.editing.changed / setError
`;

export const ignored = `
viewing: form.changed — the form is not shown, and is set to the saved values when it opens
viewing: form.submit, form.cancel — there is no form to send or to leave
editing: profile.edit — it is being edited
saving: profile.edit, form.submit, form.cancel — the buttons wait for the answer
saving: form.changed — the fields are locked, and the answer decides what they start from
`;
