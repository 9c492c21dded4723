import type { Generated } from 'kysely';
import type { InstantColumn, Maybe, WithDefault } from './columns.ts';

export interface DisputesTable {
  id: Generated<number>;
  commission_id: number;
  opened_by: number;
  state: WithDefault<'open' | 'in_review' | 'resolved' | 'withdrawn'>;
  resolution: Maybe<string>;
  adjustment_id: Maybe<number>;
  version: WithDefault<number>;
  created_at: WithDefault<InstantColumn>;
  updated_at: WithDefault<InstantColumn>;
}

export interface DisputeMessagesTable {
  id: Generated<number>;
  dispute_id: number;
  author_id: number;
  text: string;
  created_at: WithDefault<InstantColumn>;
}

export interface DisputesTables {
  disputes: DisputesTable;
  dispute_messages: DisputeMessagesTable;
}
