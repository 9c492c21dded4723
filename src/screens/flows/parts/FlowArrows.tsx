import { toEventLabel } from '../flowWords.ts';
import type { FlowArrow } from '../layOutArrows.ts';
import { type RecordPath, toArrowKey } from '../toRecordPath.ts';

const LANE_PX = 22;
const PAD_PX = 12;
const HEAD_PX = 5;
/** The distance between a label and the line below it. */
const LABEL_PX = 4;

type Props = Readonly<{
  arrows: readonly FlowArrow[];
  direction: FlowArrow['direction'];
  width: number;
  recordPath: RecordPath | undefined;
}>;

/** The arrows on one side of the boxes. Screen readers skip the picture, because boxes and table say the same in words. */
export function FlowArrows({ arrows, direction, width, recordPath }: Props) {
  const side = arrows.filter((arrow) => arrow.direction === direction);
  if (side.length === 0) return null;
  const height = PAD_PX + LANE_PX * (Math.max(...side.map(({ lane }) => lane)) + 1);
  const isAbove = direction === 'ahead';
  const boxY = isAbove ? height : 0;
  const headY = isAbove ? boxY - HEAD_PX : boxY + HEAD_PX;
  return (
    <svg className="flow-arrows" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {side.map(({ from, to, events, lane, fromX, toX }) => {
        const offset = PAD_PX + LANE_PX * lane + (isAbove ? 0 : LABEL_PX * 2);
        const laneY = isAbove ? boxY - offset : boxY + offset;
        const [startX, endX] = [fromX * width, toX * width];
        return (
          <g key={toArrowKey(from, to)} data-walked={recordPath?.arrows.includes(toArrowKey(from, to)) || undefined}>
            <path className="flow-line" d={`M${startX},${boxY}V${laneY}H${endX}V${headY}`} />
            <path className="flow-head" d={`M${endX},${boxY}L${endX - HEAD_PX},${headY}H${endX + HEAD_PX}Z`} />
            <text x={(startX + endX) / 2} y={laneY - LABEL_PX} textAnchor="middle">
              {events.map(toEventLabel).join(', ')}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
