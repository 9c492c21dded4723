import type { Route } from '../app.types.ts';
import { changePassword } from './auth/changePassword.ts';
import { deleteSession } from './auth/deleteSession.ts';
import { endOtherSessions } from './auth/endOtherSessions.ts';
import { getMe } from './auth/getMe.ts';
import { listSessions } from './auth/listSessions.ts';
import { login } from './auth/login.ts';
import { logout } from './auth/logout.ts';
import { refresh } from './auth/refresh.ts';
import { explainCommission } from './commissions/explainCommission.ts';
import { getCommissionSummary } from './commissions/getCommissionSummary.ts';
import { listCommissionChanges } from './commissions/listCommissionChanges.ts';
import { listCommissions } from './commissions/listCommissions.ts';
import { eventRoutes } from './events.ts';
import { ledgerRoutes } from './ledger.ts';
import { countUnread } from './notifications/countUnread.ts';
import { listNotifications } from './notifications/listNotifications.ts';
import { readNotification } from './notifications/readNotification.ts';
import { peopleRoutes } from './people.ts';
import { checkPeriod } from './periods/checkPeriod.ts';
import { listPeriods } from './periods/listPeriods.ts';
import { stepPeriod } from './periods/stepPeriod.ts';
import { getHealth } from './public/getHealth.ts';
import { getReadiness } from './public/getReadiness.ts';
import { getSettings } from './public/getSettings.ts';

/** Every call the server answers. */
export const routes: readonly Route[] = [
  getHealth,
  getReadiness,
  getSettings,
  login,
  logout,
  refresh,
  getMe,
  changePassword,
  listSessions,
  deleteSession,
  endOtherSessions,
  listNotifications,
  countUnread,
  readNotification,
  listCommissions,
  getCommissionSummary,
  listCommissionChanges,
  explainCommission,
  listPeriods,
  checkPeriod,
  stepPeriod,
  ...peopleRoutes,
  ...ledgerRoutes,
  ...eventRoutes,
];
