import { type RawBuilder, sql } from 'kysely';

/**
 * The id of the invoice named by a text: by its full number; else, because a suffix is a company's tag (decisions 7.02), `10234-ABC`
 * matches 10234, and `10234` matches the only number that is 10234 with a suffix. It never matches another company's invoice.
 */
export const invoiceNamed = (name: RawBuilder<unknown>): RawBuilder<number | null> => {
  const trimmedName = sql`btrim(${name})`;
  const lowerName = sql`lower(${trimmedName})`;
  // Numbers that begin with this one and a dash: two comparisons, so that the index is used for any text.
  const hasSuffix = sql`lower(o.invoice_number) ~>=~ (${lowerName} || '-') and lower(o.invoice_number) ~<~ (${lowerName} || '.')`;
  return sql<number | null>`(case when ${trimmedName} <> '' then coalesce(
    (select i.id from invoices i where i.invoice_number = ${trimmedName}),
    (select min(two.id) from (
      (select o.id from invoices o where position('-' in ${trimmedName}) > 0 and lower(o.invoice_number) = split_part(${lowerName}, '-', 1) limit 2)
      union all
      (select o.id from invoices o where position('-' in ${trimmedName}) = 0 and ${hasSuffix} limit 2)
    ) two having count(*) = 1)) end)`;
};
