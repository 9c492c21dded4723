import { undatedId } from '../../../../../contract/rules/commission/config/dated.ts';
import type { Plan } from '../../../../../contract/rules/commission/plan.ts';

/**
 * Key such as "default/best quarter". It omits the start day in dated plan ids, so that an award survives plan changes.
 * @param period distinguishes awards whose periods begin on the same day
 */
export const awardKey = ({ id }: Plan, award: string, period: string): string => `${undatedId(id)}/${award} ${period}`;

/** True if a stored proposal has the key; the oldest keys lack the period, and may contain a dated plan id. */
export const isAwardOf = (stored: string, key: string): boolean => {
  const [name = '', period] = stored.split(' ');
  const slash = name.lastIndexOf('/');
  const plain = `${undatedId(name.slice(0, slash))}${name.slice(slash)}`;
  return key === (period === undefined ? `${plain} ${key.split(' ')[1]}` : `${plain} ${period}`);
};
