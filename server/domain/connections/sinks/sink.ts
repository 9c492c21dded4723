import type { ConnectionRow } from '../../../db/repositories/connections/connections.ts';
import type { HeldWrite } from '../../../db/repositories/connections/heldRecords.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import type { Cause } from '../../commissions/recompute/index.ts';
import type { FactKind, FactOf } from '../facts.ts';

/** Under what facts are taken over: `marksRun` of `beginRun`, for `markTouched` (decisions 7.08). */
export type Taking = Readonly<{ connection: ConnectionRow; runId: number; marksRun: number; cause: Cause }>;
/** A fact that waits for a person. */
export type Held = Pick<HeldWrite, 'external_id' | 'code' | 'facts'>;
/** Facts that came new, changed something, or changed nothing; those that wait are none of the three. */
export type Taken = Readonly<{ created: number; changed: number; same: number; held: readonly Held[] }>;

/**
 * Takes facts of one kind over, in the transaction it is given, of one connection. Facts arrive again: what is as it was counts as `same` and
 * writes nothing. Whoever changes money asks `touchedBy` before and after and marks.
 */
export type Sink<Kind extends FactKind> = (within: Repositories, facts: readonly FactOf<Kind>[], taking: Taking) => Promise<Taken>;
export type Sinks = { readonly [Kind in FactKind]: Sink<Kind> };
