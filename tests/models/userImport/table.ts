/** Spec 7.14: preview first, then chunk by chunk; a failed chunk can be sent again; closing asks before passwords are lost. */
export const table = `
userImport.choosing --file.choose[0 isTooLarge]--> stays / setTooLarge
userImport.choosing --file.choose[1]--> userImport.reading / setFile
userImport.choosing --close.ask[0]--> userImport.closed
userImport.reading --xstate.done.actor.readFile[0]--> userImport.previewed / setLines
userImport.reading --xstate.error.actor.readFile[0 isShown]--> userImport.previewed / setError
userImport.reading --xstate.error.actor.readFile[1]--> userImport.choosing / setError
userImport.reading --close.ask[0]--> userImport.closed
userImport.previewed --choices.submit[0]--> userImport.reading / setChoices
userImport.previewed --import.apply[0 hasWork]--> userImport.applying
userImport.previewed --import.restart[0]--> userImport.choosing / forgetFile
userImport.previewed --close.ask[0]--> userImport.closed
userImport.applying --xstate.done.actor.applyChunk[0]--> userImport.deciding / setResults
userImport.applying --xstate.error.actor.applyChunk[0]--> userImport.stopped / setError
userImport.deciding --always[0 hasWork]--> userImport.applying
userImport.deciding --always[1 holdsPasswords]--> userImport.holding
userImport.deciding --always[2]--> userImport.finished
userImport.stopped --import.apply[0]--> userImport.applying / forgetError
userImport.stopped --passwords.download[0 holdsPasswords]--> stays / downloadPasswords
userImport.stopped --close.ask[0 holdsPasswords]--> stays / askLeave
userImport.stopped --close.ask[1]--> userImport.closed
userImport.stopped --close.confirmed[0]--> userImport.closed
userImport.holding --passwords.download[0]--> userImport.finished / downloadPasswords
userImport.holding --close.ask[0]--> stays / askLeave
userImport.holding --close.confirmed[0]--> userImport.closed
userImport.finished --passwords.download[0 holdsPasswords]--> stays / downloadPasswords
userImport.finished --close.ask[0]--> userImport.closed
`;

export const ignored = `
choosing, reading: choices.submit, import.apply, import.restart — there are no lines yet
choosing, reading, previewed: passwords.download, close.confirmed — nothing was applied, so there are no passwords and leaving is not asked about
reading, previewed: file.choose — the file field is shown again after a restart
applying: file.choose, choices.submit, import.apply, import.restart, passwords.download — a chunk is under way, and none is sent twice
applying: close.ask, close.confirmed — its answer may hold passwords that nobody has taken
stopped: file.choose, choices.submit, import.restart — the rest of these lines is sent first, or the dialog is left
holding: file.choose, choices.submit, import.apply, import.restart — the passwords are taken first
finished: file.choose, choices.submit, import.apply, import.restart — all lines are applied; another file is another dialog
finished: close.confirmed — the passwords were taken, so leaving is not asked about
closed: file.choose, choices.submit, import.apply, import.restart, passwords.download, close.ask, close.confirmed — the dialog is gone
`;
