import type { BalanceFaults } from '../../db/repositories/invoices/balances.ts';
import type { Services } from '../shared/services.ts';

/** Invoices that the audit row names. */
const MAX_LISTED = 100;

/** `clauses`: the number of stored sums of clauses that differed from the records. */
type RecountedFaults = BalanceFaults & Readonly<{ clauses: number }>;

/**
 * Corrects stored balances of invoices and their sums that differ from payments and settlements, and stored sums of clauses that differ from
 * the records; writes an audit row if any did.
 * @returns what was corrected
 */
export const recountBalances = ({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<RecountedFaults> =>
  store.transaction(async (tx) => {
    const { invoices } = await tx.invoiceBalances.faults();
    await tx.invoiceBalances.refresh(invoices);
    const sums = await tx.invoiceBalances.sumsDiffer();
    if (sums) await tx.invoiceBalances.recountSums();
    const clauses = await tx.clauseSums.faults();
    if (clauses > 0) await tx.clauseSums.recount();
    if (invoices.length === 0 && !sums && clauses === 0) return { invoices, sums, clauses };
    const entry = { actorId: null, action: 'invoice_balances.recounted', entity: 'settings', entityId: '1', cause: 'balances:recount' };
    const after = { invoices: invoices.length, ids: invoices.slice(0, MAX_LISTED), sums, clauses };
    await tx.audit.write({ ...entry, after }, { network: 'console', requestId: 'balances:recount' }, clock());
    return { invoices, sums, clauses };
  });
