/** One email covers all notices a transaction writes to a person; each notice records whether an email was written. */
export const up = `
alter table mail_outbox add column cause text;
alter table mail_outbox add column more jsonb not null default '[]';
create unique index mail_outbox_cause on mail_outbox (user_id, cause) where cause is not null;

alter table notifications add column mailed boolean not null default false;
update notifications n set mailed = true from mail_outbox m where m.notification_id = n.id;
`;
