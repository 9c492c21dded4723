/** A payout run is completed without payments that failed once a person says so (decisions 2.16); what is tried again is in it again. */
export const up = `
alter table payouts add column left_out_at timestamptz;
select show_in_lens('payouts', 'id');
`;
