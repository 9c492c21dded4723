import type { Generated } from 'kysely';
import type { InstantColumn, Maybe, WithDefault } from './columns.ts';

export interface CallAllowancesTable {
  connection_id: number;
  rule: string;
  full_at: InstantColumn;
}

export interface CallCircuitsTable {
  connection_id: number;
  state: WithDefault<'closed' | 'open' | 'trying'>;
  failures: WithDefault<number>;
  until: Maybe<InstantColumn>;
  paused_until: Maybe<InstantColumn>;
}

export interface CallJournalTable {
  id: Generated<number>;
  connection_id: number;
  at: InstantColumn;
  method: string;
  path: string;
  attempt: number;
  outcome: string;
  status: Maybe<number>;
  milliseconds: number;
  bytes: number;
  trace: Maybe<string>;
}

export interface CallsTables {
  call_allowances: CallAllowancesTable;
  call_circuits: CallCircuitsTable;
  call_journal: CallJournalTable;
}
