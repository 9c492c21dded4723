import type { Period } from '../../../contract/rules/time/period.ts';
import { toPeriodQuery } from '../../shared/period/periodInUrl.ts';

/**
 * The URL parameters of the plan page. `version` and `compare` are empty for the defaults; a clause is identified by its path in the JSON,
 * or by its key if it has no path; `priced` is the version whose priced records are listed, if another one; `change` is the change of the
 * user's own plan that is open.
 */
export type PlanChoice = Readonly<{ version: string; compare: string; plan: string; clause: string; priced: string; change: string }>;

const parameterNames = ['version', 'compare', 'plan', 'clause', 'priced', 'change'] as const;

export const parsePlanChoice = (search: string): PlanChoice => {
  const query = new URLSearchParams(search);
  const number = (name: string): string => (/^[1-9]\d{0,14}$/.test(query.get(name) ?? '') ? (query.get(name) ?? '') : '');
  const text = (name: string): string => (query.get(name) ?? '').slice(0, 200);
  return {
    version: number('version'),
    compare: number('compare'),
    plan: text('plan'),
    clause: text('clause'),
    priced: number('priced'),
    change: number('change'),
  };
};

export const toPlansUrl = (period: Period, choice: PlanChoice): string =>
  toPeriodQuery(period, Object.fromEntries(parameterNames.map((name) => [name, choice[name]])));
