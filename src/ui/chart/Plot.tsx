import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { fill, messages } from '../../../contract/messages.ts';
import { usePageKeys } from '../support/pageKeys.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { chartKeys } from './chartKeys.ts';
import { type ChartLayout, layOutChart } from './layOutChart.ts';
import { Tip } from './Tip.tsx';
import type { ChartProps, ChartSeries } from './types.ts';
import { useWidth } from './useWidth.ts';
import { chartValueText } from './values.ts';
import { type ChartPosition, pointAfterKey } from './walkPoints.ts';

const t = messages.charts;
/** With this many points or more, dots appear only on hover and focus. */
const DENSE_POINTS = 16;

// Spread into elements, because the linter mistakes SVG shapes with the attribute for focusable elements.
const hiddenFromReaders = { 'aria-hidden': true };
const imageRole = { role: 'img' };
const groupRole = { role: 'group' };

type Props = ChartProps & {
  namePosition: 'ends' | 'above';
  /** Drawn behind the points; not interactive. */
  renderBehind?: (layout: ChartLayout) => ReactNode;
  /** Draws one point with a known value. */
  renderMark: (layout: ChartLayout, point: ChartPosition, value: number) => ReactNode;
};

/** The color class of a series; every second comparison series is also dotted. */
export const getTone = ({ dashed }: ChartSeries, index: number): string =>
  dashed ? `chart-past chart-past-${index % 2}` : `chart-tone-${index + 1}`;

function Axes({ layout, over }: { layout: ChartLayout } & Pick<ChartProps, 'over'>) {
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

function Legend({ layout, series }: { layout: ChartLayout; series: readonly ChartSeries[] }) {
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
  const { label, over, series, format, overLabel, fileName, namePosition, renderBehind, renderMark } = props;
  const [frame, width] = useWidth<HTMLDivElement>();
  const [hoveredIndex, setHoveredIndex] = useState<number | null>(null);
  const [focusedPoint, setFocusedPoint] = useState<ChartPosition | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const hintId = useId();
  usePageKeys(chartKeys);
  const layout = layOutChart(props, width, namePosition);
  const isPoint = (point: ChartPosition): boolean => series[point.series]?.points[point.index]?.value != null;
  const firstPosition = pointAfterKey({ series: 0, index: over.length }, 'ArrowLeft', series);
  const current = focusedPoint !== null && isPoint(focusedPoint) ? focusedPoint : firstPosition;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && hoveredIndex !== null) {
      event.stopPropagation();
      setHoveredIndex(null);
    }
    const nextPosition = current && pointAfterKey(current, event.key, series);
    if (!nextPosition) return;
    event.preventDefault();
    svg.current?.querySelector<SVGElement>(`[data-point="${nextPosition.series} ${nextPosition.index}"]`)?.focus();
  };
  const onPointerMove = (event: PointerEvent): void =>
    setHoveredIndex(layout.indexAt(event.clientX - (svg.current?.getBoundingClientRect().left ?? 0)));

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
        setFocusedPoint(point);
        setHoveredIndex(point.index);
      },
      onBlur: () => setHoveredIndex(null),
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
        {renderMark(layout, point, value)}
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
          aria-describedby={hintId}
          width={layout.width}
          height={layout.height}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          onKeyDown={onKeyDown}
          onPointerMove={onPointerMove}
          onPointerLeave={() => setHoveredIndex(null)}
        >
          <Legend layout={layout} series={series} />
          <Axes layout={layout} over={over} />
          {hoveredIndex !== null && (
            <line
              className="chart-cursor"
              x1={layout.x(hoveredIndex)}
              x2={layout.x(hoveredIndex)}
              y1={layout.top}
              y2={layout.bottom}
              {...hiddenFromReaders}
            />
          )}
          <g className="chart-behind" {...hiddenFromReaders}>
            {renderBehind?.(layout)}
          </g>
          {series.map((line, index) => (
            <g key={line.key}>{over.map((_, position) => point(line, { series: index, index: position }))}</g>
          ))}
        </svg>
        <span id={hintId} className="p-hidden-accessible">
          {t.keys}
        </span>
        {hoveredIndex !== null && <Tip index={hoveredIndex} layout={layout} over={over} series={series} format={format} />}
      </div>
    </ChartFrame>
  );
}
