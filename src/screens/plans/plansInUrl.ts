import type { Period } from '../../../contract/rules/time/period.ts';
import { searchOf } from '../../shared/period/periodInUrl.ts';

/**
 * What an address of the plan page chooses: the save that is read and the one it is compared with, empty for the usual ones; a clause by its
 * place in the JSON, or by its key where it has none; the plan; the save whose prices are listed, where it is another; and the
 * change of one's own plan that is read.
 */
export type PlanChoice = Readonly<{ version: string; compare: string; plan: string; clause: string; priced: string; change: string }>;

const names = ['version', 'compare', 'plan', 'clause', 'priced', 'change'] as const;

export const choiceFrom = (search: string): PlanChoice => {
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

export const addressOf = (period: Period, choice: PlanChoice): string =>
  searchOf(period, Object.fromEntries(names.map((name) => [name, choice[name]])));
