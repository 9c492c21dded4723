import { undatedId } from '../../../../../contract/rules/commission/config/dated.ts';
import type { Plan } from '../../../../../contract/rules/commission/plan.ts';

/**
 * Key such as "default/best quarter". It leaves out the start day that dated plan ids contain, so that plan changes keep the award.
 * @param period tells awards apart whose periods begin on the same day
 */
export const awardKey = ({ id }: Plan, award: string, period: string): string => `${undatedId(id)}/${award} ${period}`;

/** True if a stored proposal has the key; the oldest ones end before the period, and may have a dated plan id. */
export const isAwardOf = (stored: string, key: string): boolean => {
  const [name = '', period] = stored.split(' ');
  const slash = name.lastIndexOf('/');
  const plain = `${undatedId(name.slice(0, slash))}${name.slice(slash)}`;
  return key === (period === undefined ? `${plain} ${key.split(' ')[1]}` : `${plain} ${period}`);
};
