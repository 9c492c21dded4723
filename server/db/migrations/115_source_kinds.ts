/**
 * The kinds of outside systems are listed once, in contract/entities/connection.ts, so that a new one needs no migration. An invoice names
 * the kind of system it came from. Held records get the values that sinks expect in new ones: the connection's name, and a number for
 * invoices without one at the source.
 */
export const up = `
alter table connections drop constraint connections_kind_check;
alter table invoices drop constraint invoices_source_check;
update quarantine q set facts = q.facts || jsonb_build_object('name', c.name)
from connections c
where c.id = q.connection_id and q.code in ('invoicesVanished', 'salesReceiptsVanished', 'memosVanished', 'refundsVanished', 'paymentsVanished');
update quarantine set payload = payload || jsonb_build_object('fallback_number', 'QBO-' || external_id)
where kind = 'invoice' and connection_id is not null;
`;
