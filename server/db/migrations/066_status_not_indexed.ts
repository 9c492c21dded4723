/**
 * No index of records has the status: a saved configuration changes it of nine in ten, and such a record is entered again in every index, which
 * was half of what writing it took. Everybody's records of a status are found by the sums, which say on what days, and whose, they are.
 */
export const up = `
drop index commission_records_status;
create index commission_records_booking on commission_records (booking_date desc, id desc);
create index commission_months_status on commission_months (status, month, user_id);

-- As before, without a condition on the status that is always true.
create or replace function show_records_in_lens() returns void language plpgsql as $$
declare columns text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into columns
  from pg_attribute where attrelid = 'commission_records'::regclass and attnum > 0 and not attisdropped;
  execute format('create or replace view lens.commission_records as
    select %1$s from commission_records where computed_at <= (select lens_at())
    union all
    select %1$s from commission_records_past where computed_at <= (select lens_at()) and superseded_at > (select lens_at())', columns);
end $$;
select show_records_in_lens();
`;
