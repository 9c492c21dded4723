/** Decisions 8.02: a block that fits is written at once, since Undo reverts it; cells that don't fit are shown first. */
export const table = `
gridPaste.idle --paste.offer[0 fits]--> stays / writeCells
gridPaste.idle --paste.offer[1 hasAnyCells]--> gridPaste.previewing / setPlan

gridPaste.previewing --paste.accept[0 hasCells]--> gridPaste.idle / writeCells, forgetPlan
gridPaste.previewing --paste.cancel[0]--> gridPaste.idle / forgetPlan
`;

export const ignored = `
idle: paste.accept, paste.cancel — nothing is offered
previewing: paste.offer — the preview covers the table
`;
