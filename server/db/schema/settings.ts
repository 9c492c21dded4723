import type { ColumnType, Generated } from 'kysely';
import type { Role } from '../../../contract/entities/user.ts';
import type { DayColumn, InstantColumn, Json, Maybe, WithDefault } from './columns.ts';

export interface GeneralSettingsTable {
  id: Generated<number>;
  company_name: string;
  commissions_config: WithDefault<string>;
  version: WithDefault<number>;
  updated_at: WithDefault<InstantColumn>;
  set_up_on: Maybe<DayColumn>;
  /** Null while the company is being set up (decisions 8.07). */
  live_at: Maybe<InstantColumn>;
  live_undo_until: Maybe<InstantColumn>;
  /** Roles that need a second factor, and the amount above which a payout asks for it again (decisions 4.16). */
  second_factor_roles: Json<Role[]>;
  payout_limit_cents: Maybe<number>;
}

/** At most one row. */
export interface CompanyLogoTable {
  id: Generated<number>;
  media_type: string;
  content: Buffer;
  sha256: string;
  changed_at: InstantColumn;
}

/** Items of the checklist that were skipped. */
export interface SetupSkipsTable {
  item: string;
  reason: string;
  skipped_by: number | null;
  skipped_at: WithDefault<InstantColumn>;
}

export interface ConfigVersionsTable {
  id: Generated<number>;
  config: string;
  created_by: number | null;
  created_at: WithDefault<InstantColumn>;
}

export interface ConfigChangesTable {
  version: number;
  from_version: number;
  effective_date: DayColumn;
  impact: ColumnType<unknown, string, string>;
}

export interface ConfigChangePeopleTable {
  version: number;
  user_id: number;
  content: string;
  sha256: string;
  acknowledged_at: Maybe<InstantColumn>;
  acknowledged_sha256: Maybe<string>;
}

export interface PlanDraftsTable {
  id: Generated<number>;
  name: string;
  config: string;
  revision: WithDefault<number>;
  base_version: number;
  published_version: Maybe<number>;
  archived_at: Maybe<InstantColumn>;
  created_by: number | null;
  created_at: WithDefault<InstantColumn>;
  changed_by: number | null;
  changed_at: WithDefault<InstantColumn>;
}

export interface PlanDraftCommentsTable {
  id: Generated<number>;
  draft_id: number;
  author_id: number | null;
  body: string;
  created_at: WithDefault<InstantColumn>;
}

export interface SettingsTables {
  general_settings: GeneralSettingsTable;
  company_logo: CompanyLogoTable;
  config_versions: ConfigVersionsTable;
  config_changes: ConfigChangesTable;
  config_change_people: ConfigChangePeopleTable;
  plan_drafts: PlanDraftsTable;
  plan_draft_comments: PlanDraftCommentsTable;
  setup_skips: SetupSkipsTable;
}
