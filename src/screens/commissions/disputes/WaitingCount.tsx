import type { AdjustmentsWaiting } from '../../../../contract/entities/adjustment.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { monthName } from '../../../../contract/rules/time/dayText.ts';
import { type DateRange, yearOf } from '../../../../contract/rules/time/period.ts';
import { Button } from '../../../ui/Button.tsx';
import { Count } from '../../../ui/display/Count.tsx';

const text = messages.commissions;

/** How many wait for the user; nothing where none does. */
export function WaitingCount({ count, label = text.quickWaiting }: { count: number; label?: string }) {
  if (count === 0) return null;
  return <Count className="quick-count" value={count} label={fill(label, { count })} />;
}

type Props = { months: AdjustmentsWaiting['months']; range: DateRange; onMonth: (month: DateRange) => void };

/** The months besides the shown period in which something waits, each a way there. */
export function WaitingMonths({ months, range, onMonth }: Props) {
  const others = months.filter(({ start_date, end_date }) => end_date < range.start_date || start_date > range.end_date);
  if (others.length === 0) return null;
  return (
    <ul className="quick-months" aria-label={text.quickElsewhere}>
      {others.map((month) => (
        <li key={month.start_date}>
          <Button size="small" severity="secondary" onClick={() => onMonth(month)}>
            {fill(text.quickMonth, { month: `${monthName(month.start_date)} ${yearOf(month.start_date)}`, count: month.count })}
          </Button>
        </li>
      ))}
    </ul>
  );
}
