import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { toPercent } from '../leafText.ts';
import { drawnSteps, moveStep, PAGE, type Scale, STEP_UNIT, type StaircaseStep, type StepKey, scaleOf } from '../steps.ts';

const t = messages.planStairs;
const WIDTH = 480;
const HEIGHT = 200;
const LEFT = 40;
const BOTTOM = 24;
const TOP = 20;
const GRIP = 9;
const INNER = { width: WIDTH - LEFT - 12, height: HEIGHT - BOTTOM - TOP } as const;
const GRID = [0, 0.5, 1] as const;
const percent = (fraction: number): string => `${toPercent(Number(fraction.toFixed(4)))}%`;

const xOf = (from: number, scale: Scale): number => LEFT + (from / scale.from) * INNER.width;
const yOf = (rate: number, scale: Scale): number => TOP + (1 - rate / scale.rate) * INNER.height;

type Props = Readonly<{
  tiers: readonly unknown[];
  disabled: boolean;
  onMove: (index: number, key: StepKey, value: number) => void;
}>;
type Grip = Readonly<{ index: number; key: StepKey }>;
type Drag = Grip & Readonly<{ scale: Scale }>;

/** The horizontal segment of each step: the attainment range of its rate. */
const stepSegments = (steps: readonly StaircaseStep[], scale: Scale) =>
  steps.map(({ from, rate }, index) => {
    const end = steps[index + 1]?.from ?? scale.from;
    return { x: xOf(from, scale), end: xOf(end, scale), y: yOf(rate, scale), from, rate };
  });

const outline = (steps: readonly StaircaseStep[], scale: Scale): string =>
  stepSegments(steps, scale)
    .map(({ x, end, y }, index) => `${index === 0 ? 'M' : 'L'}${x},${y} L${end},${y}`)
    .join(' ');

const moves: Readonly<Record<string, readonly [StepKey | 'both', number]>> = {
  ArrowLeft: ['from', -1],
  ArrowRight: ['from', 1],
  ArrowDown: ['rate', -1],
  ArrowUp: ['rate', 1],
  PageDown: ['both', -PAGE],
  PageUp: ['both', PAGE],
};

function Axes({ scale }: { scale: Scale }) {
  return (
    <g className="stairs-axes">
      {GRID.map((part) => (
        <g key={part}>
          <line x1={LEFT} x2={WIDTH - 12} y1={yOf(part * scale.rate, scale)} y2={yOf(part * scale.rate, scale)} />
          <text x={LEFT - 6} y={yOf(part * scale.rate, scale) + 4} textAnchor="end">
            {percent(part * scale.rate)}
          </text>
        </g>
      ))}
      <line className="stairs-quota" x1={xOf(1, scale)} x2={xOf(1, scale)} y1={TOP - 8} y2={HEIGHT - BOTTOM} />
      <text x={xOf(1, scale)} y={TOP - 10} textAnchor="middle">
        {t.quota}
      </text>
    </g>
  );
}

type Moving = Readonly<{ disabled: boolean; steps: readonly StaircaseStep[]; onMove: Props['onMove'] }>;

/** Drags a grip. The scale does not change during the drag, so that the grip stays under the pointer. */
const useStepDrag = ({ disabled, steps, onMove }: Moving) => {
  const area = useRef<SVGSVGElement>(null);
  const drag = useRef<Drag | null>(null);
  const scale = drag.current?.scale ?? scaleOf(steps);
  const begin = (grip: Grip, event: PointerEvent<SVGElement>): void => {
    if (disabled) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { ...grip, scale };
  };
  const move = (event: PointerEvent<SVGElement>): void => {
    const box = area.current?.getBoundingClientRect();
    if (drag.current === null || !box || box.width === 0) return;
    const { index, key, scale: frozen } = drag.current;
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    const y = ((event.clientY - box.top) / box.height) * HEIGHT;
    const value = key === 'from' ? ((x - LEFT) / INNER.width) * frozen.from : (1 - (y - TOP) / INNER.height) * frozen.rate;
    onMove(index, key, moveStep(steps, index, key, value));
  };
  const end = (): void => {
    const dragged = drag.current;
    drag.current = null;
    // Redraws with the scale of the moved steps.
    if (dragged) onMove(dragged.index, dragged.key, steps[dragged.index]?.[dragged.key] ?? 0);
  };
  return { area, scale, begin, move, end };
};

type GripProps = Moving & Readonly<{ index: number; stepKey: StepKey; x: number; y: number; drag: ReturnType<typeof useStepDrag> }>;

/** Moves the rate of a step or where it begins, with the pointer or by keys. */
function StepGrip({ index, stepKey, x, y, drag, disabled, steps, onMove }: GripProps) {
  const value = steps[index]?.[stepKey] ?? 0;
  const press = (event: KeyboardEvent): void => {
    const [axis, count] = moves[event.key] ?? [];
    if (disabled || count === undefined || (axis !== 'both' && axis !== stepKey)) return;
    event.preventDefault();
    onMove(index, stepKey, moveStep(steps, index, stepKey, value + count * STEP_UNIT[stepKey]));
  };
  return (
    <g
      className={`stairs-grip stairs-${stepKey}`}
      role="slider"
      tabIndex={disabled ? -1 : 0}
      aria-label={fill(stepKey === 'from' ? t.riser : t.tread, { number: index + 1 })}
      aria-orientation={stepKey === 'from' ? 'horizontal' : 'vertical'}
      aria-valuemin={0}
      aria-valuemax={Number(toPercent(drag.scale[stepKey]))}
      aria-valuenow={Number(toPercent(value))}
      aria-valuetext={percent(value)}
      aria-disabled={disabled || undefined}
      onPointerDown={(event) => drag.begin({ index, key: stepKey }, event)}
      onPointerMove={drag.move}
      onPointerUp={drag.end}
      onPointerCancel={drag.end}
      onKeyDown={press}
    >
      <circle cx={x} cy={y} r={GRIP + 6} className="stairs-reach" />
      <circle cx={x} cy={y} r={GRIP} />
    </g>
  );
}

/** Rates by attainment. Each step has a grip for its rate, and all but the first one for where it begins. */
export function Staircase({ tiers, disabled, onMove }: Props) {
  const steps = drawnSteps(tiers);
  const moving = { disabled, steps, onMove };
  const drag = useStepDrag(moving);
  const { area, scale } = drag;
  return (
    <figure className="stairs">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing holds no fieldset. */}
      <svg ref={area} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-label={t.label} role="group">
        <Axes scale={scale} />
        <path className="stairs-line" d={outline(steps, scale)} />
        {stepSegments(steps, scale).map(({ x, end: right, y, rate }, index) => {
          const middle = (x + right) / 2;
          const before = yOf(steps[index - 1]?.rate ?? 0, scale);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is what stands at its place in the JSON.
            <g key={index}>
              <text className="stairs-figure" x={middle} y={y - GRIP - 4} textAnchor="middle">
                {percent(rate)}
              </text>
              <StepGrip {...moving} drag={drag} index={index} stepKey="rate" x={middle} y={y} />
              {index > 0 && <StepGrip {...moving} drag={drag} index={index} stepKey="from" x={x} y={(y + before) / 2} />}
            </g>
          );
        })}
      </svg>
      <figcaption className="muted">{t.keys}</figcaption>
    </figure>
  );
}
