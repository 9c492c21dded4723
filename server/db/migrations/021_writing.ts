/** Marks of a run that is still writing facts are computed once, after it ends. */
export const up = `
alter table recompute_runs add column writing_until timestamptz;
create index recompute_runs_writing on recompute_runs (writing_until) where writing_until is not null;
`;
