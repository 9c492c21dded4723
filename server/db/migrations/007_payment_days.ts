/** An index for payments that begin to count on a new day. */
export const up = `
-- Payments that count from some day on are found without reading all that were ever made.
create index customer_payments_day on customer_payments (payment_date, invoice_id) where state = 'completed';
`;
