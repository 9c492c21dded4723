import './quotaBadge.css';
import { attainmentOf, displayedAttainment } from '../../../contract/rules/commission/attainment.ts';
import { Badge } from '../../ui/display/Badge.tsx';
import { formatPercent, NONE } from '../../ui/display/format.ts';

type Props = Readonly<{ attainment: number | null; hasBegun: boolean }>;

/** spec 4.06: a quota share with its rating, which narrow columns show only as a tooltip; "—" without a quota. */
export function AttainmentRating({ attainment, hasBegun: begun }: Props) {
  if (attainment === null || Number.isNaN(attainment)) return NONE;
  const { label, severity } = attainmentOf(attainment, begun);
  return (
    <span className="quota-badge" title={label}>
      <Badge severity={severity}>
        {formatPercent(displayedAttainment(attainment))} <span className="quota-badge-word">{label}</span>
      </Badge>
    </span>
  );
}
