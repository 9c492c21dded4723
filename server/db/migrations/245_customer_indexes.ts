/** Indexes for the customer page: deals by customer, and events by customer name. */
export const up = `
create index deals_customer_id on deals (customer_id) where customer_id is not null;
create index events_customer_name on events (lower(btrim(customer_name)));
`;
