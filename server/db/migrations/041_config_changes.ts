/**
 * Configuration changes confirmed after an impact preview (decisions 2.07), and the people affected: the exact text each is shown, and when
 * they acknowledged it, with the hash of that text (decisions 2.09).
 */
export const up = `
create table config_changes (
  version bigint primary key references config_versions(id),
  from_version bigint not null references config_versions(id),
  effective_date date not null,
  impact jsonb not null
);
create table config_change_people (
  version bigint not null references config_changes(version),
  user_id bigint not null references users(id),
  content text not null,
  sha256 text not null,
  acknowledged_at timestamptz,
  acknowledged_sha256 text,
  primary key (version, user_id)
);
`;
