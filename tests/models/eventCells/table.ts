/** Decisions 6.05: a commit begins a queue or joins the cell's own, what is not answered is kept, a conflict is asked once nothing is written. */
export const table = `
eventCells --draft.changed[0]--> stays / keepTyping, keepDrafts
eventCells --cell.committed[0 hasQueue]--> stays / forgetTyping, supersede, join
eventCells --cell.committed[1 isChange]--> stays / forgetTyping, supersede, begin
eventCells --cell.committed[2]--> stays / forgetTyping, keepDrafts
eventCells --cell.changed[0 isFailed]--> stays / keepCell, keepDrafts, reportFailed
eventCells --cell.changed[1 isConflict]--> stays / keepCell, keepDrafts, reportConflict
eventCells --cell.changed[2]--> stays / keepCell, keepDrafts
eventCells --cell.ended[0]--> stays / dropCell, stopQueue, keepDrafts
eventCells --event.saved[0]--> stays / relaySaved, tellField, reportSaved
eventCells --event.read[0]--> stays / relayRead
eventCells --grid.leave[0]--> stays / leaveGrid
eventCells --cell.retry[0 isStuck]--> stays / tellCell
eventCells --cell.discard[0 isStuck]--> stays / tellCell
eventCells --failed.retry[0]--> stays / tellFailed
eventCells --failed.discard[0]--> stays / tellFailed

eventCells.question --conflict.ask[0 isConflicted]--> eventCells.question.asking / ask
eventCells.question.free --always[0 hasUnasked]--> eventCells.question.asking / ask
eventCells.question.free --field.opened[0]--> eventCells.question.writing
eventCells.question.writing --field.closed[0]--> eventCells.question.settling
eventCells.question.settling --field.opened[0]--> eventCells.question.writing
eventCells.question.settling --xstate.after.quiet.eventCells.question.settling[0]--> eventCells.question.free
eventCells.question.asking --conflict.mine[0]--> eventCells.question.free / decide, endQuestion
eventCells.question.asking --conflict.theirs[0]--> eventCells.question.free / decide, endQuestion
eventCells.question.asking --conflict.later[0]--> eventCells.question.free / endQuestion

eventCells.offer.deciding --always[0 hasOffered]--> eventCells.offer.offering
eventCells.offer.deciding --always[1]--> eventCells.offer.none
eventCells.offer.offering --always[0 hasNoneOffered]--> eventCells.offer.none
eventCells.offer.offering --drafts.restore[0]--> eventCells.offer.none / restore
eventCells.offer.offering --drafts.discard[0]--> eventCells.offer.none / forgetOffered, keepDrafts
`;

/** What each state drops, and why. */
export const ignored = `
question.free, question.settling: field.closed — no field is open any more
question.free, question.writing, question.settling: conflict.mine, conflict.theirs, conflict.later — nothing is in question
question.writing: field.opened — the field is open already
question.asking: field.opened, field.closed — the question is modal, no cell is written in under it
offer.none: drafts.restore, drafts.discard — nothing is offered any more
`;
