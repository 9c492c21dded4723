import type { AdjustmentsWaiting } from '../../../../contract/entities/adjustment.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { monthName } from '../../../../contract/rules/time/dayText.ts';
import { type DateRange, yearOf } from '../../../../contract/rules/time/period.ts';
import Dialog from '../../../ui/dialog/Dialog.tsx';

const t = messages.commissions;
type Props = Readonly<{ months: AdjustmentsWaiting['months']; onMonth: (month: DateRange) => void; onClose: () => void }>;

/** The months with waiting items, each a link to that month. */
export default function WaitingDialog({ months, onMonth, onClose }: Props) {
  return (
    <Dialog title={t.quickElsewhereTitle} size="small" onClose={onClose}>
      <ul className="quick-questions">
        {months.map((month) => (
          <li key={month.start_date}>
            <button
              type="button"
              className="quick-question"
              onClick={() => {
                onClose();
                onMonth(month);
              }}
            >
              {fill(t.quickMonth, { month: `${monthName(month.start_date)} ${yearOf(month.start_date)}`, count: month.count })}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
