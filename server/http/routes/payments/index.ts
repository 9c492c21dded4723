import type { Route } from '../../app.types.ts';
import { choosePayer } from './choosePayer.ts';
import { getPayment } from './getPayment.ts';
import { listOpenItems } from './listOpenItems.ts';
import { listPayments } from './listPayments.ts';
import { postPayment } from './postPayment.ts';
import { putAllocations } from './putAllocations.ts';
import { stepPayment } from './stepPayment.ts';

export const paymentsRoutes: readonly Route[] = [
  choosePayer,
  getPayment,
  listOpenItems,
  listPayments,
  postPayment,
  putAllocations,
  stepPayment,
];
