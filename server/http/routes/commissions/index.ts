import type { Route } from '../../app.types.ts';
import { compareCommissionsRoute } from './compareCommissions.ts';
import { explainCommissionRoute } from './explainCommission.ts';
import { getCommissionRoute } from './getCommission.ts';
import { getCommissionSummaryRoute } from './getCommissionSummary.ts';
import { getEarnedDifferenceRoute } from './getEarnedDifference.ts';
import { getWakeRoute } from './getWake.ts';
import { getWhyNotRoute } from './getWhyNot.ts';
import { holdCommissionRoute } from './holdCommission.ts';
import { listCommissionChangesRoute } from './listCommissionChanges.ts';
import { listCommissionsRoute } from './listCommissions.ts';
import { lookUpInvoicesRoute } from './lookUpInvoices.ts';
import { releaseCommissionRoute } from './releaseCommission.ts';

export const commissionsRoutes: readonly Route[] = [
  compareCommissionsRoute,
  explainCommissionRoute,
  getCommissionRoute,
  getCommissionSummaryRoute,
  getEarnedDifferenceRoute,
  getWakeRoute,
  getWhyNotRoute,
  holdCommissionRoute,
  listCommissionChangesRoute,
  listCommissionsRoute,
  lookUpInvoicesRoute,
  releaseCommissionRoute,
];
