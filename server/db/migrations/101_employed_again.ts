const peopleOverTime = (schema: string): string => `
create or replace view ${schema}people_over_time as
select p.user_id, coalesce((select max(q.until_day) from ${schema}user_past q where q.user_id = p.user_id and q.until_day < p.until_day),
    '1900-01-01'::date) as from_day,
  p.until_day - 1 as to_day, p.role, p.manager_id, p.active, p.joined_on as joined, p.territory, p.left_on as ended
from ${schema}user_past p
union all
select u.id, coalesce((select max(until_day) from ${schema}user_past p where p.user_id = u.id), '1900-01-01'::date), '2999-12-31'::date,
  u.role, u.manager_id, u.active, u.joined_on, u.territory, u.left_on
from ${schema}users u;`;

/**
 * A person may be employed again (decisions 2.22): each day has the first and last day of the employment it belongs to. Days after the last
 * day of one employment belong to the next, later one. Past days get the single employment known so far.
 */
export const up = `
alter table user_past add column joined_on date, add column left_on date;
alter table user_past disable trigger user;
update user_past p set joined_on = u.joined_on, left_on = u.left_on from users u where u.id = p.user_id;
alter table user_past enable trigger user;
alter table user_past alter column joined_on set default '1900-01-01', alter column joined_on set not null;
alter table user_past add constraint user_past_employment check (left_on is null or left_on >= joined_on);

alter table facts_past disable trigger facts_past_append_only;
update facts_past f set was = f.was || jsonb_build_object('joined_on', u.joined_on, 'left_on', u.left_on)
from users u where f.entity = 'user_past' and u.id = f.id;
alter table facts_past enable trigger facts_past_append_only;
select show_in_lens('user_past', 'user_id');
${peopleOverTime('')}
${peopleOverTime('lens.')}

-- A start of employment that changes alone is kept as it was known too.
drop trigger users_past_change on users;
create trigger users_past_change before update on users for each row when (
  old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name or old.role is distinct from new.role
  or old.territory is distinct from new.territory or old.manager_id is distinct from new.manager_id or old.active is distinct from new.active
  or old.joined_on is distinct from new.joined_on or old.left_on is distinct from new.left_on
) execute function keep_row('id', 'email', 'email_key', 'password_hash', 'table_column_orders', 'table_column_widths', 'dashboard_settings',
  'notification_settings');
`;
