import type { AdjustmentRow } from '../../db/repositories/adjustments/adjustments.ts';
import type { AuditWrite } from '../../db/repositories/audit/audit.ts';
import { type AdjustmentDeed, adjustmentEntry } from '../audit/adjustmentEntry.ts';

export type Deed = Readonly<{ deed: AdjustmentDeed; before: AdjustmentRow | null; after: AdjustmentRow; actorId: number; cause?: string }>;

export const adjustmentEntryOf = ({ deed, ...done }: Deed): AuditWrite => adjustmentEntry(deed, done.after.id, done);
