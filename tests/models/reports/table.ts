/** Decisions 2.18: to show progress, the list is polled while one of its files is being written. */
export const table = `
reports.resting --work.seen[0]--> reports.watching
reports.watching --xstate.after.poll.reports.watching[0]--> reports.watching (reenter) / reload
reports.watching --work.ended[0]--> reports.resting
reports --report.requested[0]--> stays / reload
`;

export const ignored = `
resting: work.ended — nothing was being written
watching: work.seen — it is watched already, and its next look must not be put off
`;
