import type { Route } from '../../app.types.ts';
import { decideAdjustment } from './decideAdjustment.ts';
import { deleteAdjustment } from './deleteAdjustment.ts';
import { getAdjustment } from './getAdjustment.ts';
import { getHistory } from './getHistory.ts';
import { getOutlook } from './getOutlook.ts';
import { listAdjustments } from './listAdjustments.ts';
import { postAdjustment } from './postAdjustment.ts';
import { putAdjustment } from './putAdjustment.ts';

export const adjustmentsRoutes: readonly Route[] = [
  decideAdjustment,
  deleteAdjustment,
  getAdjustment,
  getHistory,
  getOutlook,
  listAdjustments,
  postAdjustment,
  putAdjustment,
];
