import type { Route } from '../app.types.ts';
import { decideAdjustment } from './adjustments/decideAdjustment.ts';
import { deleteAdjustment } from './adjustments/deleteAdjustment.ts';
import { getAdjustment } from './adjustments/getAdjustment.ts';
import { getHistory } from './adjustments/getHistory.ts';
import { listAdjustments } from './adjustments/listAdjustments.ts';
import { postAdjustment } from './adjustments/postAdjustment.ts';
import { putAdjustment } from './adjustments/putAdjustment.ts';
import { getCommission } from './commissions/getCommission.ts';
import { listOpenDeals } from './deals/listOpenDeals.ts';
import { listDisputes } from './disputes/listDisputes.ts';
import { openDispute } from './disputes/openDispute.ts';
import { stepDispute } from './disputes/stepDispute.ts';
import { lookUpInvoices } from './invoices/lookUpInvoices.ts';
import { postProjection } from './projections/postProjection.ts';
import { getStatement } from './statements/getStatement.ts';
import { getStatementFile } from './statements/getStatementFile.ts';
import { postStatement } from './statements/postStatement.ts';

/** Adjustments and what goes with them: disputes, statements, projections, history. */
export const ledgerRoutes: readonly Route[] = [
  listAdjustments,
  getAdjustment,
  postAdjustment,
  putAdjustment,
  deleteAdjustment,
  decideAdjustment,
  getHistory,
  getCommission,
  lookUpInvoices,
  openDispute,
  listDisputes,
  stepDispute,
  postStatement,
  getStatement,
  getStatementFile,
  listOpenDeals,
  postProjection,
];
