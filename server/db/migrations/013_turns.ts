/** Sign-ins whose password check is still running, and fair turns in the job queue. */
export const up = `
-- Null: it is not decided yet whether the attempt failed.
alter table login_attempts alter column failed drop not null, alter column failed drop default;
create index login_attempts_at on login_attempts (at);

-- One of the few places that a person has for unfinished jobs of a kind; null for what nobody asked for one by one.
alter table jobs add column place smallint, add column taken_at timestamptz;
create unique index jobs_place on jobs (created_by, kind, place) where state in ('queued','processing');
create index jobs_turn on jobs (created_by, taken_at desc);
`;
