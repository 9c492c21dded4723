/** A payout run names two more reasons to leave a person out: a payment below the minimum, and employment that ended before the pay day. */
export const up = `
alter table payout_run_people drop constraint payout_run_people_outcome_check;
alter table payout_run_people add constraint payout_run_people_outcome_check
  check (outcome in ('paid','carried','by_hand','under_way','not_released','too_small','not_employed'));
`;
