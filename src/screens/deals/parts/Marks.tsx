import { type Deal, dealStateBadges } from '../../../../contract/entities/deal.ts';
import { limits } from '../../../../contract/limits.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { CellBadge } from '../../../ui/grid/CellBadge.tsx';

const text = messages.deals;

/** Warnings for a deal: missing data, a removed stage, no movement; for a closed deal its outcome. */
export function Marks({ deal: { state, stage, stage_gone, stale, needs } }: { deal: Deal }) {
  const missing = needs.map((need) => text.needs[need]).join(', ');
  return (
    <span className="deal-marks">
      {state !== 'open' && <CellBadge severity={dealStateBadges[state].severity}>{dealStateBadges[state].label}</CellBadge>}
      {needs.length > 0 && (
        <span title={fill(text.needsTip, { needs: missing })}>
          <CellBadge severity="warning">{text.needsData}</CellBadge>
        </span>
      )}
      {stage_gone && (
        <span title={fill(text.stageGoneTip, { stage })}>
          <CellBadge severity="danger">{text.stageGone}</CellBadge>
        </span>
      )}
      {stale && (
        <span title={fill(text.staleTip, { days: limits.deals.staleDays })}>
          <CellBadge severity="secondary">{text.stale}</CellBadge>
        </span>
      )}
    </span>
  );
}
