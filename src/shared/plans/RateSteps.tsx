import type { Plans } from '../../../contract/entities/plan.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { displayedAttainment } from '../../../contract/rules/commission/attainment.ts';
import { useWidth } from '../../ui/chart/useWidth.ts';
import { formatPercent } from '../../ui/display/format.ts';
import { percentOf, STAIRS_HEIGHT, STAIRS_TOP, StairsAxes, stairsOutline, stepSegments, xOf, yOf } from './stairsDrawing.tsx';
import { type StaircaseStep, scaleOf } from './steps.ts';

const t = messages.planPage;
const SCALE_MARGIN = 1.1;
/** The space at each end of the drawing for the label of the user's position. */
const LABEL_PX = 75;

type Props = Readonly<{ steps: readonly StaircaseStep[]; position: Plans['position'] }>;

/** The plan's rates by attainment as a staircase, with the user's own position. */
export function RateSteps({ steps, position }: Props) {
  const [figure, width] = useWidth<HTMLElement>();
  const base = scaleOf(steps, width);
  const scale = { ...base, from: Math.max(base.from, (position?.attainment ?? 0) * SCALE_MARGIN) };
  const positionText =
    position && fill(t.position, { attainment: formatPercent(displayedAttainment(position.attainment)), period: position.period });
  const x = xOf(position?.attainment ?? 0, scale);
  const sentence = steps.map(({ from, rate }) => fill(t.stepText, { rate: percentOf(rate), from: percentOf(from) })).join(' ');
  return (
    <figure className="stairs" ref={figure}>
      <svg viewBox={`0 0 ${width} ${STAIRS_HEIGHT}`} role="img" aria-label={[t.steps, sentence, positionText].filter(Boolean).join(' ')}>
        <StairsAxes scale={scale} />
        <path className="stairs-line" d={stairsOutline(steps, scale)} />
        {stepSegments(steps, scale).map(({ x: from, y, from: start, rate }) => (
          <text key={start} className="stairs-figure" x={from + 8} y={y - 6}>
            {percentOf(rate)}
          </text>
        ))}
        {positionText && (
          <g className="stairs-own">
            <line x1={x} x2={x} y1={STAIRS_TOP} y2={yOf(0, scale)} />
            <text x={Math.min(width - LABEL_PX, Math.max(LABEL_PX, x))} y={STAIRS_HEIGHT - 6} textAnchor="middle">
              {positionText}
            </text>
          </g>
        )}
      </svg>
    </figure>
  );
}
