import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import {
  innerWidthOf,
  percentOf,
  STAIRS_HEIGHT,
  STAIRS_INNER_HEIGHT,
  STAIRS_LEFT,
  STAIRS_TOP,
  StairsAxes,
  stairsOutline,
  stepSegments,
  yOf,
} from '../../../shared/plans/stairsDrawing.tsx';
import {
  moveStep,
  PAGE_STEPS,
  type Scale,
  STEP_UNIT,
  type StaircaseStep,
  type StepKey,
  scaleOf,
  toStaircase,
} from '../../../shared/plans/steps.ts';
import { useWidth } from '../../../ui/chart/useWidth.ts';
import { toPercent } from '../leafText.ts';

const t = messages.planStairs;
const GRIP_PX = 9;

type Props = Readonly<{
  tiers: readonly unknown[];
  disabled: boolean;
  onMove: (index: number, key: StepKey, value: number) => void;
}>;
type Grip = Readonly<{ index: number; key: StepKey }>;
type Drag = Grip & Readonly<{ scale: Scale }>;

const keyMoves: Readonly<Record<string, readonly [StepKey | 'both', number]>> = {
  ArrowLeft: ['from', -1],
  ArrowRight: ['from', 1],
  ArrowDown: ['rate', -1],
  ArrowUp: ['rate', 1],
  PageDown: ['both', -PAGE_STEPS],
  PageUp: ['both', PAGE_STEPS],
};

type MoveProps = Readonly<{ disabled: boolean; steps: readonly StaircaseStep[]; onMove: Props['onMove'] }>;

/** Drags a grip. The scale does not change during the drag, so that the grip stays under the pointer. */
const useStepDrag = ({ disabled, steps, onMove }: MoveProps, width: number) => {
  const svg = useRef<SVGSVGElement>(null);
  const drag = useRef<Drag | null>(null);
  const scale = drag.current?.scale ?? scaleOf(steps, width);
  const startDrag = (grip: Grip, event: PointerEvent<SVGElement>): void => {
    if (disabled) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { ...grip, scale };
  };
  const moveDrag = (event: PointerEvent<SVGElement>): void => {
    const box = svg.current?.getBoundingClientRect();
    if (drag.current === null || !box || box.width === 0) return;
    const { index, key, scale: frozenScale } = drag.current;
    const x = ((event.clientX - box.left) / box.width) * frozenScale.width;
    const y = ((event.clientY - box.top) / box.height) * STAIRS_HEIGHT;
    const value =
      key === 'from'
        ? ((x - STAIRS_LEFT) / innerWidthOf(frozenScale)) * frozenScale.from
        : (1 - (y - STAIRS_TOP) / STAIRS_INNER_HEIGHT) * frozenScale.rate;
    onMove(index, key, moveStep(steps, index, key, value));
  };
  const end = (): void => {
    const dragged = drag.current;
    drag.current = null;
    // Redraws to the scale of the changed steps.
    if (dragged) onMove(dragged.index, dragged.key, steps[dragged.index]?.[dragged.key] ?? 0);
  };
  return { area: svg, scale, begin: startDrag, move: moveDrag, end };
};

type GripProps = MoveProps & Readonly<{ index: number; stepKey: StepKey; x: number; y: number; drag: ReturnType<typeof useStepDrag> }>;

/** Moves a step's rate or its start, by pointer or by keyboard. */
function StepGrip({ index, stepKey, x, y, drag, disabled, steps, onMove }: GripProps) {
  const value = steps[index]?.[stepKey] ?? 0;
  const onKeyDown = (event: KeyboardEvent): void => {
    const [axis, count] = keyMoves[event.key] ?? [];
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
      aria-valuetext={percentOf(value)}
      aria-disabled={disabled || undefined}
      onPointerDown={(event) => drag.begin({ index, key: stepKey }, event)}
      onPointerMove={drag.move}
      onPointerUp={drag.end}
      onPointerCancel={drag.end}
      onKeyDown={onKeyDown}
    >
      <circle cx={x} cy={y} r={GRIP_PX + 6} className="stairs-reach" />
      <circle cx={x} cy={y} r={GRIP_PX} />
    </g>
  );
}

/** Rates by attainment as a staircase. Each step has a grip for its rate, and all but the first have one for their start. */
export function Staircase({ tiers, disabled, onMove }: Props) {
  const steps = toStaircase(tiers);
  const moveProps = { disabled, steps, onMove };
  const [figure, width] = useWidth<HTMLElement>();
  const drag = useStepDrag(moveProps, width);
  const { area, scale } = drag;
  return (
    <figure className="stairs" ref={figure}>
      {/* biome-ignore lint/a11y/useSemanticElements: an SVG cannot contain a fieldset. */}
      <svg ref={area} viewBox={`0 0 ${scale.width} ${STAIRS_HEIGHT}`} aria-label={t.label} role="group">
        <StairsAxes scale={scale} />
        <path className="stairs-line" d={stairsOutline(steps, scale)} />
        {stepSegments(steps, scale).map(({ x, end: right, y, rate }, index) => {
          const middle = (x + right) / 2;
          const before = yOf(steps[index - 1]?.rate ?? 0, scale);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its index in the JSON.
            <g key={index}>
              <text className="stairs-figure" x={middle} y={y - GRIP_PX - 4} textAnchor="middle">
                {percentOf(rate)}
              </text>
              <StepGrip {...moveProps} drag={drag} index={index} stepKey="rate" x={middle} y={y} />
              {index > 0 && <StepGrip {...moveProps} drag={drag} index={index} stepKey="from" x={x} y={(y + before) / 2} />}
            </g>
          );
        })}
      </svg>
      <figcaption className="muted">{t.keys}</figcaption>
    </figure>
  );
}
