/** Adjustments that a program proposed; those still pending are found by the token in their audit row. */
export const up = `
alter table adjustments add column by_program boolean;
select show_in_lens('adjustments', 'id');
update adjustments set by_program = true where state = 'pending' and id in (
  select entity_id::bigint from audit_log where token_id is not null and action = 'adjustment.created');

-- Audit rows name tokens, so a person with tokens cannot be deleted.
alter table api_tokens drop constraint api_tokens_user_id_fkey;
alter table api_tokens add constraint api_tokens_user_id_fkey foreign key (user_id) references users(id) on delete restrict;
`;
