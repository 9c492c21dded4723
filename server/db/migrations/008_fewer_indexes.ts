/** Fewer index writes when everything is recomputed. */
export const up = `
-- A record whose status changes is entered again in every index. Everybody's list merges the statuses, each in order of days; among one
-- person's records the status is looked up in the rows.
drop index commission_records_booking;
drop index commission_records_user_status;
`;
