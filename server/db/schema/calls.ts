import type { Generated } from 'kysely';
import type { Instant, Maybe, WithDefault } from './columns.ts';

export interface CallAllowancesTable {
  connection_id: number;
  rule: string;
  full_at: Instant;
}

export interface CallCircuitsTable {
  connection_id: number;
  state: WithDefault<'closed' | 'open' | 'trying'>;
  failures: WithDefault<number>;
  until: Maybe<Instant>;
  paused_until: Maybe<Instant>;
}

export interface CallJournalTable {
  id: Generated<number>;
  connection_id: number;
  at: Instant;
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
