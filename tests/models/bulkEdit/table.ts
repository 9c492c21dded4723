/** Decisions 6.02, 8.02: rows are selected, a field and a value chosen, and set at once; no confirmation, because Undo reverts it. */
export const table = `
bulkEdit --row.toggle[0]--> stays / toggleRow
bulkEdit --all.toggle[0]--> stays / toggleAll

bulkEdit.idle --always[0 hasSelection]--> bulkEdit.choosing

bulkEdit.choosing --always[0 hasNoSelection]--> bulkEdit.idle
bulkEdit.choosing --selection.clear[0]--> stays / clear
bulkEdit.choosing --change.choose[0]--> stays / setChange
bulkEdit.choosing --bulk.apply[0 canApply]--> stays / writeCells
`;

export const ignored = `
idle: selection.clear, change.choose, bulk.apply — no row is ticked, and the bar is not there
`;
