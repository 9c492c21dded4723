import type { Instant, WithDefault } from './columns.ts';

export interface SecretsTable {
  name: string;
  sealed: string;
  version: WithDefault<number>;
  updated_at: WithDefault<Instant>;
}

export interface SecretsTables {
  secrets: SecretsTable;
}
