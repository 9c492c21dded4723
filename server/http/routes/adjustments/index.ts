import type { Route } from '../../app.types.ts';
import { decideAdjustmentRoute } from './decideAdjustment.ts';
import { deleteAdjustmentRoute } from './deleteAdjustment.ts';
import { getAdjustmentRoute } from './getAdjustment.ts';
import { getHistoryRoute } from './getHistory.ts';
import { getOutlookRoute } from './getOutlook.ts';
import { listAdjustmentsRoute } from './listAdjustments.ts';
import { postAdjustmentRoute } from './postAdjustment.ts';
import { putAdjustmentRoute } from './putAdjustment.ts';

export const adjustmentsRoutes: readonly Route[] = [
  decideAdjustmentRoute,
  deleteAdjustmentRoute,
  getAdjustmentRoute,
  getHistoryRoute,
  getOutlookRoute,
  listAdjustmentsRoute,
  postAdjustmentRoute,
  putAdjustmentRoute,
];
