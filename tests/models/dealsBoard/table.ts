/** Decisions 2.17: the board of open deals; a card moves at once and returns if the move is refused. */
export const table = `
dealsBoard.reading --question.changed[0 isOtherQuestion]--> dealsBoard.reading.loading / setQuestion
dealsBoard.reading --board.reload[0]--> dealsBoard.reading.loading
dealsBoard.reading --list.read[0 isListedAgain]--> dealsBoard.reading.loading
dealsBoard.reading --list.read[1]--> stays / setListed
dealsBoard.reading.loading --xstate.done.actor.loadBoard[0]--> dealsBoard.reading.shown / setBoard
dealsBoard.reading.loading --xstate.error.actor.loadBoard[0]--> dealsBoard.reading.failed / setFailure
dealsBoard.reading.loading.deciding --always[0 isAnswered]--> dealsBoard.reading.loading.refreshing
dealsBoard.reading.loading.deciding --always[1]--> dealsBoard.reading.loading.replacing
dealsBoard.saving --card.move[0 mayMove]--> stays / setMove
dealsBoard.saving.idle --always[0 hasMoves]--> dealsBoard.saving.moving
dealsBoard.saving.moving --xstate.done.actor.saveMove[0]--> dealsBoard.saving.idle / setDeal, reportMoved, readAgain
dealsBoard.saving.moving --xstate.error.actor.saveMove[0]--> dealsBoard.saving.idle / undoMove, readAgain
dealsBoard --error.dismiss[0]--> stays / forgetError
`;

export const ignored = ``;
