import type { Route } from '../../app.types.ts';
import { compareCommissions } from './compareCommissions.ts';
import { explainCommission } from './explainCommission.ts';
import { getCommission } from './getCommission.ts';
import { getCommissionSummary } from './getCommissionSummary.ts';
import { getEarnedDifference } from './getEarnedDifference.ts';
import { getWake } from './getWake.ts';
import { getWhyNot } from './getWhyNot.ts';
import { holdCommission } from './holdCommission.ts';
import { listCommissionChanges } from './listCommissionChanges.ts';
import { listCommissions } from './listCommissions.ts';
import { lookUpInvoices } from './lookUpInvoices.ts';
import { releaseCommission } from './releaseCommission.ts';

export const commissionsRoutes: readonly Route[] = [
  compareCommissions,
  explainCommission,
  getCommission,
  getCommissionSummary,
  getEarnedDifference,
  getWake,
  getWhyNot,
  holdCommission,
  listCommissionChanges,
  listCommissions,
  lookUpInvoices,
  releaseCommission,
];
