/** Invoices created here: when and to whom they were sent, the next number, and the emails that carry them (decisions 2.14). */
export const up = `
alter table invoices
  add column sent_at timestamptz,
  add column sent_to text,
  add column created_by bigint references users(id);
-- The next number that nobody chose by hand; its row is what two makers of invoices wait for.
create table invoice_counter (
  id int primary key default 1 check (id = 1),
  next bigint not null default 1001
);
insert into invoice_counter default values;
create index invoices_unassigned on invoices (booking_date desc, id desc) where salesperson_id is null;
create index events_invoice on events (invoice_id) where invoice_id is not null;
-- Of an email to a customer: the invoice that goes with it, made when it is sent.
alter table mail_outbox add column invoice_id bigint references invoices(id) on delete cascade;
create index mail_outbox_invoice on mail_outbox (invoice_id) where invoice_id is not null;
`;
