/** Working on deals: notes, missing data, when each entered its stage, and an index for each sort order of the list (decisions 2.17). */
const needsData = `state = 'open' and (owner_id is null or amount_cents is null or expected_close_date is null)`;
export const up = `
update deals set stage_entered_at = coalesce(stage_entered_at, updated_at, created_at) where stage_entered_at is null;
alter table deals
  add column notes text,
  add column needs_data boolean generated always as (${needsData}) stored,
  -- What needs data stands first, what has no day last.
  add column close_sort date generated always as
    (case when ${needsData} then date '1000-01-01' else coalesce(expected_close_date, date '9999-12-31') end) stored,
  alter column stage_entered_at set default now(),
  alter column stage_entered_at set not null;
create index deals_close on deals (state, close_sort, id);
create index deals_name on deals (lower(left(name, 100)), id);
create index deals_customer on deals (lower(left(customer_name, 100)), id);
create index deals_amount on deals (coalesce(amount_cents, 0), id);
create index deals_stage_entered on deals (stage_entered_at, id);
create index links_deal on links (deal_id) where deal_id is not null and superseded_at is null;
create index invoices_deal on invoices (deal_id) where deal_id is not null;
`;
