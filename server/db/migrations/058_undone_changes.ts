/**
 * What a run wrote and still stands, and what of it was taken back, each have an index: both are asked at each step of a run, and at each look at
 * it, without reading all that it wrote.
 */
export const up = `
drop index run_changes_run;
create index run_changes_standing on run_changes (run_id, id desc) where undone_at is null;
create index run_changes_undone on run_changes (run_id) where undone_at is not null;
`;
