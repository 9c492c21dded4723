/** A server stop does not use up a job's tries; consecutive stops during the job are counted separately. */
export const up = `
alter table jobs add column crashes integer not null default 0;
`;
