import type { Generated } from 'kysely';
import type { Day, Instant, Maybe, WithDefault } from './columns.ts';

export interface GeneralSettingsTable {
  id: Generated<number>;
  company_name: string;
  commissions_config: WithDefault<string>;
  version: WithDefault<number>;
  updated_at: WithDefault<Instant>;
  set_up_on: Maybe<Day>;
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
