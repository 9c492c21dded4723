/** Decisions 2.13 and 2.18: queued → processing → completed or failed (→ retry); the file only once it is completed. */
export const table = `
statement.editing --statement.request[0]--> statement.requesting / keepBody
statement.editing --statement.open[0 isWritten]--> statement.downloading / keepJob
statement.editing --statement.open[1]--> statement.weighing / keepJob
statement.completed --statement.open[0 isWritten]--> statement.downloading / keepJob
statement.completed --statement.open[1]--> statement.weighing / keepJob
statement.failed --statement.open[0 isWritten]--> statement.downloading / keepJob
statement.failed --statement.open[1]--> statement.weighing / keepJob
statement.requesting --xstate.done.actor.requestStatement[0]--> statement.weighing / keepJob
statement.requesting --xstate.error.actor.requestStatement[0]--> statement.editing / keepError

statement.weighing --always[0 isCompleted]--> statement.completed
statement.weighing --always[1 isFailed]--> statement.failed / keepJobError
statement.weighing --always[2]--> statement.waiting
statement.waiting --xstate.after.poll.statement.waiting[0]--> statement.checking
statement.checking --xstate.done.actor.checkStatement[0]--> statement.weighing / keepJob
statement.checking --xstate.error.actor.checkStatement[0]--> statement.unanswered / keepError
statement.unanswered --statement.retry[0]--> statement.checking / forgetError

statement.completed --statement.download[0]--> statement.downloading / forgetError
statement.completed --statement.restart[0]--> statement.editing / forgetJob
statement.downloading --xstate.done.actor.downloadFile[0]--> statement.completed
statement.downloading --xstate.error.actor.downloadFile[0]--> statement.completed / keepError

statement.failed --statement.retry[0]--> statement.retrying / forgetError
statement.failed --statement.restart[0]--> statement.editing / forgetJob
statement.retrying --xstate.done.actor.retryStatement[0]--> statement.weighing / keepJob
statement.retrying --xstate.error.actor.retryStatement[0]--> statement.failed / keepError
`;

export const ignored = `
editing: statement.retry, statement.download, statement.restart — nothing was asked for yet
requesting, waiting, checking, retrying: statement.request, statement.open, statement.restart — one statement at a time; the buttons are disabled
requesting, waiting, checking, retrying: statement.retry, statement.download — it is neither written nor failed yet
unanswered: statement.request, statement.open, statement.restart — the statement asked for is still being written: it is looked at again first
unanswered: statement.download — nobody knows yet whether it is written
completed: statement.request, statement.retry — it is written; another one is begun with restart
downloading: statement.request, statement.open, statement.retry, statement.download, statement.restart — one file at a time; the buttons wait
failed: statement.request — the form is not shown; another one is begun with restart
failed: statement.download — there is no file
`;
