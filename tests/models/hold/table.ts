/** Decisions 2.08: a form that closes once the server answered, and a release without a question. */
export const table = `
shown --hold.open[0]--> editing / begin
shown --hold.release[0]--> releasing / begin
editing --hold.submit[0]--> saving / keepTyped
editing --hold.close[0]--> shown / begin
saving --xstate.done.actor.saveHold[0]--> shown / begin, reportHeld
saving --xstate.error.actor.saveHold[0]--> editing / keepError
releasing --xstate.done.actor.releaseHold[0]--> shown / reportReleased
releasing --xstate.error.actor.releaseHold[0]--> shown / keepReleaseError
`;

export const ignored = `
shown, releasing: hold.submit, hold.close — no form is open
editing, saving: hold.open, hold.release — the form covers the record
releasing: hold.open, hold.release — the answer says what there is to do
saving: hold.submit, hold.close — the form waits for the answer and cannot be closed
`;
