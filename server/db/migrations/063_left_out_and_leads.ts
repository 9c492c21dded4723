/**
 * Staff can complete a payout run without its failed payments (decisions 2.16); a retried payment is in the run again. A ledger line also
 * records the lead it names, so that another sheet naming a different lead is held (decisions 7.03).
 */
export const up = `
alter table payouts add column left_out_at timestamptz;
select show_in_lens('payouts', 'id');
alter table ledger_lines add column sales_lead_id bigint references users(id);
`;
