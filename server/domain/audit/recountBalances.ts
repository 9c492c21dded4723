import type { BalanceFaults } from '../../db/repositories/invoices/balances.ts';
import type { Services } from '../shared/services.ts';

/** Invoices that the audit row names. */
const MAX_NAMED = 100;

/**
 * Corrects stored balances of invoices and their sums that differ from payments and settlements, and writes an audit row if any did.
 * @returns what was corrected
 */
export const recountBalances = ({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<BalanceFaults> =>
  store.transaction(async (tx) => {
    const { invoices } = await tx.invoiceBalances.faults();
    await tx.invoiceBalances.refresh(invoices);
    const { sums } = await tx.invoiceBalances.faults();
    if (sums) await tx.invoiceBalances.recountSums();
    if (invoices.length === 0 && !sums) return { invoices, sums };
    const entry = { actorId: null, action: 'invoice_balances.recounted', entity: 'settings', entityId: '1', cause: 'balances:recount' };
    const after = { invoices: invoices.length, ids: invoices.slice(0, MAX_NAMED), sums };
    await tx.audit.write({ ...entry, after }, { network: 'console', requestId: 'balances:recount' }, clock());
    return { invoices, sums };
  });
