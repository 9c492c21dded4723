/**
 * Drafts of the commission configuration with their comments (decisions 2.36). The text may be invalid; `revision` counts its changes, and
 * `base_version` is the version that the draft changes.
 */
export const up = `
create table plan_drafts (
  id bigint generated always as identity primary key,
  name text not null,
  config text not null,
  revision int not null default 1,
  base_version bigint not null references config_versions(id),
  published_version bigint unique references config_versions(id),
  archived_at timestamptz,
  created_by bigint references users(id) on delete set null,
  created_at timestamptz not null default now(),
  changed_by bigint references users(id) on delete set null,
  changed_at timestamptz not null default now()
);
create table plan_draft_comments (
  id bigint generated always as identity primary key,
  draft_id bigint not null references plan_drafts(id) on delete cascade,
  author_id bigint references users(id) on delete set null,
  body text not null,
  created_at timestamptz not null default now()
);
create index plan_draft_comments_draft on plan_draft_comments (draft_id, id);
`;
