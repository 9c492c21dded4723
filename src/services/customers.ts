import type { CustomerPage } from '../../contract/entities/customerPage.ts';
import type { Http } from './http.ts';

/** Feature `customer-page`. */
export const createCustomers = (http: Http) => ({
  read: (id: string): Promise<CustomerPage> => http(`/api/v1/customers/${encodeURIComponent(id)}`),
});
