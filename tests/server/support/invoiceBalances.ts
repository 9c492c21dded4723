import { invoiceBalancesRepository } from '../../../server/db/repositories/invoices/balances.ts';
import type { TestDatabase } from './testDatabase.ts';

/** The invoices whose stored balance differs from their payments and settlements, and `sums` if the stored totals are wrong. */
export const wrongBalances = async ({ query }: TestDatabase): Promise<unknown[]> => {
  const { invoices, sums } = await invoiceBalancesRepository(query).faults();
  return [...invoices, ...(sums ? ['sums'] : [])];
};
