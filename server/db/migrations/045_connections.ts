/**
 * Connections to outside systems (decisions 7.01, 7.04, 7.07): state, schedule, checkpoint and lease, pending sign-ins, monthly call
 * counts, and held records, by connection rather than by run.
 */
export const up = `
alter table connections drop constraint connections_kind_check;
update connections set kind = 'googlesheets' where kind = 'google_sheets';
alter table connections add constraint connections_kind_check
  check (kind in ('quickbooks','mercury','googlesheets','sling','hubspot','files'));
alter table connections drop constraint connections_state_check;
alter table connections add constraint connections_state_check check (state in ('pending','connected','expired','error','gone'));
-- checkpoint: where the next run goes on. lease_until: somebody exchanges its token until then. brought: records taken in, by kind.
alter table connections
  add column frequency text not null default 'hourly' check (frequency in ('realtime','hourly','daily','manual')),
  add column last_sync_at timestamptz,
  add column last_test_at timestamptz,
  add column checkpoint jsonb,
  add column brought jsonb not null default '{}',
  add column lease_until timestamptz,
  add column kept_alive_at timestamptz;
create unique index connections_name on connections (kind, lower(name)) where state <> 'gone' and kind not in ('quickbooks','files');

-- A sign-in at the vendor: what comes back names it, once.
create table connect_attempts (
  state_hash text primary key,
  connection_id bigint not null references connections(id) on delete cascade,
  user_id bigint not null references users(id) on delete cascade,
  expires_at timestamptz not null
);

create table call_months (
  connection_id bigint not null references connections(id) on delete cascade,
  month date not null,
  calls int not null,
  primary key (connection_id, month)
);

alter table quarantine add column connection_id bigint references connections(id);
create unique index quarantine_record on quarantine (connection_id, kind, external_id) where connection_id is not null;
create index quarantine_connection on quarantine (connection_id, id desc) where state = 'waiting' and connection_id is not null;
`;
