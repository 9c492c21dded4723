import { memo } from 'react';
import { Link, useSearch } from 'wouter';
import type { CommissionSummary } from '../../../../contract/entities/commission.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useFeature } from '../../../app/context.ts';
import { commissionsPath } from '../../../app/routes.ts';
import { Card } from '../../../ui/display/Card.tsx';
import { formatPercent, NONE } from '../../../ui/display/format.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { formatAmount } from '../columns.tsx';
import { defaultSummary } from '../connectCommissions.ts';

const t = messages.commissions;

/** Links to the explanation if the server offers one. */
function TipLink({ isLink, children }: { isLink: boolean; children: string }) {
  const hasExplanations = useFeature('explain');
  const query = new URLSearchParams(useSearch());
  query.set('open', 'quota_attainment');
  return hasExplanations && isLink ? <Link href={`${commissionsPath}?${query}`}>{children}</Link> : children;
}

/** spec 9.04: does not claim a missing quota when the summary shows one. */
const quotaTip = (quota: number, attainment: number | null, isOwn: boolean): string => {
  if (attainment !== null) return fill(isOwn ? t.tipsQuota : t.tipsQuotaOf, { percent: formatPercent(attainment) });
  return quota === 0 ? t.tipsNoQuota : fill(t.tipsQuotaAlone, { quota: formatAmount(quota) });
};

/** spec 2.34: quota progress and the next payment. */
export const PerformanceTips = memo(function PerformanceTips({
  summary,
  isOwn,
  loading,
  failed,
}: {
  summary: CommissionSummary | null;
  /** True if these are the user's own figures. */
  isOwn: boolean;
  loading: boolean;
  failed: boolean;
}) {
  const { quota_amount, quota_attainment: attainment = null }: Partial<CommissionSummary> = summary ?? defaultSummary;
  const quota = failed && !summary ? NONE : quotaTip(quota_amount ?? 0, attainment, isOwn);
  return (
    <Card title={t.tipsTitle}>
      <ul className="tips">
        <li aria-busy={loading}>
          {loading ? <Skeleton width="24ch" height="1.2em" /> : <TipLink isLink={attainment !== null}>{quota}</TipLink>}
        </li>
        <li>{t.tipsPayment}</li>
      </ul>
    </Card>
  );
});
