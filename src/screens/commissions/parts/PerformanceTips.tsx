import type { CommissionSummary } from '../../../../contract/entities/commission.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Card } from '../../../ui/Card.tsx';
import { formatPercent } from '../../../ui/format.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';

const text = messages.commissions;

/** spec 2.34: quota progress and the note about the next payment. */
export function PerformanceTips({ summary, loading }: { summary: CommissionSummary | null; loading: boolean }) {
  const attainment = summary?.quota_attainment ?? null;
  const quota = attainment === null ? text.tipsNoQuota : fill(text.tipsQuota, { percent: formatPercent(attainment) });
  return (
    <Card title={text.tipsTitle}>
      <ul className="tips">
        <li aria-busy={loading}>{loading ? <Skeleton width="24ch" height="1.2em" /> : quota}</li>
        <li>{text.tipsPayment}</li>
      </ul>
    </Card>
  );
}
