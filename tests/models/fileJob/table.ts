/** Decisions 2.13 and 2.18: queued → processing → completed or failed (→ retry); the file is available only once completed. */
export const table = `
fileJob.editing --file.request[0]--> fileJob.requesting / setBody
fileJob.editing --file.open[0 isWritten]--> fileJob.downloading / setJob
fileJob.editing --file.open[1]--> fileJob.weighing / setJob
fileJob.completed --file.open[0 isWritten]--> fileJob.downloading / setJob
fileJob.completed --file.open[1]--> fileJob.weighing / setJob
fileJob.failed --file.open[0 isWritten]--> fileJob.downloading / setJob
fileJob.failed --file.open[1]--> fileJob.weighing / setJob
fileJob.requesting --xstate.done.actor.requestJob[0]--> fileJob.weighing / setJob
fileJob.requesting --xstate.error.actor.requestJob[0]--> fileJob.editing / setError

fileJob.weighing --always[0 isCompleted]--> fileJob.completed
fileJob.weighing --always[1 isFailed]--> fileJob.failed / setJobError
fileJob.weighing --always[2]--> fileJob.waiting
fileJob.waiting --xstate.after.poll.fileJob.waiting[0]--> fileJob.checking
fileJob.checking --xstate.done.actor.checkJob[0]--> fileJob.weighing / setJob
fileJob.checking --xstate.error.actor.checkJob[0]--> fileJob.unanswered / setError
fileJob.unanswered --file.retry[0]--> fileJob.checking / forgetError

fileJob.completed --file.download[0]--> fileJob.downloading / forgetError
fileJob.completed --file.restart[0]--> fileJob.editing / forgetJob
fileJob.downloading --xstate.done.actor.downloadFile[0]--> fileJob.completed
fileJob.downloading --xstate.error.actor.downloadFile[0]--> fileJob.completed / setError

fileJob.failed --file.retry[0]--> fileJob.retrying / forgetError
fileJob.failed --file.restart[0]--> fileJob.editing / forgetJob
fileJob.retrying --xstate.done.actor.retryJob[0]--> fileJob.weighing / setJob
fileJob.retrying --xstate.error.actor.retryJob[0]--> fileJob.failed / setError
`;

export const ignored = `
editing: file.retry, file.download, file.restart — nothing was asked for yet
requesting, waiting, checking, retrying: file.request, file.open, file.restart — one statement at a time; the buttons are disabled
requesting, waiting, checking, retrying: file.retry, file.download — it is neither written nor failed yet
unanswered: file.request, file.open, file.restart — the statement asked for is still being written: it is looked at again first
unanswered: file.download — nobody knows yet whether it is written
completed: file.request, file.retry — it is written; another one is begun with restart
downloading: file.request, file.open, file.retry, file.download, file.restart — one file at a time; the buttons wait
failed: file.request — the form is not shown; another one is begun with restart
failed: file.download — there is no file
`;
