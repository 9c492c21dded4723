import type { Kysely } from 'kysely';
import { recordsRepository } from '../../db/repositories/commissions/records.ts';
import type { Schema } from '../../db/schema/index.ts';

/** The sums of people's months and of the company's days and months, out of the records themselves. */
export const fillMonths = (trx: Kysely<Schema>): Promise<void> => recordsRepository(trx).rebuildSums();
