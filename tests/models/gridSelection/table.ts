/** Decisions 8.02: Shift with the arrow keys, a click or a drag select a block; the handle fills it down, Escape cancels. */
export const table = `
gridSelection.single --pointer.down[0]--> gridSelection.dragging
gridSelection.single --range.extend[0]--> gridSelection.range / extend
gridSelection.single --fill.start[0]--> gridSelection.filling

gridSelection.dragging --range.extend[0]--> stays / extend
gridSelection.dragging --pointer.up[0 hasCorner]--> gridSelection.range
gridSelection.dragging --pointer.up[1]--> gridSelection.single
gridSelection.dragging --range.clear[0]--> gridSelection.single / clear

gridSelection.range --pointer.down[0]--> gridSelection.dragging / clear
gridSelection.range --range.extend[0]--> stays / extend
gridSelection.range --range.clear[0]--> gridSelection.single / clear
gridSelection.range --fill.start[0]--> gridSelection.filling

gridSelection.filling --fill.over[0]--> stays / setTarget
gridSelection.filling --pointer.up[0 hasTarget]--> gridSelection.weighing / fill, forgetTarget
gridSelection.filling --pointer.up[1]--> gridSelection.weighing
gridSelection.filling --fill.cancel[0]--> gridSelection.weighing / forgetTarget

gridSelection.weighing --always[0 hasCorner]--> gridSelection.range
gridSelection.weighing --always[1]--> gridSelection.single
`;

export const ignored = `
single, range: pointer.up — no button is down on a cell
single: range.clear — nothing is selected
single, range: fill.over, fill.cancel — nothing is being filled
dragging: pointer.down — the button is down already
dragging: fill.start, fill.over, fill.cancel — the pointer holds no handle
filling: pointer.down, fill.start — the pointer holds the handle already
filling: range.extend, range.clear — the block stays as it is while it is filled down
`;
