/** Stages of connected CRMs, which replace ours while one is connected (decisions 2.17). A deleted stage keeps its name. */
export const up = `
create table crm_stages (
  connection_id bigint not null references connections(id),
  external_id text not null,
  pipeline text not null,
  name text not null,
  position int not null,
  probability numeric(5, 4),
  closed text check (closed in ('won','lost')),
  archived boolean not null default false,
  primary key (connection_id, external_id)
);
`;
