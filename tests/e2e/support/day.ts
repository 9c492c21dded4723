import { yearOf } from '../../../contract/rules/time/period.ts';
import { todayIn } from '../../../contract/rules/time/today.ts';

/** The zone of the demo company. */
export const companyZone = 'America/Phoenix';

/** The company's day, the only one that tests of the demo company may ask about (decisions 2.01). */
export const companyToday = (): string => todayIn(companyZone, new Date());
export const companyYear = (): number => yearOf(companyToday());
