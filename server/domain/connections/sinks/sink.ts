import type { ConnectionRow } from '../../../db/repositories/connections/connections.ts';
import type { HeldWrite } from '../../../db/repositories/connections/heldRecords.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import type { Cause } from '../../commissions/recompute/index.ts';
import type { FactKind, FactOf } from '../facts.ts';

/** Context of an import: `marksRun` is the run of `beginRun`, for `markAffected` (decisions 7.08). */
export type ImportContext = Readonly<{ connection: ConnectionRow; runId: number; marksRun: number; cause: Cause }>;
/** A fact to be held for a person. */
export type HeldFact = Pick<HeldWrite, 'external_id' | 'code' | 'facts'>;
/** Numbers of new, changed and unchanged facts; held facts count as none of the three. */
export type SinkResult = Readonly<{ created: number; changed: number; same: number; held: readonly HeldFact[] }>;

/**
 * Imports facts of one kind from one connection, within the given transaction. Facts arrive repeatedly: an unchanged one counts as `same`
 * and writes nothing. A sink that changes money calls `affectedBy` before and after, and marks the result.
 */
export type Sink<Kind extends FactKind> = (tx: Repositories, facts: readonly FactOf<Kind>[], context: ImportContext) => Promise<SinkResult>;
export type Sinks = { readonly [Kind in FactKind]: Sink<Kind> };
