import { matchedRatePath, ratePath } from '../clauses/clause.ts';
import { tiersOf } from '../matching.ts';
import type { Plan } from '../plan.ts';

type Clauses = Readonly<
  Record<'plan' | 'quota' | 'exclude' | 'caps' | 'team', string> & {
    /** Of a rate, and of which of the plan's `rates` it may be. */
    tier: (rate: number, rateClause?: number | null) => string | undefined;
  }
>;

/** Where in the configuration the rules of its plan `index` stand, as paths in the JSON's own keys (decisions 2.04). */
export const clausesOf = (plan: Plan, index: number): Clauses => {
  const path = `plans[${index}]`;
  return {
    plan: path,
    quota: `${path}.quota`,
    exclude: `${path}.exclude`,
    caps: `${path}.caps`,
    team: `${path}.team_override`,
    tier: (rate, rateClause = null) => {
      const priced = tiersOf(plan, rateClause);
      const at = priced.tiers.findIndex((tier) => tier.rate === rate);
      if (at === -1) return undefined;
      return rateClause === null || priced === plan ? ratePath(plan, index, at) : matchedRatePath(priced, index, rateClause, at);
    },
  };
};
