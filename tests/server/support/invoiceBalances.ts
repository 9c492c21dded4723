import { invoiceBalancesRepository } from '../../../server/db/repositories/invoices/balances.ts';
import type { TestDatabase } from './testDatabase.ts';

/** Invoices whose kept balance differs from payments and settlements, and whether their sums do. */
export const wrongBalances = async ({ query }: TestDatabase): Promise<unknown[]> => {
  const { invoices, sums } = await invoiceBalancesRepository(query).faults();
  return [...invoices, ...(sums ? ['sums'] : [])];
};
