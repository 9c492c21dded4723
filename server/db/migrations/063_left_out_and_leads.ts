/**
 * A payout run is completed without payments that failed once a person says so (decisions 2.16); what is tried again is in it again. A line of a
 * ledger says which lead it names too, so that another sheet that names somebody else waits (decisions 7.03).
 */
export const up = `
alter table payouts add column left_out_at timestamptz;
select show_in_lens('payouts', 'id');
alter table ledger_lines add column sales_lead_id bigint references users(id);
`;
