import { defaultConfig } from '../../../contract/rules/commission/config.ts';
import { defaultPlan, type Plan } from '../../../contract/rules/commission/plan.ts';
import { quotaTermsOf } from '../../../contract/rules/commission/quota.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import type { DateRange } from '../../../contract/rules/time/period.ts';

/** The quota in a range, under one plan, for a salesperson who joined long before. */
export const quotaInRange = (range: DateRange, plan: Plan = defaultPlan, id = '1'): Cents =>
  quotaTermsOf([{ config: { ...defaultConfig, plans: [plan] }, person: { id, role: 'salesperson', joinedOn: '2000-01-01' }, range }]).quota;
