import type { AdjustmentRow } from '../../db/repositories/adjustments/adjustments.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type AdjustmentDeed, adjustmentEntry } from '../audit/adjustmentEntry.ts';

export type Deed = Readonly<{ deed: AdjustmentDeed; before: AdjustmentRow | null; after: AdjustmentRow; actorId: number; cause?: string }>;

/** The audit row of a deed; the last thing a transaction writes. */
export const auditDeed = (within: Repositories, { deed, ...done }: Deed, origin: Origin, at: Date): Promise<void> =>
  within.audit.write(adjustmentEntry(deed, done.after.id, done), origin, at);
