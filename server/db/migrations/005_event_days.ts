const sums = ['total', 'need_review', 'need_tech_setup', 'need_pre_program_email', 'need_reminder_email'] as const;
/** +1 for each event's new state and −1 for its old one, for every filter value it appears under. */
const changes = `
  select f.filter, f.value, coalesce(e.day, 'infinity') as day, e.until_day, sum(e.sign) as total, sum(e.sign * e.open_review::int) as need_review,
    sum(e.sign * e.open_tech_setup::int) as need_tech_setup, sum(e.sign * e.open_pre_program_email::int) as need_pre_program_email,
    sum(e.sign * e.open_reminder_email::int) as need_reminder_email
  from (%s) e cross join lateral (values ('', ''), ('activity_type', e.activity_type), ('reviewed', coalesce(e.reviewed, 'Unknown')),
    ('tech_setup_required', coalesce(e.tech_setup_required, 'Unknown')), ('invoiced', coalesce(e.invoiced, 'Unknown'))) f(filter, value)
  where f.value is not null group by 1, 2, 3, 4`;
/** In key order, so that concurrent writers cannot deadlock. */
const apply = `
  insert into event_days (filter, value, day, until_day, ${sums.join(', ')})
  select * from (${changes}) c where ${sums.map((sum) => `c.${sum} <> 0`).join(' or ')} order by 1, 2, 3, 4
  on conflict (filter, value, day, until_day) do update set ${sums.map((sum) => `${sum} = event_days.${sum} + excluded.${sum}`).join(', ')}`;

/**
 * Daily counts for the summary cards: over all events, and for each filter value. The database updates them in the statement that changes
 * events, so that no writer can forget to.
 */
export const up = `
create table event_days (
  filter text not null,
  value text not null,
  -- 'infinity': no day is planned.
  day date not null,
  until_day date not null,
  ${sums.map((sum) => `${sum} int not null`).join(',\n  ')},
  primary key (filter, value, day, until_day)
);
create function event_days_follow() returns trigger language plpgsql as $$
begin
  execute format($sql$${apply}$sql$, case tg_op
    when 'INSERT' then 'select 1 as sign, * from after_rows'
    when 'DELETE' then 'select -1 as sign, * from before_rows'
    else 'select -1 as sign, * from before_rows union all select 1 as sign, * from after_rows' end);
  return null;
end $$;
create function event_days_empty() returns trigger language plpgsql as $$
begin
  delete from event_days;
  return null;
end $$;
create trigger event_days_insert after insert on events referencing new table as after_rows for each statement execute function event_days_follow();
create trigger event_days_update after update on events referencing old table as before_rows new table as after_rows
  for each statement execute function event_days_follow();
create trigger event_days_delete after delete on events referencing old table as before_rows for each statement execute function event_days_follow();
create trigger event_days_truncate after truncate on events for each statement execute function event_days_empty();
${apply.replace('%s', 'select 1 as sign, * from events')};
`;
