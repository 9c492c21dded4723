import type { CommissionSummary } from '../../../../contract/entities/commission.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Card } from '../../../ui/Card.tsx';
import { formatPercent } from '../../../ui/format.ts';

const text = messages.commissions;

/** spec 2.34: quota progress and the note about the next payment. */
export function PerformanceTips({ summary }: { summary: CommissionSummary | null }) {
  const attainment = summary?.quota_attainment ?? null;
  return (
    <Card title={text.tipsTitle}>
      <ul className="tips">
        <li>{attainment === null ? text.tipsNoQuota : fill(text.tipsQuota, { percent: formatPercent(attainment) })}</li>
        <li>{text.tipsPayment}</li>
      </ul>
    </Card>
  );
}
