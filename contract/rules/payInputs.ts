/**
 * How a pay input may change: through `changeFacts`, which compares the author's own pay before and after (decisions 3.06, ADR 15), or by
 * closing months. Reopening months also goes through `changeFacts`.
 */
export type PayInputWriter = 'door' | 'closing';
/** `payColumns`: columns from which the engine computes pay. `lookupColumns`: columns it reads only to find, sort or label a row. */
export type PayInput = Readonly<{ writer: PayInputWriter; payColumns: readonly string[]; lookupColumns: readonly string[] }>;

/**
 * All database columns that the engine reads to compute somebody's pay, by table. A column that it reads but that is missing here fails
 * `tests/contract/payInputs.test.ts`; add it together with its writer.
 */
export const payInputs: Readonly<Record<string, PayInput>> = {
  invoices: {
    writer: 'door',
    payColumns: [
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
    lookupColumns: ['id', 'invoice_number', 'notes', 'source'],
  },
  invoice_splits: { writer: 'door', payColumns: ['share_ppm', 'superseded_at', 'user_id'], lookupColumns: ['id', 'invoice_id', 'reason'] },
  customer_payments: {
    writer: 'door',
    payColumns: ['amount_cents', 'invoice_id', 'method', 'payment_date', 'state'],
    lookupColumns: ['id', 'notes', 'receipt_id', 'reversal_of_id'],
  },
  events: { writer: 'door', payColumns: ['activity_type'], lookupColumns: ['customer_name', 'customer_type', 'day', 'id', 'state'] },
  links: { writer: 'door', payColumns: ['event_id', 'invoice_id', 'superseded_at'], lookupColumns: ['id'] },
  record_holds: {
    writer: 'door',
    payColumns: ['commission_id', 'release_on', 'released_at'],
    lookupColumns: ['held_at', 'held_by', 'id', 'reason'],
  },
  adjustments: {
    writer: 'door',
    payColumns: ['amount_cents', 'commission_id', 'effective_date', 'origin', 'state', 'user_id'],
    lookupColumns: ['bonus_from', 'bonus_key', 'calculation', 'id', 'level_moved_at', 'reason', 'related_invoice_id'],
  },
  payouts: {
    writer: 'door',
    payColumns: ['paid_on', 'reversal_of_id', 'state'],
    lookupColumns: ['amount_cents', 'id', 'method', 'notes', 'run_id', 'source', 'user_id'],
  },
  payout_lines: { writer: 'door', payColumns: ['amount_cents', 'commission_id'], lookupColumns: ['payout_id'] },
  deals: {
    writer: 'door',
    payColumns: ['closed_on', 'owner_id', 'state'],
    lookupColumns: ['amount_cents', 'customer_name', 'id', 'name', 'notes'],
  },
  users: {
    writer: 'door',
    payColumns: ['active', 'joined_on', 'leaves', 'left_on', 'manager_id', 'role', 'territory'],
    lookupColumns: ['first_name', 'id', 'last_name'],
  },
  user_past: {
    writer: 'door',
    payColumns: ['active', 'joined_on', 'left_on', 'manager_id', 'role', 'territory'],
    lookupColumns: ['user_id'],
  },
  pay_periods: { writer: 'closing', payColumns: ['end_date', 'start_date', 'state'], lookupColumns: ['id', 'reason'] },
  pay_period_snapshots: { writer: 'closing', payColumns: ['period_id'], lookupColumns: ['id'] },
};
