/** Finds a customer's first invoice, for plans that pay by the customer's age (decisions 2.08). */
export const up = `
create index invoices_customer_since on invoices (lower(btrim(customer_name)), booking_date) where state = 'sent' and credit_of_id is null;
`;
