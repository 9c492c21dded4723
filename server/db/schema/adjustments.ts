import type { ColumnType, Generated } from 'kysely';
import type { AdjustmentKind } from '../../../contract/entities/adjustment.ts';
import type { Day, Instant, Maybe, WithDefault } from './columns.ts';

export interface AdjustmentsTable {
  id: Generated<number>;
  commission_id: number | null;
  /** Null for a bonus and for one with a `kind`. */
  related_invoice_id: number | null;
  user_id: number;
  amount_cents: number;
  reason: string;
  state: 'pending' | 'approved' | 'rejected' | 'void';
  effective_date: Day;
  /** Of one for a person, which belongs to no invoice and no record (decisions 2.25). */
  kind: WithDefault<AdjustmentKind | null>;
  created_by: number;
  decided_by: number | null;
  decided_at: Instant | null;
  origin: WithDefault<'manual' | 'late_fact' | 'dispute' | 'bonus'>;
  /** Of a bonus: its plan and id, and the first day of its period. */
  bonus_key: WithDefault<string | null>;
  bonus_from: WithDefault<Day | null>;
  /** Of a bonus that was rejected or voided: when its level was lost or reached since. */
  level_moved_at: Maybe<Instant>;
  self_approved: WithDefault<boolean>;
  calculation: ColumnType<{ before: string; after: string } | null, string | null | undefined, string | null>;
  /** Who last set the amount, the person or the record; null: its author. */
  set_by: WithDefault<number | null>;
  decision_reason: WithDefault<string | null>;
  /** Who may take the decision back, and until when. */
  undo_by: WithDefault<number | null>;
  undo_until: WithDefault<Instant | null>;
  version: WithDefault<number>;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

export interface AdjustmentsTables {
  adjustments: AdjustmentsTable;
}
