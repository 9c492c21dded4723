import type { ColumnType, Generated } from 'kysely';
import type { AdjustmentKind } from '../../../contract/entities/adjustment.ts';
import type { DayColumn, InstantColumn, Maybe, WithDefault } from './columns.ts';

export interface AdjustmentsTable {
  id: Generated<number>;
  commission_id: number | null;
  /** Null for a bonus and for an adjustment with a `kind`. */
  related_invoice_id: number | null;
  user_id: number;
  amount_cents: number;
  reason: string;
  state: 'pending' | 'approved' | 'rejected' | 'void';
  effective_date: DayColumn;
  /** Only for a person's adjustment without an invoice or record (decisions 2.25). */
  kind: WithDefault<AdjustmentKind | null>;
  created_by: number;
  decided_by: number | null;
  decided_at: InstantColumn | null;
  origin: WithDefault<'manual' | 'late_fact' | 'dispute' | 'bonus'>;
  /** Proposed by a program with an API token: another person decides, after every edit too (decisions 4.11). */
  by_program: Maybe<boolean>;
  /** For a bonus: its plan and id, and the first day of its period. */
  bonus_key: WithDefault<string | null>;
  bonus_from: WithDefault<DayColumn | null>;
  /** For a rejected or voided bonus: when its level was lost or reached afterwards. */
  level_moved_at: Maybe<InstantColumn>;
  self_approved: WithDefault<boolean>;
  calculation: ColumnType<{ before: string; after: string } | null, string | null | undefined, string | null>;
  /** The person who last set the amount, person or record; null: the author. */
  set_by: WithDefault<number | null>;
  decision_reason: WithDefault<string | null>;
  /** The person who may undo the decision, and until when. */
  undo_by: WithDefault<number | null>;
  undo_until: WithDefault<InstantColumn | null>;
  version: WithDefault<number>;
  created_at: WithDefault<InstantColumn>;
  updated_at: WithDefault<InstantColumn>;
}

export interface AdjustmentsTables {
  adjustments: AdjustmentsTable;
}
