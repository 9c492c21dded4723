import { type RawBuilder, sql } from 'kysely';

/**
 * The id of the invoice that a text names: by its whole number; else, because a suffix is the tag of a company (decisions 7.02), `10234-ABC`
 * finds 10234, and `10234` the one number that is 10234 with a suffix. Another company's is never taken for it.
 */
export const invoiceNamed = (name: RawBuilder<unknown>): RawBuilder<number | null> => {
  const whole = sql`btrim(${name})`;
  const lower = sql`lower(${whole})`;
  // What begins with the number and a dash: by these two, whatever the text is, the index is used.
  const suffixed = sql`lower(o.invoice_number) ~>=~ (${lower} || '-') and lower(o.invoice_number) ~<~ (${lower} || '.')`;
  return sql<number | null>`(case when ${whole} <> '' then coalesce(
    (select i.id from invoices i where i.invoice_number = ${whole}),
    (select min(two.id) from (
      (select o.id from invoices o where position('-' in ${whole}) > 0 and lower(o.invoice_number) = split_part(${lower}, '-', 1) limit 2)
      union all
      (select o.id from invoices o where position('-' in ${whole}) = 0 and ${suffixed} limit 2)
    ) two having count(*) = 1)) end)`;
};
