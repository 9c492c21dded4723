/** Sort position of events by day: events with a month but no day follow all days of that month, in either direction. */
export const up = `
alter table events
  add column sort_day_asc timestamp generated always as (
    case when has_day then day::timestamp else date_trunc('month', day::timestamp) + interval '1 month' - interval '1 hour' end) stored,
  add column sort_day_desc timestamp generated always as (
    case when has_day then day::timestamp else date_trunc('month', day::timestamp) - interval '1 hour' end) stored;
create index events_day_asc on events (sort_day_asc, starts_at, id);
create index events_day_desc on events (sort_day_desc, starts_at, id);
drop index events_day;
create index events_day on events (day, id);
`;
