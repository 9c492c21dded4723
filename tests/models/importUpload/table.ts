/** Decisions 8.02: progress part by part; a file that is too large is reported before anything is sent. */
export const table = `
importUpload.choosing --kind.choose[0]--> stays / setKind
importUpload.choosing --file.choose[0 isTooLarge]--> stays / setTooLarge
importUpload.choosing --file.choose[1 isEmpty]--> stays / setEmpty
importUpload.choosing --file.choose[2 isOtherFile]--> stays / setOther
importUpload.choosing --file.choose[3]--> stays / setFile
importUpload.choosing --upload.start[0 hasFile]--> importUpload.creating / forgetError
importUpload.choosing --upload.cancel[0]--> importUpload.closed
importUpload.creating --xstate.done.actor.createRun[0]--> importUpload.sending / setRun
importUpload.creating --xstate.error.actor.createRun[0]--> importUpload.choosing / setError
importUpload.sending --xstate.done.actor.sendPart[0 hasMore]--> importUpload.sending (reenter) / countPart
importUpload.sending --xstate.done.actor.sendPart[1]--> importUpload.finishing / countPart
importUpload.sending --xstate.error.actor.sendPart[0]--> importUpload.interrupted / setError
importUpload.sending --upload.cancel[0]--> importUpload.closed / discard
importUpload.finishing --xstate.done.actor.endUpload[0]--> importUpload.uploaded / reportUploaded
importUpload.finishing --xstate.error.actor.endUpload[0]--> importUpload.interrupted / setError
importUpload.interrupted --upload.retry[0 isAllSent]--> importUpload.finishing / forgetError
importUpload.interrupted --upload.retry[1]--> importUpload.sending / forgetError
importUpload.interrupted --upload.cancel[0]--> importUpload.closed / discard
`;

export const ignored = `
choosing: upload.retry — there is nothing yet that could have failed
creating: kind.choose, file.choose, upload.start, upload.retry — a file is on its way
creating: upload.cancel — nobody knows yet what there would be to discard
sending: kind.choose, file.choose, upload.start, upload.retry — a file is on its way
finishing: kind.choose, file.choose, upload.start, upload.retry, upload.cancel — all of it arrived
interrupted: kind.choose, file.choose, upload.start — the file goes on where it was, or is given up
uploaded, closed: kind.choose, file.choose, upload.start, upload.retry, upload.cancel — the dialog is gone
`;
