import type { Generated } from 'kysely';
import type { Instant, Maybe, WithDefault } from './columns.ts';

export interface DisputesTable {
  id: Generated<number>;
  commission_id: number;
  opened_by: number;
  state: WithDefault<'open' | 'in_review' | 'resolved' | 'withdrawn'>;
  resolution: Maybe<string>;
  adjustment_id: Maybe<number>;
  version: WithDefault<number>;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

export interface DisputeMessagesTable {
  id: Generated<number>;
  dispute_id: number;
  author_id: number;
  text: string;
  created_at: WithDefault<Instant>;
}

export interface DisputesTables {
  disputes: DisputesTable;
  dispute_messages: DisputeMessagesTable;
}
