/**
 * A run's remaining changes and its undone ones each have an index: every step and every view of a run queries both without reading all
 * its changes.
 */
export const up = `
drop index run_changes_run;
create index run_changes_standing on run_changes (run_id, id desc) where undone_at is null;
create index run_changes_undone on run_changes (run_id) where undone_at is not null;
`;
