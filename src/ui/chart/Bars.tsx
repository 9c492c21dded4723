import './chart.css';
import '../theme/plainTable.css';
import { useState } from 'react';
import { formatMoney } from '../format.ts';
import { Money } from '../Money.tsx';

/** One bar from `from` to `to`, in cents; `value` is what its label says. */
export type Bar = { key: string; label: string; from: number; to: number; value: number; tone: 'total' | 'up' | 'down' };
export type BarsProps = {
  label: string;
  bars: readonly Bar[];
  /** Names of the two columns where the bars are read as a table, and of the button that changes between both. */
  words: { label: string; value: string; asTable: string; asChart: string };
};

const WIDTH = 1000;
const HEIGHT = 16;
/** What is more than nothing is seen. */
const THINNEST = 2;

/** Where a bar lies: all of them start from the same zero, which is always in sight. */
const scaleOf = (bars: readonly Bar[]) => {
  const ends = bars.flatMap(({ from, to }) => [from, to]);
  const low = Math.min(0, ...ends);
  const span = Math.max(0, ...ends) - low || 1;
  return (cents: number): number => ((cents - low) / span) * WIDTH;
};

/** Amounts as horizontal bars with their labels beside them; the same as a table is one click away. */
export function Bars({ label, bars, words }: BarsProps) {
  const [table, setTable] = useState(false);
  const at = scaleOf(bars);
  return (
    <figure className="chart" aria-label={label}>
      <figcaption className="chart-caption">
        <span>{label}</span>
        <button type="button" className="p-button p-button-text p-button-sm" onClick={() => setTable(!table)}>
          {table ? words.asChart : words.asTable}
        </button>
      </figcaption>
      {table ? (
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{words.label}</th>
              <th scope="col" data-align="end">
                {words.value}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.key}>
                <td>{bar.label}</td>
                <td data-align="end">
                  <Money cents={bar.value} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <ul className="chart-bars">
          {bars.map((bar) => (
            <li key={bar.key} className="chart-row" title={`${bar.label}: ${formatMoney(bar.value)}`}>
              <span className="chart-label">{bar.label}</span>
              <svg className="chart-bar" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
                <line className="chart-zero" x1={at(0)} x2={at(0)} y1={0} y2={HEIGHT} />
                <rect
                  className={`chart-${bar.tone}`}
                  x={Math.min(at(bar.from), at(bar.to))}
                  width={bar.to === bar.from ? 0 : Math.max(THINNEST, Math.abs(at(bar.to) - at(bar.from)))}
                  y={1}
                  height={HEIGHT - 2}
                />
              </svg>
              <span className="chart-value">
                <Money cents={bar.value} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}
