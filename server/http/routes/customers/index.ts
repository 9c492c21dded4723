import type { Route } from '../../app.types.ts';
import { getCustomerRoute } from './getCustomer.ts';

export const customersRoutes: readonly Route[] = [getCustomerRoute];
