import type { Sale } from '../../../../../contract/rules/commission/matching.ts';
import { discountOf, marginOf } from '../../../../../contract/rules/commission/measure.ts';
import { wholeMonthsBetween } from '../../../../../contract/rules/time/period.ts';
import { type FactRow, peopleDayOf } from '../../../../db/repositories/commissions/facts.ts';

/** The fields of an invoice that a plan's rules match; a credit memo has the figures of the invoice it reverses. */
export const saleOf = (fact: FactRow, territory: string | null): Sale => {
  const { customer_name, customer_type, activity_types, takes_back: original } = fact;
  const sale = original ?? fact;
  const { sale_kind, term_months, units, net_cents: deal_size } = sale;
  const customer_months = fact.customer_since === null ? null : wholeMonthsBetween(fact.customer_since, peopleDayOf(fact));
  const figures = { term_months, customer_months, units, deal_size, margin: marginOf(sale), discount: discountOf(sale) };
  return { customer_name, customer_type, activity_types, territory, sale_kind, ...figures };
};
