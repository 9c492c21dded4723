import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { fill, messages } from '../../../contract/messages.ts';
import { usePageKeys } from '../support/pageKeys.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { chartKeys } from './chartKeys.ts';
import { type ChartLayout, layOutChart } from './place.ts';
import { Tip } from './Tip.tsx';
import type { ChartProps, ChartSeries } from './types.ts';
import { useWidth } from './useWidth.ts';
import { chartValueText } from './values.ts';
import { type ChartPosition, stepTo } from './walkPoints.ts';

const t = messages.charts;
/** From this number of points, dots appear only on hover and focus. */
const DENSE_POINTS = 16;

// Spread into elements, because the linter mistakes SVG shapes with the attribute for focusable elements.
const hiddenFromReaders = { 'aria-hidden': true };
const imageRole = { role: 'img' };
const groupRole = { role: 'group' };

type Props = ChartProps & {
  named: 'ends' | 'above';
  /** Drawn behind the points; not interactive. */
  behind?: (layout: ChartLayout) => ReactNode;
  /** Draws one point with a known value. */
  mark: (layout: ChartLayout, point: ChartPosition, value: number) => ReactNode;
};

/** The color class of a series; every second comparison series is also dotted. */
export const getTone = ({ dashed }: ChartSeries, index: number): string =>
  dashed ? `chart-past chart-past-${index % 2}` : `chart-tone-${index + 1}`;

function Axes({ places: layout, over }: { places: ChartLayout } & Pick<ChartProps, 'over'>) {
  return (
    <g {...hiddenFromReaders}>
      {layout.ticks.map(({ value, text: tick }) => (
        <g key={value}>
          <line
            className={value === 0 ? 'chart-zero' : 'chart-grid'}
            x1={layout.left}
            x2={layout.right}
            y1={layout.y(value)}
            y2={layout.y(value)}
          />
          <text className="chart-tick" x={layout.left - 8} y={layout.y(value) + 4} textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      {over.map(({ key, label, short = label }, index) =>
        layout.isLabelled(index) ? (
          <text key={key} className="chart-tick" x={layout.x(index)} y={layout.bottom + 18} textAnchor="middle">
            {short}
          </text>
        ) : null,
      )}
    </g>
  );
}

function Legend({ places: layout, series }: { places: ChartLayout; series: readonly ChartSeries[] }) {
  return (
    <g {...hiddenFromReaders}>
      {layout.legend.map(({ name, x, y }, index) => {
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
  const [stop, setStop] = useState<ChartPosition | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const hint = useId();
  usePageKeys(chartKeys);
  const layout = layOutChart(props, width, named);
  const isPoint = (point: ChartPosition): boolean => series[point.series]?.points[point.index]?.value != null;
  const firstPosition = stepTo({ series: 0, index: over.length }, 'ArrowLeft', series);
  const current = stop !== null && isPoint(stop) ? stop : firstPosition;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && tip !== null) {
      event.stopPropagation();
      setTip(null);
    }
    const nextPosition = current && stepTo(current, event.key, series);
    if (!nextPosition) return;
    event.preventDefault();
    svg.current?.querySelector<SVGElement>(`[data-point="${nextPosition.series} ${nextPosition.index}"]`)?.focus();
  };
  const onPointerMove = (event: PointerEvent): void =>
    setTip(layout.indexAt(event.clientX - (svg.current?.getBoundingClientRect().left ?? 0)));

  const point = (line: ChartSeries, point: ChartPosition): ReactNode => {
    const { value, href } = line.points[point.index] ?? { value: null };
    if (value === null) return null;
    const { key, label: name } = over[point.index] ?? { key: '', label: '' };
    const labels = { over: name, series: line.label, value: chartValueText(format, value) };
    const markProps = {
      className: `chart-point ${getTone(line, point.series)}`,
      'data-point': `${point.series} ${point.index}`,
      'aria-label': fill(series.length > 1 ? t.pointOf : t.point, labels),
      tabIndex: current?.series === point.series && current.index === point.index ? 0 : -1,
      onFocus: () => {
        setStop(point);
        setTip(point.index);
      },
      onBlur: () => setTip(null),
    };
    const markElement = (
      <>
        {point.series === 0 && (
          <rect
            className="chart-band"
            x={layout.left + point.index * layout.band}
            width={layout.band}
            y={layout.top}
            height={layout.bottom - layout.top}
          />
        )}
        {mark(layout, point, value)}
      </>
    );
    return href === undefined ? (
      <g key={key} {...imageRole} {...markProps}>
        {markElement}
      </g>
    ) : (
      <Link key={key} href={href} {...markProps}>
        {markElement}
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
      <div className="chart-plot" data-dense={over.length >= DENSE_POINTS || undefined} ref={frame}>
        <svg
          ref={svg}
          {...groupRole}
          aria-label={label}
          aria-describedby={hint}
          width={layout.width}
          height={layout.height}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          onKeyDown={onKeyDown}
          onPointerMove={onPointerMove}
          onPointerLeave={() => setTip(null)}
        >
          <Legend places={layout} series={series} />
          <Axes places={layout} over={over} />
          {tip !== null && (
            <line
              className="chart-cursor"
              x1={layout.x(tip)}
              x2={layout.x(tip)}
              y1={layout.top}
              y2={layout.bottom}
              {...hiddenFromReaders}
            />
          )}
          <g className="chart-behind" {...hiddenFromReaders}>
            {behind?.(layout)}
          </g>
          {series.map((line, index) => (
            <g key={line.key}>{over.map((_, position) => point(line, { series: index, index: position }))}</g>
          ))}
        </svg>
        <span id={hint} className="p-hidden-accessible">
          {t.keys}
        </span>
        {tip !== null && <Tip at={tip} places={layout} over={over} series={series} format={format} />}
      </div>
    </ChartFrame>
  );
}
