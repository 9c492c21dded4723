/** Decisions 8.02: CSV export of every table; a failure is reported, and no partial file is saved. */
export const table = `
csvExport.idle --export.start[0]--> csvExport.reading
csvExport.reading --xstate.done.actor.readAll[0]--> csvExport.idle / download
csvExport.reading --xstate.error.actor.readAll[0]--> csvExport.idle / reportFailure
`;

export const ignored = `
reading: export.start — one file at a time; its button waits
`;
