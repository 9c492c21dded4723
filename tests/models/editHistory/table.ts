/** Decisions 6.05, 8.02: edits are undone newest first or by their own step; undone edits can be redone until a new one is made. */
export const table = `
editHistory --step.made[0]--> editHistory.weighing / setStep, relayStep
editHistory --event.known[0]--> stays / setKnown

editHistory.weighing --always[0 hasPastAndFuture]--> editHistory.both
editHistory.weighing --always[1 hasPast]--> editHistory.undoable
editHistory.weighing --always[2 hasFuture]--> editHistory.redoable
editHistory.weighing --always[3]--> editHistory.empty

editHistory.undoable --edit.undo[0 hasStep]--> editHistory.weighing / undo
editHistory.redoable --edit.redo[0]--> editHistory.weighing / redo
editHistory.both --edit.undo[0 hasStep]--> editHistory.weighing / undo
editHistory.both --edit.redo[0]--> editHistory.weighing / redo
`;

export const ignored = `
empty: edit.undo, edit.redo — nothing was written
undoable: edit.redo — nothing was undone
redoable: edit.undo — everything is undone
`;
