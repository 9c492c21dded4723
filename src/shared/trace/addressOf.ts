import type { Ref } from '../../../contract/entities/explanation.ts';
import { type Day, periodAt } from '../../../contract/rules/time/period.ts';
import { commissionsPath, plansPath, wakePath } from '../../app/routes.ts';
import { searchOf } from '../period/periodInUrl.ts';

/** A list of Commissions opens the very row, in the month that has it where that is known. */
const inCommissions = (name: string, id: string, day: Day | null): string =>
  `${commissionsPath}?${day === null ? new URLSearchParams({ [name]: id }) : searchOf(periodAt('month', day), { [name]: id })}`;

/** Where a thing is seen: a record or an adjustment in its list, everything else by what it moved. */
export const addressOf = ({ kind, id }: Ref, day: Day | null = null): string => {
  if (kind === 'record') return inCommissions('row', id, day);
  if (kind === 'adjustment') return inCommissions('adjustment', id, day);
  return `${wakePath}?${new URLSearchParams({ of: `${kind}-${id}` })}`;
};

export const wakeAddress = ({ kind, id }: Ref): string => `${wakePath}?${new URLSearchParams({ of: `${kind}-${id}` })}`;
export const clauseAddress = (clause: string): string => `${plansPath}?${new URLSearchParams({ clause })}`;
