import type { Generated, JSONColumnType } from 'kysely';
import type { AuditCause } from '../../../contract/entities/audit.ts';
import type { DayColumn, InstantColumn, Maybe, MaybeJson } from './columns.ts';

/** The audit row that a pending change would write. */
export type ProposedChange = Readonly<{
  action: string;
  entity: string;
  entityId: string;
  before: unknown;
  after: unknown;
  reason: string | null;
}>;

/** A command that another person has to approve, because it raises its author's pay. */
export interface ProposalsTable {
  id: Generated<number>;
  author_id: number;
  command: string;
  input: JSONColumnType<unknown[]>;
  cause: string | null;
  cause_facts: AuditCause | null;
  changes: MaybeJson<readonly ProposedChange[]>;
  before_cents: number;
  after_cents: number;
  state: Generated<'pending' | 'approved' | 'rejected'>;
  version: Generated<number>;
  day: DayColumn;
  created_at: InstantColumn;
  decided_by: Maybe<number>;
  decided_at: Maybe<InstantColumn>;
  decision_reason: Maybe<string>;
}
export interface FactsTables {
  proposals: ProposalsTable;
}
