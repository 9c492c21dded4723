import { ratePath } from '../clauses/clause.ts';
import type { Plan } from '../plan.ts';

type Clauses = Readonly<Record<'plan' | 'quota' | 'exclude' | 'caps' | 'team', string> & { tier: (rate: number) => string | undefined }>;

/** Where in the configuration the rules of its plan `index` stand, as paths in the JSON's own keys (decisions 2.04). */
export const clausesOf = (plan: Plan, index: number): Clauses => {
  const path = `plans[${index}]`;
  return {
    plan: path,
    quota: `${path}.quota`,
    exclude: `${path}.exclude`,
    caps: `${path}.caps`,
    team: `${path}.team_override`,
    tier: (rate) => {
      const at = plan.tiers.findIndex((tier) => tier.rate === rate);
      return at === -1 ? undefined : ratePath(plan, index, at);
    },
  };
};
