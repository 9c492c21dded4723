/**
 * How a pay input may change: through `changeFacts`, which compares the author's own pay before and after (decisions 3.06, ADR
 * 15), or by closing months. Reopening them also goes through `changeFacts`.
 */
export type PayInputWriter = 'door' | 'closing';
/** `decides`: columns from which the engine computes pay. `names`: columns it reads only to find, sort or label a row. */
export type PayInput = Readonly<{ road: PayInputWriter; decides: readonly string[]; names: readonly string[] }>;

/**
 * All database columns that the engine reads to compute somebody's pay, by table. A column that it reads but that is missing here
 * fails `tests/contract/payInputs.test.ts`: add new ones with the way they change.
 */
export const payInputs: Readonly<Record<string, PayInput>> = {
  invoices: {
    road: 'door',
    decides: [
      'activity_type',
      'booking_date',
      'cost_cents',
      'credit_of_id',
      'customer_name',
      'customer_type',
      'gross_cents',
      'list_cents',
      'net_cents',
      'rate_override',
      'sale_kind',
      'sales_lead_id',
      'salesperson_id',
      'state',
      'term_months',
      'units',
    ],
    names: ['id', 'invoice_number', 'notes', 'source'],
  },
  invoice_splits: { road: 'door', decides: ['share_ppm', 'superseded_at', 'user_id'], names: ['id', 'invoice_id', 'reason'] },
  customer_payments: {
    road: 'door',
    decides: ['amount_cents', 'invoice_id', 'method', 'payment_date', 'state'],
    names: ['id', 'notes', 'receipt_id', 'reversal_of_id'],
  },
  events: { road: 'door', decides: ['activity_type'], names: ['customer_name', 'customer_type', 'day', 'id', 'state'] },
  links: { road: 'door', decides: ['event_id', 'invoice_id', 'superseded_at'], names: ['id'] },
  record_holds: { road: 'door', decides: ['commission_id', 'release_on', 'released_at'], names: ['held_at', 'held_by', 'id', 'reason'] },
  adjustments: {
    road: 'door',
    decides: ['amount_cents', 'commission_id', 'effective_date', 'origin', 'state', 'user_id'],
    names: ['bonus_from', 'bonus_key', 'calculation', 'id', 'level_moved_at', 'reason', 'related_invoice_id'],
  },
  payouts: {
    road: 'door',
    decides: ['paid_on', 'reversal_of_id', 'state'],
    names: ['amount_cents', 'id', 'method', 'notes', 'run_id', 'source', 'user_id'],
  },
  payout_lines: { road: 'door', decides: ['amount_cents', 'commission_id'], names: ['payout_id'] },
  deals: {
    road: 'door',
    decides: ['closed_on', 'owner_id', 'state'],
    names: ['amount_cents', 'customer_name', 'id', 'name', 'notes'],
  },
  users: {
    road: 'door',
    decides: ['active', 'joined_on', 'leaves', 'left_on', 'manager_id', 'role', 'territory'],
    names: ['first_name', 'id', 'last_name'],
  },
  user_past: { road: 'door', decides: ['active', 'joined_on', 'left_on', 'manager_id', 'role', 'territory'], names: ['user_id'] },
  pay_periods: { road: 'closing', decides: ['end_date', 'start_date', 'state'], names: ['id', 'reason'] },
  pay_period_snapshots: { road: 'closing', decides: ['period_id'], names: ['id'] },
};
