import { migrate } from '../db/migrate.ts';
import { openStore } from '../db/repositories/store.ts';
import { recountBalances } from '../domain/audit/recountBalances.ts';
import { systemClock } from '../domain/shared/clock.ts';
import type { Config } from '../start/environment.ts';
import { withDatabase } from './withDatabase.ts';

/** `npm run balances:recount` */
export const runRecountBalances = (config: Config, print: (line: string) => void): Promise<void> =>
  withDatabase(config, async (db) => {
    await migrate(db);
    const { invoices, sums, clauses } = await recountBalances({ store: openStore(db), clock: systemClock });
    const isRight = invoices.length === 0 && !sums;
    if (isRight && clauses === 0)
      return print('The balances of all invoices equal their payments, and the sums of clauses the records: nothing was changed.');
    const count = `${invoices.length.toLocaleString('en-US')} ${invoices.length === 1 ? 'invoice' : 'invoices'}`;
    if (!isRight) print(`Corrected the balances of ${count}${sums ? ', and the sums of all' : ''}.`);
    if (clauses > 0) print(`Corrected ${clauses.toLocaleString('en-US')} ${clauses === 1 ? 'sum' : 'sums'} of clauses.`);
  });
