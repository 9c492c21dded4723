import { Suspense, useState } from 'react';
import type { AdjustmentsWaiting } from '../../../../contract/entities/adjustment.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import { Button } from '../../../ui/Button.tsx';
import { Count } from '../../../ui/display/Count.tsx';
import { lazyComponent } from '../../../ui/support/later.tsx';

const [WaitingDialog] = lazyComponent(() => import('./WaitingDialog.tsx'));
const t = messages.commissions;

/** The number of items waiting for the user; renders nothing for zero. */
export function WaitingCount({ count, label = t.quickWaiting }: { count: number; label?: string }) {
  if (count === 0) return null;
  return <Count className="quick-count" value={count} label={fill(label, { count })} />;
}

type Props = { months: AdjustmentsWaiting['months']; range: DateRange; onMonth: (month: DateRange) => void };

/** Lists other months with waiting items behind one button of fixed size. */
export function WaitingMonths({ months, range, onMonth }: Props) {
  const [open, setOpen] = useState(false);
  const otherMonths = months.filter(({ start_date, end_date }) => end_date < range.start_date || start_date > range.end_date);
  const count = otherMonths.reduce((sum, month) => sum + month.count, 0);
  return (
    <>
      <Button severity="secondary" unavailable={count === 0} onClick={() => setOpen(true)}>
        {t.quickElsewhere}
        <span className="quick-slot">
          <WaitingCount count={count} />
        </span>
      </Button>
      {open && (
        <Suspense fallback={null}>
          <WaitingDialog months={otherMonths} onMonth={onMonth} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
