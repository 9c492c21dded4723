/** Runs started by an upgrade; admins are notified once of the amounts they changed. */
export const up = `
alter table recompute_runs add column untold boolean not null default false;
update recompute_runs r set untold = true where network = 'server' and request_id ~ '^0[0-9]{2}_' and exists (select 1 from marks m where m.run_id = r.id);
create index recompute_runs_untold on recompute_runs (id) where untold;
`;
