import type { Route } from '../app.types.ts';
import { decideAdjustment } from './adjustments/decideAdjustment.ts';
import { deleteAdjustment } from './adjustments/deleteAdjustment.ts';
import { getAdjustment } from './adjustments/getAdjustment.ts';
import { getHistory } from './adjustments/getHistory.ts';
import { listAdjustments } from './adjustments/listAdjustments.ts';
import { postAdjustment } from './adjustments/postAdjustment.ts';
import { putAdjustment } from './adjustments/putAdjustment.ts';
import { changePassword } from './auth/changePassword.ts';
import { deleteSession } from './auth/deleteSession.ts';
import { endOtherSessions } from './auth/endOtherSessions.ts';
import { getMe } from './auth/getMe.ts';
import { listSessions } from './auth/listSessions.ts';
import { login } from './auth/login.ts';
import { logout } from './auth/logout.ts';
import { refresh } from './auth/refresh.ts';
import { explainCommission } from './commissions/explainCommission.ts';
import { getCommission } from './commissions/getCommission.ts';
import { getCommissionSummary } from './commissions/getCommissionSummary.ts';
import { getEarnedDifference } from './commissions/getEarnedDifference.ts';
import { listCommissionChanges } from './commissions/listCommissionChanges.ts';
import { listCommissions } from './commissions/listCommissions.ts';
import { listOpenDeals } from './deals/listOpenDeals.ts';
import { listDisputes } from './disputes/listDisputes.ts';
import { openDispute } from './disputes/openDispute.ts';
import { stepDispute } from './disputes/stepDispute.ts';
import { getTimeline } from './events/getTimeline.ts';
import { listEvents } from './events/listEvents.ts';
import { patchEvent } from './events/patchEvent.ts';
import { postSync } from './events/postSync.ts';
import { lookUpInvoices } from './invoices/lookUpInvoices.ts';
import { countUnread } from './notifications/countUnread.ts';
import { listNotifications } from './notifications/listNotifications.ts';
import { readNotification } from './notifications/readNotification.ts';
import { checkPeriod } from './periods/checkPeriod.ts';
import { listPeriods } from './periods/listPeriods.ts';
import { stepPeriod } from './periods/stepPeriod.ts';
import { postProjection } from './projections/postProjection.ts';
import { getHealth } from './public/getHealth.ts';
import { getReadiness } from './public/getReadiness.ts';
import { getSettings } from './public/getSettings.ts';
import { getConfigVersion } from './settings/getConfigVersion.ts';
import { getGeneralSettings } from './settings/getGeneralSettings.ts';
import { listConfigVersions } from './settings/listConfigVersions.ts';
import { previewGeneralSettings } from './settings/previewGeneralSettings.ts';
import { putGeneralSettings } from './settings/putGeneralSettings.ts';
import { getStatement } from './statements/getStatement.ts';
import { getStatementFile } from './statements/getStatementFile.ts';
import { postStatement } from './statements/postStatement.ts';
import { deleteUser } from './users/deleteUser.ts';
import { getOwnData } from './users/getOwnData.ts';
import { getUser } from './users/getUser.ts';
import { listUsers } from './users/listUsers.ts';
import { patchMe } from './users/patchMe.ts';
import { patchPreferences } from './users/patchPreferences.ts';
import { postImport } from './users/postImport.ts';
import { postTemporaryPassword } from './users/postTemporaryPassword.ts';
import { postUser } from './users/postUser.ts';
import { previewImport } from './users/previewImport.ts';
import { putUser } from './users/putUser.ts';

/** Every call the server answers, in the order of the folders. */
export const routes: readonly Route[] = [
  decideAdjustment,
  deleteAdjustment,
  getAdjustment,
  getHistory,
  listAdjustments,
  postAdjustment,
  putAdjustment,
  changePassword,
  deleteSession,
  endOtherSessions,
  getMe,
  listSessions,
  login,
  logout,
  refresh,
  explainCommission,
  getCommission,
  getCommissionSummary,
  getEarnedDifference,
  listCommissionChanges,
  listCommissions,
  listOpenDeals,
  listDisputes,
  openDispute,
  stepDispute,
  getTimeline,
  listEvents,
  patchEvent,
  postSync,
  lookUpInvoices,
  countUnread,
  listNotifications,
  readNotification,
  checkPeriod,
  listPeriods,
  stepPeriod,
  postProjection,
  getHealth,
  getReadiness,
  getSettings,
  getConfigVersion,
  getGeneralSettings,
  listConfigVersions,
  previewGeneralSettings,
  putGeneralSettings,
  getStatement,
  getStatementFile,
  postStatement,
  deleteUser,
  getOwnData,
  getUser,
  listUsers,
  patchMe,
  patchPreferences,
  postImport,
  postTemporaryPassword,
  postUser,
  previewImport,
  putUser,
];
