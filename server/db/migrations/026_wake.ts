/** Indexes to find the runs of a saved configuration, and the amounts that each run changed. */
export const up = `
create index recompute_runs_config on recompute_runs ((cause_facts->>'version')) where cause_facts->>'kind' = 'config_saved';
create index amount_changes_run on amount_changes (run_id, commission_id) where run_id is not null;
`;
