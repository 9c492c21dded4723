import { type Deal, dealStateBadges } from '../../../../contract/entities/deal.ts';
import { limits } from '../../../../contract/limits.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useToday } from '../../../app/context.ts';
import { CellBadge } from '../../../ui/grid/CellBadge.tsx';

const t = messages.deals;

/** Warnings about a deal: missing data, a removed stage, no movement. A closed deal shows its outcome instead. */
export function DealWarnings({ deal }: { deal: Deal }) {
  const today = useToday();
  const { state, stage, stage_gone, stale, needs, expected_close_date: closeDay } = deal;
  const isOverdue = state === 'open' && closeDay !== null && closeDay < today;
  const missingText = needs.map((need) => t.needs[need]).join(', ');
  return (
    <span className="deal-marks">
      {state !== 'open' && <CellBadge severity={dealStateBadges[state].severity}>{dealStateBadges[state].label}</CellBadge>}
      {isOverdue && (
        <span title={t.overdueTip}>
          <CellBadge severity="danger">{t.overdue}</CellBadge>
        </span>
      )}
      {needs.length > 0 && (
        <span title={fill(t.needsTip, { needs: missingText })}>
          <CellBadge severity="warning">{t.needsData}</CellBadge>
        </span>
      )}
      {stage_gone && (
        <span title={fill(t.stageGoneTip, { stage })}>
          <CellBadge severity="danger">{t.stageGone}</CellBadge>
        </span>
      )}
      {stale && (
        <span title={fill(t.staleTip, { days: limits.deals.staleDays })}>
          <CellBadge severity="secondary">{t.stale}</CellBadge>
        </span>
      )}
    </span>
  );
}
