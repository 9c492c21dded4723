/** Decisions 7.07: an uploaded file opens next to the list. */
export const table = `
imports.browsing --upload.open[0]--> imports.adding
imports.adding --upload.closed[0]--> imports.browsing
imports.adding --upload.ended[0]--> imports.browsing / reload, openRun
imports --run.changed[0]--> stays / reload
`;

export const ignored = `
browsing: upload.closed, upload.ended — nothing is being uploaded
adding: upload.open — one file at a time
`;
