import type { Generated, JSONColumnType } from 'kysely';
import type { AuditCause } from '../../../contract/entities/audit.ts';
import type { Day, Instant, Maybe } from './columns.ts';

/** A command that waits for another person, because it raises what its author is paid. */
export interface ProposalsTable {
  id: Generated<number>;
  author_id: number;
  command: string;
  input: JSONColumnType<unknown[]>;
  cause: string | null;
  cause_facts: AuditCause | null;
  before_cents: number;
  after_cents: number;
  state: Generated<'pending' | 'approved' | 'rejected'>;
  version: Generated<number>;
  day: Day;
  created_at: Instant;
  decided_by: Maybe<number>;
  decided_at: Maybe<Instant>;
  decision_reason: Maybe<string>;
}
export interface FactsTables {
  proposals: ProposalsTable;
}
