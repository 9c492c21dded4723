import type { TraceRef } from '../../../contract/entities/explanation.ts';
import { type Day, periodAt } from '../../../contract/rules/time/period.ts';
import { commissionsPath, plansPath, wakePath } from '../../app/routes.ts';
import { toPeriodQuery } from '../period/periodInUrl.ts';

/** Links to a row of a list in Commissions, in its month if known. */
const toCommissionsLink = (name: string, id: string, day: Day | null): string =>
  `${commissionsPath}?${day === null ? new URLSearchParams({ [name]: id }) : toPeriodQuery(periodAt('month', day), { [name]: id })}`;

/** Links records and adjustments to their list, all other items to their effects. */
export const toRefLink = ({ kind, id }: TraceRef, day: Day | null = null): string => {
  if (kind === 'record') return toCommissionsLink('row', id, day);
  if (kind === 'adjustment') return toCommissionsLink('adjustment', id, day);
  return `${wakePath}?${new URLSearchParams({ of: `${kind}-${id}` })}`;
};

export const toWakeLink = ({ kind, id }: TraceRef): string => `${wakePath}?${new URLSearchParams({ of: `${kind}-${id}` })}`;
export const toClauseLink = (clause: string): string => `${plansPath}?${new URLSearchParams({ clause })}`;
