/** Recent Activity is derived from the facts themselves, and dashboards count deals by closing day. */
export const up = `
drop table activities;
create index deals_closed on deals (closed_on) include (owner_id, state) where closed_on is not null;
create index deals_created on deals (owner_id, created_at desc, id desc);
`;
