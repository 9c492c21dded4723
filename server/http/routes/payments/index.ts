import type { Route } from '../../app.types.ts';
import { choosePayerRoute } from './choosePayer.ts';
import { getPaymentRoute } from './getPayment.ts';
import { listOpenItemsRoute } from './listOpenItems.ts';
import { listPaymentsRoute } from './listPayments.ts';
import { postPaymentRoute } from './postPayment.ts';
import { putAllocationsRoute } from './putAllocations.ts';
import { stepPaymentRoute } from './stepPayment.ts';

export const paymentsRoutes: readonly Route[] = [
  choosePayerRoute,
  getPaymentRoute,
  listOpenItemsRoute,
  listPaymentsRoute,
  postPaymentRoute,
  putAllocationsRoute,
  stepPaymentRoute,
];
