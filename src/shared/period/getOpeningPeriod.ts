import type { User } from '../../../contract/entities/user.ts';
import { periodOfDefault } from '../../../contract/rules/time/openingPeriod.ts';
import type { Day, Period } from '../../../contract/rules/time/period.ts';
import { parsePeriod } from './periodInUrl.ts';

/** Events managers see readiness instead of amounts, and their dashboards count upcoming days (decisions 3.02, 6.06). */
export const includesFutureDays = ({ role }: Pick<User, 'role'>): boolean => role === 'events_manager';

/** The initial period of a screen: from the URL, otherwise the user's default; undefined for the screen's default month. */
export const getOpeningPeriod = (user: User, today: Day, search: string): Period | undefined => {
  const range = user.preferences?.dashboard_settings?.default_date_range;
  return parsePeriod(search) ?? (range === undefined || range === 'current_month' ? undefined : periodOfDefault(range, today));
};
