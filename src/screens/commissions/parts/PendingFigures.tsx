import type { CommissionSummary } from '../../../../contract/entities/commission.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { usePendingFigures } from '../../../shared/usePendingFigures.ts';

const t = messages.commissions;

type Props = Readonly<{ summary: CommissionSummary | null | undefined; onAgain: () => void }>;

/** The number of figures still being computed (decisions 7.08); hidden if all are up to date. */
export function PendingFigures({ summary, onAgain }: Props) {
  const count = usePendingFigures(summary, summary?.pending ?? 0, onAgain);
  if (count === 0) return null;
  return (
    <p className="muted" role="status">
      {fill(count === 1 ? t.pendingOne : t.pending, { count })}
    </p>
  );
}
