import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { clauseSumsRepository } from '../../db/repositories/commissions/clauseSums.ts';
import { invoiceBalancesRepository } from '../../db/repositories/invoices/balances.ts';
import type { Schema } from '../../db/schema/index.ts';
import { isCanceledStatement } from '../../db/unreachable.ts';
import type { DatabaseCheck } from './checkDatabase.ts';
import { type DoctorFinding, fail, ok, warn } from './finding.ts';

const MAX_TIME = '60s';
const ADVICE = 'run npm run balances:recount';

/** Compares stored figures with their facts, as of one moment. */
const compare = async (
  { query }: Database,
  [subject, facts]: readonly [subject: string, facts: string],
  read: (trx: Kysely<Schema>) => Promise<DoctorFinding>,
): Promise<DoctorFinding> => {
  try {
    return await query
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        await sql`select set_config('statement_timeout', ${MAX_TIME}, true)`.execute(trx);
        return read(trx);
      });
  } catch (error) {
    if (!isCanceledStatement(error)) throw error;
    return warn(subject, `could not be compared with the ${facts} within ${MAX_TIME}`, `${ADVICE} at night`);
  }
};

export const checkBalances: DatabaseCheck = (db) =>
  compare(db, ['balances', 'payments'], async (trx) => {
    const { invoices, sums } = await invoiceBalancesRepository(trx).faults();
    if (invoices.length === 0 && !sums) return ok('balances', 'those of all invoices equal their payments');
    const count = `those of ${invoices.length.toLocaleString('en-US')} ${invoices.length === 1 ? 'invoice' : 'invoices'}`;
    return fail('balances', `${count}${sums ? ' and the sums of all' : ''} differ from the payments`, ADVICE);
  });

export const checkClauses: DatabaseCheck = (db) =>
  compare(db, ['clauses', 'records'], async (trx) => {
    const count = await clauseSumsRepository(trx).faults();
    return count === 0
      ? ok('clauses', 'their sums equal the records')
      : fail('clauses', `${count.toLocaleString('en-US')} ${count === 1 ? 'sum differs' : 'sums differ'} from the records`, ADVICE);
  });
