import type { Role } from '../entities/user.ts';
import type { Cents } from './money.ts';
import type { Day, PeriodMode } from './period.ts';
import { defaultPlan, type Person, type Plan } from './plan.ts';

/** `path` as one would write it in code, in the JSON's own keys: plans[0].tiers[1].from; `$` is the whole text. */
export type ConfigError = Readonly<{ path: string; message: string }>;
export type Goal = Readonly<{
  metric: 'deals_closed' | 'total_sales' | 'commission';
  period: Exclude<PeriodMode, 'custom'>;
  /** Deals, or dollars. */
  target: number;
}>;

/** What `commissionsConfig` says (decisions 2). Money in cents. */
export type CommissionsConfig = Readonly<{
  timezone: string;
  plans: readonly Plan[];
  /** Adjustments of more than this, either way, wait for a second person. */
  secondApprovalOver: Cents;
  payout: Readonly<{ day: 'last_day' | number; approvers: readonly Role[] }>;
  goals: readonly Goal[];
}>;
export type ConfigAnswer =
  | Readonly<{ config: CommissionsConfig; errors: readonly [] }>
  | Readonly<{ config: null; errors: readonly ConfigError[] }>;

const defaultConfig: CommissionsConfig = {
  timezone: 'America/Phoenix',
  plans: [defaultPlan],
  secondApprovalOver: 50_000,
  payout: { day: 'last_day', approvers: ['finance', 'admin'] },
  goals: [],
};

/** Reads `commissionsConfig`; '' and '{}' are the defaults. Every error names its JSON path. */
export const parseConfig = (text: string): ConfigAnswer =>
  ['', '{}'].includes(text.trim())
    ? { config: defaultConfig, errors: [] }
    : { config: null, errors: [{ path: '$', message: 'only the defaults can be read yet' }] };

const isInForce = ({ effectiveFrom, effectiveTo }: Plan, day: Day): boolean =>
  (effectiveFrom === null || effectiveFrom <= day) && (effectiveTo === null || day <= effectiveTo);

/** The plan of a person on a day; a plan that names the person beats one that names the role. Null: nothing is earned. */
export const planFor = ({ plans }: CommissionsConfig, { id, role }: Person, day: Day): Plan | null =>
  plans.find((plan) => plan.appliesTo.users.includes(id) && isInForce(plan, day)) ??
  plans.find((plan) => plan.appliesTo.roles.includes(role) && isInForce(plan, day)) ??
  null;
