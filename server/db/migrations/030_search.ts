/** Prefix indexes for search. Invoice numbers already have one (002_money). */
export const up = `
create index customers_name_prefix on customers (name_key text_pattern_ops);
create index events_customer_prefix on events (lower(customer_name) text_pattern_ops, day desc);
create index deals_name_prefix on deals (lower(name) text_pattern_ops);
create index deals_customer_prefix on deals (lower(customer_name) text_pattern_ops);
`;
