import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { fill, messages } from '../../../contract/messages.ts';
import { usePageKeys } from '../support/pageKeys.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { chartKeys } from './chartKeys.ts';
import { layOutChart, type Places } from './place.ts';
import { Tip } from './Tip.tsx';
import type { ChartProps, ChartSeries } from './types.ts';
import { useWidth } from './useWidth.ts';
import { chartValueText } from './values.ts';
import { type At, stepTo } from './walkPoints.ts';

const t = messages.charts;

// Spread into elements, because the linter mistakes SVG shapes for focusable elements.
const unread = { 'aria-hidden': true };
const single = { role: 'img' };
const groupRole = { role: 'group' };

type Props = ChartProps & {
  named: 'ends' | 'above';
  /** Drawn behind the points; not interactive. */
  behind?: (places: Places) => ReactNode;
  /** Draws one point with a known value. */
  mark: (places: Places, point: At, value: number) => ReactNode;
};

/** The color class of a series; every second comparison series is dotted. */
export const getTone = ({ dashed }: ChartSeries, index: number): string =>
  dashed ? `chart-past chart-past-${index % 2}` : `chart-tone-${index + 1}`;

function Axes({ places, over }: { places: Places } & Pick<ChartProps, 'over'>) {
  return (
    <g {...unread}>
      {places.ticks.map(({ value, text: tick }) => (
        <g key={value}>
          <line
            className={value === 0 ? 'chart-zero' : 'chart-grid'}
            x1={places.left}
            x2={places.right}
            y1={places.y(value)}
            y2={places.y(value)}
          />
          <text className="chart-tick" x={places.left - 8} y={places.y(value) + 4} textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      {over.map(({ key, label, short = label }, index) =>
        places.isLabelled(index) ? (
          <text key={key} className="chart-tick" x={places.x(index)} y={places.bottom + 18} textAnchor="middle">
            {short}
          </text>
        ) : null,
      )}
    </g>
  );
}

function Legend({ places, series }: { places: Places; series: readonly ChartSeries[] }) {
  return (
    <g {...unread}>
      {places.legend.map(({ name, x, y }, index) => {
        const line = series[index];
        return line === undefined ? null : (
          <g key={line.key} className={getTone(line, index)}>
            <line className="chart-line" x1={x} x2={x + 16} y1={y - 4} y2={y - 4} />
            <text className="chart-name" x={x + 22} y={y}>
              {name}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** A plot over an axis: hover, focus and arrow keys move between points, Enter opens a point's link. A single Tab stop. */
export function Plot(props: Props) {
  const { label, over, series, format, overLabel, fileName, named, behind, mark } = props;
  const [frame, width] = useWidth<HTMLDivElement>();
  const [tip, setTip] = useState<number | null>(null);
  const [stop, setStop] = useState<At | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const hint = useId();
  usePageKeys(chartKeys);
  const places = layOutChart(props, width, named);
  const isPoint = (point: At): boolean => series[point.series]?.points[point.index]?.value != null;
  const first = stepTo({ series: 0, index: over.length }, 'ArrowLeft', series);
  const current = stop !== null && isPoint(stop) ? stop : first;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && tip !== null) {
      event.stopPropagation();
      setTip(null);
    }
    const to = current && stepTo(current, event.key, series);
    if (!to) return;
    event.preventDefault();
    svg.current?.querySelector<SVGElement>(`[data-point="${to.series} ${to.index}"]`)?.focus();
  };
  const onPointerMove = (event: PointerEvent): void =>
    setTip(places.indexAt(event.clientX - (svg.current?.getBoundingClientRect().left ?? 0)));

  const point = (line: ChartSeries, point: At): ReactNode => {
    const { value, href } = line.points[point.index] ?? { value: null };
    if (value === null) return null;
    const { key, label: name } = over[point.index] ?? { key: '', label: '' };
    const says = { over: name, series: line.label, value: chartValueText(format, value) };
    const shared = {
      className: `chart-point ${getTone(line, point.series)}`,
      'data-point': `${point.series} ${point.index}`,
      'aria-label': fill(series.length > 1 ? t.pointOf : t.point, says),
      tabIndex: current?.series === point.series && current.index === point.index ? 0 : -1,
      onFocus: () => {
        setStop(point);
        setTip(point.index);
      },
      onBlur: () => setTip(null),
    };
    const drawn = (
      <>
        {point.series === 0 && (
          <rect
            className="chart-band"
            x={places.left + point.index * places.band}
            width={places.band}
            y={places.top}
            height={places.bottom - places.top}
          />
        )}
        {mark(places, point, value)}
      </>
    );
    return href === undefined ? (
      <g key={key} {...single} {...shared}>
        {drawn}
      </g>
    ) : (
      <Link key={key} href={href} {...shared}>
        {drawn}
      </Link>
    );
  };

  return (
    <ChartFrame
      label={label}
      format={format}
      fileName={fileName}
      heads={[overLabel, ...series.map((line) => line.label)]}
      rows={over.map((position, index) => ({
        key: position.key,
        label: position.label,
        cells: series.map(({ points }) => points[index] ?? { value: null }),
      }))}
    >
      <div className="chart-plot" ref={frame}>
        <svg
          ref={svg}
          {...groupRole}
          aria-label={label}
          aria-describedby={hint}
          width={places.width}
          height={places.height}
          viewBox={`0 0 ${places.width} ${places.height}`}
          onKeyDown={onKeyDown}
          onPointerMove={onPointerMove}
          onPointerLeave={() => setTip(null)}
        >
          <Legend places={places} series={series} />
          <Axes places={places} over={over} />
          {tip !== null && (
            <line className="chart-cursor" x1={places.x(tip)} x2={places.x(tip)} y1={places.top} y2={places.bottom} {...unread} />
          )}
          <g className="chart-behind" {...unread}>
            {behind?.(places)}
          </g>
          {series.map((line, index) => (
            <g key={line.key}>{over.map((_, position) => point(line, { series: index, index: position }))}</g>
          ))}
        </svg>
        <span id={hint} className="p-hidden-accessible">
          {t.keys}
        </span>
        {tip !== null && <Tip at={tip} places={places} over={over} series={series} format={format} />}
      </div>
    </ChartFrame>
  );
}
