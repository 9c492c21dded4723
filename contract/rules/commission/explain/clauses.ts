import { matchedRatePath, ratePath } from '../clauses/clause.ts';
import type { TierRef } from '../clauses/tierOfPart.ts';
import type { Plan } from '../plan.ts';

type Clauses = Readonly<
  Record<'plan' | 'quota' | 'exclude' | 'caps' | 'team', string> & {
    tier: (tier: TierRef) => string;
  }
>;

/** JSON paths of the rules of the configuration's plan at `index` (decisions 2.04). */
export const clausesOf = (plan: Plan, index: number): Clauses => {
  const path = `plans[${index}]`;
  return {
    plan: path,
    quota: `${path}.quota`,
    exclude: `${path}.exclude`,
    caps: `${path}.caps`,
    team: `${path}.team_override`,
    tier: ({ rateClause, tier }) => {
      const clause = rateClause === null ? undefined : plan.rates[rateClause];
      return clause && rateClause !== null ? matchedRatePath(clause, index, rateClause, tier) : ratePath(plan, index, tier);
    },
  };
};
