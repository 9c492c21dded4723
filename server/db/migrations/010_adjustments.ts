/** The person who set an adjustment cannot decide it (decisions 2.10); decisions have a reason. */
export const up = `
-- Who last set the amount, the person or the record; null: its author.
alter table adjustments add column set_by bigint references users(id);
alter table adjustments add column decision_reason text;

update adjustments a set set_by = edited.actor_id
from (
  select distinct on (l.entity_id) l.entity_id, l.actor_id from audit_log l
  where l.entity = 'adjustment' and l.action = 'adjustment.edited' and l.actor_id is not null
    and (l.before->'amount_cents', l.before->'user_id', l.before->'commission_id', l.before->'invoice_number')
      is distinct from (l.after->'amount_cents', l.after->'user_id', l.after->'commission_id', l.after->'invoice_number')
  order by l.entity_id, l.id desc
) edited
join users u on u.id = edited.actor_id
where edited.entity_id = a.id::text and edited.actor_id <> a.created_by;
-- What waits for commit would stand in the way of a later change of the table.
set constraints all immediate;
set constraints all deferred;
`;
