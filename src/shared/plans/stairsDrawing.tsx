import './stairs.css';
import { messages } from '../../../contract/messages.ts';
import type { Scale, StaircaseStep } from './steps.ts';

const t = messages.planStairs;
export const STAIRS_HEIGHT = 200;
export const STAIRS_LEFT = 40;
const STAIRS_RIGHT = 12;
const STAIRS_BOTTOM = 24;
export const STAIRS_TOP = 20;
export const STAIRS_INNER_HEIGHT = STAIRS_HEIGHT - STAIRS_BOTTOM - STAIRS_TOP;
export const innerWidthOf = ({ width }: Scale): number => width - STAIRS_LEFT - STAIRS_RIGHT;
const GRID = [0, 0.5, 1] as const;
/** 0.075 becomes "7.5%". */
export const percentOf = (fraction: number): string => `${Number((fraction * 100).toFixed(2))}%`;

export const xOf = (from: number, scale: Scale): number => STAIRS_LEFT + (from / scale.from) * innerWidthOf(scale);
export const yOf = (rate: number, scale: Scale): number => STAIRS_TOP + (1 - rate / scale.rate) * STAIRS_INNER_HEIGHT;

/** The horizontal segment of each step, which spans the attainment range of its rate. */
export const stepSegments = (steps: readonly StaircaseStep[], scale: Scale) =>
  steps.map(({ from, rate }, index) => {
    const end = steps[index + 1]?.from ?? scale.from;
    return { x: xOf(from, scale), end: xOf(end, scale), y: yOf(rate, scale), from, rate };
  });

export const stairsOutline = (steps: readonly StaircaseStep[], scale: Scale): string =>
  stepSegments(steps, scale)
    .map(({ x, end, y }, index) => `${index === 0 ? 'M' : 'L'}${x},${y} L${end},${y}`)
    .join(' ');

export function StairsAxes({ scale }: { scale: Scale }) {
  return (
    <g className="stairs-axes">
      {GRID.map((part) => (
        <g key={part}>
          <line x1={STAIRS_LEFT} x2={scale.width - STAIRS_RIGHT} y1={yOf(part * scale.rate, scale)} y2={yOf(part * scale.rate, scale)} />
          <text x={STAIRS_LEFT - 6} y={yOf(part * scale.rate, scale) + 4} textAnchor="end">
            {percentOf(part * scale.rate)}
          </text>
        </g>
      ))}
      <line className="stairs-quota" x1={xOf(1, scale)} x2={xOf(1, scale)} y1={STAIRS_TOP - 8} y2={STAIRS_HEIGHT - STAIRS_BOTTOM} />
      <text x={xOf(1, scale)} y={STAIRS_TOP - 10} textAnchor="middle">
        {t.quota}
      </text>
    </g>
  );
}
