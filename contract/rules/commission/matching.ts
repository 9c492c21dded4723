import { type MatchField, matchFields, type Plan, type RateClause, type Tier } from './plan.ts';

/** What a clause may ask about a sale. A sale has several activity types where it pays for several events. */
export type Sale = Readonly<{
  customer_name: string | null;
  customer_type: string | null;
  activity_types: readonly string[];
  territory: string | null;
}>;
/** A sale of which nothing is known. */
export const plainSale: Sale = { customer_name: null, customer_type: null, activity_types: [], territory: null };

type Priced = Readonly<{ tiers: readonly Tier[]; ratesAs: Plan['ratesAs'] }>;

const plain = (value: string): string => value.trim().toLowerCase();

const valuesOf = (sale: Sale, field: MatchField): readonly string[] => {
  if (field === 'activity_type') return sale.activity_types;
  const value = { customer_type: sale.customer_type, territory: sale.territory, customer: sale.customer_name }[field];
  return value === null ? [] : [value];
};

const matches = ({ match }: RateClause, sale: Sale): boolean =>
  matchFields.every((field) => {
    const wanted = match[field];
    if (wanted === undefined) return true;
    const values = valuesOf(sale, field).map(plain);
    return wanted.some((one) => values.includes(plain(one)));
  });

/** Which of the plan's `rates` prices a sale, the first that matches; null where the plan's own tiers do. Case and outer spaces do not matter. */
export const rateClauseOf = ({ rates }: Pick<Plan, 'rates'>, sale: Sale): number | null => {
  if (rates.length === 0) return null;
  const at = rates.findIndex((clause) => matches(clause, sale));
  return at === -1 ? null : at;
};

/** The tiers that price a sale: those of its rate clause, or the plan's own if it has no clause or the clause was removed. */
export const tiersOf = (plan: Pick<Plan, 'rates' | 'tiers' | 'ratesAs'>, clause: number | null | undefined): Priced =>
  (clause == null ? undefined : plan.rates[clause]) ?? plan;

/** Does any clause ask about this field? */
export const asksAbout = ({ rates }: Pick<Plan, 'rates'>, field: MatchField): boolean =>
  rates.some(({ match }) => match[field] !== undefined);
