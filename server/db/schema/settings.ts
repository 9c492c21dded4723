import type { Generated } from 'kysely';
import type { Instant, WithDefault } from './columns.ts';

export interface GeneralSettingsTable {
  id: Generated<number>;
  company_name: string;
  commissions_config: WithDefault<string>;
  version: WithDefault<number>;
  updated_at: WithDefault<Instant>;
}

export interface ConfigVersionsTable {
  id: Generated<number>;
  config: string;
  created_by: number | null;
  created_at: WithDefault<Instant>;
}

export interface SettingsTables {
  general_settings: GeneralSettingsTable;
  config_versions: ConfigVersionsTable;
}
