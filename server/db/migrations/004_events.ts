/** Columns for working on events: their local day, their open needs, and staff edits that override the source's values. */
export const up = `
alter table events add column version int not null default 1;

-- The day in the event's own zone (contract/rules/eventNeeds.ts), written with every start; null: no day is planned. Rows of before
-- get it here, in UTC where theirs is none.
alter table events add column day date;
update events e set day = (e.starts_at at time zone coalesce(z.name, 'UTC'))::date
from events o
left join pg_timezone_names z on lower(z.name) = lower(btrim(o.timezone))
where o.id = e.id and o.has_program and e.starts_at is not null;

-- The last day on which it may begin: where only the month is known, the month's last.
alter table events add column until_day date generated always as (
  case when day is null then 'infinity'::date when has_day then day
    else (date_trunc('month', day::timestamp) + interval '1 month' - interval '1 day')::date end) stored;
-- decisions 6.03, but for the day: that is compared when it is asked.
alter table events add column open_review boolean generated always as (
  coalesce(activity_type, '') <> 'Canceled' and coalesce(reviewed, '') <> 'Yes') stored;
alter table events add column open_tech_setup boolean generated always as (
  coalesce(activity_type, '') <> 'Canceled' and coalesce(tech_setup_required, '') = 'Yes' and coalesce(tech_setup_completed, '') <> 'Yes') stored;
alter table events add column open_pre_program_email boolean generated always as (
  coalesce(activity_type, '') <> 'Canceled' and coalesce(pre_program_setup_email_sent, '') <> 'Yes' and has_day and day is not null) stored;
alter table events add column open_reminder_email boolean generated always as (
  coalesce(activity_type, '') <> 'Canceled' and coalesce(pre_program_reminder_email_sent, '') <> 'Yes' and has_day and day is not null) stored;

drop index events_start;
create index events_day on events (day, starts_at, id);

-- What staff wrote over the source's value; events holds the value in use.
create table event_edits (
  event_id bigint not null references events(id) on delete cascade,
  field text not null,
  value text,
  source_value text,
  edited_by bigint references users(id),
  edited_at timestamptz not null,
  version int not null,
  primary key (event_id, field)
);

-- Who shares a name with whom: events name people by it.
create index users_name on users (lower(btrim(first_name || ' ' || last_name)));
create index events_sales_person on events (lower(btrim(sales_person)));
create index events_sales_lead on events (lower(btrim(sales_lead)));
`;
