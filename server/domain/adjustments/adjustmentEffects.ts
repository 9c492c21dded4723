import type { AdjustmentRow } from '../../db/repositories/adjustments/adjustments.ts';
import type { AuditWrite } from '../../db/repositories/audit/audit.ts';
import { type AdjustmentVerb, adjustmentEntry } from '../audit/adjustmentEntry.ts';

export type AdjustmentStep = Readonly<{
  verb: AdjustmentVerb;
  before: AdjustmentRow | null;
  after: AdjustmentRow;
  actorId: number;
  cause?: string;
}>;

export const adjustmentEntryOf = ({ verb, ...done }: AdjustmentStep): AuditWrite => adjustmentEntry(verb, done.after.id, done);
