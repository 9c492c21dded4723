import type { KeyboardEvent } from 'react';
import { Link } from 'wouter';
import { usePageKeys } from '../support/pageKeys.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { chartKeys } from './chartKeys.ts';
import type { ChartFormat, ChartPoint } from './types.ts';
import { chartValueText } from './values.ts';

/** A bar from `from` to `to`, in the units of the format; its label shows `value`, and `note` appears below its name. */
export type Bar = Readonly<{
  key: string;
  label: string;
  from: number;
  to: number;
  value: number;
  tone: 'total' | 'up' | 'down';
  href?: string;
  note?: string;
  /** The values for the columns in `extraHeaders`. */
  cells?: readonly ChartPoint[];
}>;
export type BarsProps = {
  label: string;
  bars: readonly Bar[];
  /** The headers of the two table columns. */
  words: { label: string; value: string };
  /** Further columns of the table and the files, such as the compared period. */
  extraHeaders?: readonly string[];
  /** The maximum number of bars drawn; the table and the files contain all. */
  maxBars?: number;
  /** @default 'money', in cents */
  format?: ChartFormat;
  /** Enables saving as CSV and PNG under this name (without extension). */
  fileName?: string;
};

const noColumns: readonly string[] = [];
const SCALE_WIDTH = 1000;
const BAR_HEIGHT = 16;
/** The minimum width, so that small nonzero values stay visible. */
const MIN_WIDTH = 2;

/** The horizontal scale of all bars, which always includes zero. */
const createScale = (bars: readonly Bar[]) => {
  const barEnds = bars.flatMap(({ from, to: nextIndex }) => [from, nextIndex]);
  const min = Math.min(0, ...barEnds);
  const extent = Math.max(0, ...barEnds) - min || 1;
  return (value: number): number => ((value - min) / extent) * SCALE_WIDTH;
};

/** Up and Down move between the bars that are links. */
const moveFocus = (event: KeyboardEvent<HTMLUListElement>): void => {
  const links = [...event.currentTarget.querySelectorAll('a')];
  const index = links.findIndex((link) => link.matches(':focus'));
  const nextIndex = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: links.length - 1 }[event.key];
  if (index < 0 || nextIndex === undefined) return;
  event.preventDefault();
  links[nextIndex]?.focus();
};

/**
 * Values as horizontal bars with labels next to them, for named items instead of days; one click shows them as a table.
 * @example
 * <Bars label="Top deals" format="money" words={{ label: 'Deal', value: 'Amount' }}
 *   bars={[{ key: '7', label: 'Flagstaff Library', from: 0, to: 480_000, value: 480_000, tone: 'total', href: '/deals?deal=7' }]} />
 */
export function Bars({ label, bars, words, extraHeaders = noColumns, maxBars = bars.length, format = 'money', fileName }: BarsProps) {
  usePageKeys(chartKeys);
  const visibleBars = bars.slice(0, maxBars);
  const toPosition = createScale(visibleBars);
  return (
    <ChartFrame
      label={label}
      format={format}
      fileName={fileName}
      heads={[words.label, words.value, ...extraHeaders]}
      rows={bars.map(({ key, label: name, value, href, cells = [] }) => ({
        key,
        label: name,
        cells: [href === undefined ? { value } : { value, href }, ...cells],
      }))}
    >
      <ul className="chart-bars" onKeyDown={moveFocus}>
        {visibleBars.map((bar) => (
          <li key={bar.key} className="chart-row" title={`${bar.label}: ${chartValueText(format, bar.value)}`}>
            <span className="chart-label">
              {bar.href === undefined ? bar.label : <Link href={bar.href}>{bar.label}</Link>}
              {bar.note !== undefined && <span className="chart-note muted">{bar.note}</span>}
            </span>
            <svg className="chart-bar" viewBox={`0 0 ${SCALE_WIDTH} ${BAR_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
              <line className="chart-zero" x1={toPosition(0)} x2={toPosition(0)} y1={0} y2={BAR_HEIGHT} />
              <rect
                className={`chart-${bar.tone}`}
                x={Math.min(toPosition(bar.from), toPosition(bar.to))}
                width={bar.to === bar.from ? 0 : Math.max(MIN_WIDTH, Math.abs(toPosition(bar.to) - toPosition(bar.from)))}
                y={1}
                height={BAR_HEIGHT - 2}
              />
            </svg>
            <span className={bar.value < 0 ? 'chart-value money money-negative' : 'chart-value money'}>
              {chartValueText(format, bar.value)}
            </span>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
