import type { Adjustment } from '../../../../contract/entities/adjustment.ts';
import { adjustedInvoice } from '../../../../contract/entities/adjustment.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import HistoryTab from '../why/HistoryTab.tsx';
import { amountOf } from './connectAdjustments.ts';

/** Why an adjustment is what it is: its reason, and what was done to it, by whom and why. */
export default function AdjustmentHistory({ row, onClose }: { row: Adjustment; onClose: () => void }) {
  const words = { amount: amountOf(row), invoice: adjustedInvoice(row) };
  return (
    <Dialog title={fill(messages.history.adjustment, words)} onClose={onClose}>
      <div className="why">
        <p>{row.adjustment_reason}</p>
        <HistoryTab kind="adjustments" id={row.id} />
      </div>
    </Dialog>
  );
}
