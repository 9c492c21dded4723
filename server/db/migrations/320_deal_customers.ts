/** The history of a deal includes its customer, so that a renamed deal doesn't count as an old deal with the new customer. */
export const up = `
drop trigger deals_past_change on deals;
create trigger deals_past_change before update on deals for each row when (
  old.owner_id is distinct from new.owner_id or old.state is distinct from new.state or old.closed_on is distinct from new.closed_on
  or old.amount_cents is distinct from new.amount_cents or old.customer_id is distinct from new.customer_id
) execute function keep_row('id');
`;
