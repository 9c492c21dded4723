/** Whether a run was taken back is asked at each of its steps: what was undone of it is found without reading all that it wrote. */
export const up = `
create index run_changes_undone on run_changes (run_id) where undone_at is not null;
`;
