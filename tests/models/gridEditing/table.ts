/**
 * Spec 2.48, decisions 6.05: the value is reported when the field closes for any reason except Escape, which discards it. Only the open
 * field sends events.
 */
export const table = `
gridEditing.resting --cell.open[0]--> gridEditing.typing / open, relayOpened, relayDraft

gridEditing.typing --cell.open[0 isOtherAfterDraft]--> stays / relayCommit, open, relayDraft
gridEditing.typing --cell.open[1 isOther]--> stays / open, relayDraft
gridEditing.typing --draft.change[0 isOpen]--> stays / setDraft, relayDraft
gridEditing.typing --cell.commit[0 isOpenWithNext]--> stays / relayCommit, openNext
gridEditing.typing --cell.commit[1 isOpen]--> gridEditing.resting / relayCommit, forget, relayClosed
gridEditing.typing --cell.leave[0 isOpenWithDraft]--> gridEditing.resting / relayCommit, forget, relayClosed
gridEditing.typing --cell.leave[1 isOpen]--> gridEditing.resting / forget, relayClosed
gridEditing.typing --cell.cancel[0 isOpen]--> gridEditing.resting / relayDraft, forget, relayClosed
gridEditing.typing --grid.leave[0 hasDraft]--> gridEditing.resting / relayCommit, forget, relayClosed
gridEditing.typing --grid.leave[1]--> gridEditing.resting / forget, relayClosed
gridEditing.typing --row.saved[0 isSaved]--> stays / setRow
`;

/** Events that each state ignores, with the reason. */
export const ignored = `
resting: draft.change, cell.commit, cell.leave, cell.cancel, grid.leave, row.saved — no field is open, and one that was has said all
`;
