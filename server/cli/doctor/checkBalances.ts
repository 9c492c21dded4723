import { sql } from 'kysely';
import { invoiceBalancesRepository } from '../../db/repositories/invoices/balances.ts';
import type { DatabaseCheck } from './checkDatabase.ts';
import { fail, ok, warn } from './finding.ts';

const MAX_TIME = '60s';
const CANCELED = '57014';

/** Compares the stored balances of invoices with the payments, as of one moment. */
export const checkBalances: DatabaseCheck = async (db) => {
  try {
    const { invoices, sums } = await db.query
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        await sql`select set_config('statement_timeout', ${MAX_TIME}, true)`.execute(trx);
        return invoiceBalancesRepository(trx).faults();
      });
    if (invoices.length === 0 && !sums) return ok('balances', 'those of all invoices equal their payments');
    const count = `those of ${invoices.length.toLocaleString('en-US')} ${invoices.length === 1 ? 'invoice' : 'invoices'}`;
    return fail('balances', `${count}${sums ? ' and the sums of all' : ''} differ from the payments`, 'run npm run balances:recount');
  } catch (error) {
    if ((error as { code?: string }).code !== CANCELED) throw error;
    return warn('balances', `could not be compared with the payments within ${MAX_TIME}`, 'run npm run balances:recount at night');
  }
};
