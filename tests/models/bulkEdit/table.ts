/** Spec 2.48: rows are selected, a field and a value chosen, asked for, set row by row; a stop keeps what is done, failures are tried again alone. */
export const table = `
bulkEdit --selection.clear[0]--> stays / clear

bulkEdit.choosing --row.toggle[0]--> stays / toggleRow
bulkEdit.choosing --all.toggle[0]--> stays / toggleAll
bulkEdit.choosing --change.choose[0]--> stays / keepChange
bulkEdit.choosing --bulk.apply[0 canApply]--> bulkEdit.confirming / beginSelected

bulkEdit.confirming --xstate.done.actor.confirmApply[0 isAgreed]--> bulkEdit.applying
bulkEdit.confirming --xstate.done.actor.confirmApply[1]--> bulkEdit.choosing / forgetLeft
bulkEdit.confirming --xstate.error.actor.confirmApply[0]--> bulkEdit.choosing / forgetLeft, logFailure

bulkEdit.applying --row.done[0 isLeft]--> stays / keepDone, relaySaved
bulkEdit.applying --row.failed[0 isLeft]--> stays / keepFailed
bulkEdit.applying --all.done[0]--> bulkEdit.weighing
bulkEdit.applying --xstate.error.actor.applyAll[0]--> bulkEdit.weighing / failRest
bulkEdit.applying.running --bulk.stop[0]--> bulkEdit.applying.stopping / stopWork

bulkEdit.weighing --always[0 hasFailures]--> bulkEdit.reviewing
bulkEdit.weighing --always[1]--> bulkEdit.choosing

bulkEdit.reviewing --failures.retry[0]--> bulkEdit.applying / beginFailed
bulkEdit.reviewing --failures.dismiss[0]--> bulkEdit.choosing / dismiss
`;

export const ignored = `
choosing, confirming, reviewing: row.done, row.failed, all.done — nothing runs, and what ran has told its end
choosing, confirming, reviewing: bulk.stop — nothing runs that could be stopped
choosing, confirming, applying: failures.retry, failures.dismiss — the failures are listed only after a run
confirming: row.toggle, all.toggle, change.choose, bulk.apply — the question covers the page: what it asks about does not change under it
applying: row.toggle, all.toggle, change.choose, bulk.apply — what runs is not changed under way; the boxes and buttons are disabled
applying.stopping: bulk.stop — it is stopping already
reviewing: row.toggle, all.toggle, change.choose, bulk.apply — the failures are tried again or dismissed first
`;
