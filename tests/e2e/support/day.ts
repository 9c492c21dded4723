import { yearOf } from '../../../contract/rules/time/period.ts';
import { todayIn } from '../../../contract/rules/time/today.ts';

export const companyZone = 'America/Phoenix';

/** The company's day, the only one that tests of the demo company may use (decisions 2.01). */
export const companyToday = (): string => todayIn(companyZone, new Date());
export const companyYear = (): number => yearOf(companyToday());
