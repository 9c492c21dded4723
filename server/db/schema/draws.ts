import type { Day, Instant, Maybe } from './columns.ts';

/** One month of a person under a draw, as it was settled. */
export interface DrawMonthsTable {
  user_id: number;
  /** Its first day. */
  month: Day;
  draw_cents: number;
  due_cents: number;
  recovered_cents: number;
  drawn_cents: number;
  pays_cents: number;
  balance_cents: number;
  settled_by: Maybe<number>;
  settled_at: Instant;
}

export interface DrawsTables {
  draw_months: DrawMonthsTable;
}
