/**
 * Decisions 6.05: a commit starts a queue or joins the cell's existing one, and unanswered values are preserved; a conflict is shown in its
 * cell with both values.
 */
export const table = `
eventCells --draft.changed[0]--> stays / setTyping, setDrafts
eventCells --cell.committed[0]--> stays / forgetTyping, write
eventCells --cells.write[0]--> stays / write
eventCells --cells.revert[0]--> stays / reportReverted, revert
eventCells --changes.made[0 isNewStep]--> stays / setStep, join, begin, supersede, setDrafts
eventCells --changes.made[1]--> stays / join, begin, setDrafts
eventCells --step.kept[0 isMultiCell]--> stays / reportStep
eventCells --cell.changed[0 isFailed]--> stays / setCell, setDrafts, reportFailed
eventCells --cell.changed[1 isConflict]--> stays / setCell, setDrafts, reportConflict
eventCells --cell.changed[2]--> stays / setCell, setDrafts
eventCells --cell.ended[0]--> stays / dropCell, stopQueue, setDrafts
eventCells --event.saved[0]--> stays / relaySaved, notifyField, notifyHistory, reportSaved
eventCells --event.read[0]--> stays / relayRead, notifyHistory
eventCells --event.heard[0]--> stays / notifyHistory
eventCells --grid.leave[0]--> stays / leaveGrid
eventCells --cell.retry[0 isStuck]--> stays / retry
eventCells --cell.discard[0 isStuck]--> stays / discard
eventCells --failed.retry[0]--> stays / notifyFailed
eventCells --failed.discard[0]--> stays / notifyFailed
eventCells --conflict.ask[0 isConflicted]--> stays / ask

eventCells.deciding --always[0 hasOffered]--> eventCells.offering
eventCells.deciding --always[1]--> eventCells.settled
eventCells.offering --always[0 hasNoneOffered]--> eventCells.settled
eventCells.offering --drafts.restore[0]--> eventCells.settled / restore
eventCells.offering --drafts.discard[0]--> eventCells.settled / forgetOffered, setDrafts
`;

/** Events that each state ignores, with the reason. */
export const ignored = `
settled: drafts.restore, drafts.discard — nothing is offered any more
`;
