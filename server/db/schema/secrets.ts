import type { InstantColumn, WithDefault } from './columns.ts';

export interface SecretsTable {
  name: string;
  sealed: string;
  version: WithDefault<number>;
  updated_at: WithDefault<InstantColumn>;
}

export interface SecretsTables {
  secrets: SecretsTable;
}
