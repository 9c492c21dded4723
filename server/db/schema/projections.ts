import type { Generated } from 'kysely';
import type { Day, Instant, WithDefault } from './columns.ts';

export interface DealsTable {
  id: Generated<number>;
  name: string;
  customer_name: string;
  owner_id: number | null;
  stage: string;
  amount_cents: number;
  probability: string;
  state: 'open' | 'won' | 'lost';
  lost_reason: string | null;
  expected_close_date: Day;
  closed_on: Day | null;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

export interface ProjectionsTables {
  deals: DealsTable;
}
