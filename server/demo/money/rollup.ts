import type { Kysely } from 'kysely';
import { recordsRepository } from '../../db/repositories/commissions/records.ts';
import type { Schema } from '../../db/schema/index.ts';

/** Rebuilds the sums of person-months and of the company from the records. */
export const fillMonths = (trx: Kysely<Schema>): Promise<void> => recordsRepository(trx).rebuildSums();
