/**
 * Spec 5.10 and decisions 4.02: two different new passwords cause an alert and no call; a saved one is reported, a refused one can be
 * corrected.
 */
export const table = `
changePassword.editing --password.submit[0 matches]--> changePassword.saving / setBody
changePassword.editing --password.submit[1]--> stays / alertMismatch
changePassword.saving --xstate.done.actor.changePassword[0]--> changePassword.saved / forgetBody, reportChanged
changePassword.saving --xstate.error.actor.changePassword[0]--> changePassword.editing / forgetBody, setError
`;

export const ignored = `
saving: password.submit — one change at a time; its button waits
saved: password.submit — the form is gone, or empty and without its actor
`;
