/** Decisions 2.08: a form that closes once the server has responded, and a release without confirmation. */
export const table = `
hold.shown --hold.open[0]--> hold.editing / begin
hold.shown --hold.release[0]--> hold.releasing / begin
hold.editing --hold.submit[0]--> hold.saving / setTyped
hold.editing --hold.close[0]--> hold.shown / begin
hold.saving --xstate.done.actor.saveHold[0]--> hold.shown / begin, reportHeld
hold.saving --xstate.error.actor.saveHold[0]--> hold.editing / setError
hold.releasing --xstate.done.actor.releaseHold[0]--> hold.shown / reportReleased
hold.releasing --xstate.error.actor.releaseHold[0]--> hold.shown / setReleaseError
`;

export const ignored = `
shown, releasing: hold.submit, hold.close — no form is open
editing, saving: hold.open, hold.release — the form covers the record
releasing: hold.open, hold.release — the answer says what there is to do
saving: hold.submit, hold.close — the form waits for the answer and cannot be closed
`;
