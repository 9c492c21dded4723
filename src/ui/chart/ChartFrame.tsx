import './chart.css';
import '../theme/plainTable.css';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import { fill, messages } from '../../../contract/messages.ts';
import { csvOf } from '../../../contract/rules/csv.ts';
import { downloadCsv } from '../grid/toolbar/exportCsv.ts';
import { Menu } from '../menu/Menu.tsx';
import type { ChartFormat, ChartPoint } from './types.ts';
import { chartValueText, valueInFile } from './values.ts';

const t = messages.charts;

type Props = {
  label: string;
  /** The chart's data, one row per point, for the table and the CSV file. */
  heads: readonly string[];
  rows: readonly Readonly<{ key: string; label: string; cells: readonly ChartPoint[] }>[];
  format: ChartFormat;
  fileName?: string | undefined;
  children: ReactNode;
};

function Cell({ point: { value, href }, format }: { point: ChartPoint; format: ChartFormat }) {
  const text = chartValueText(format, value);
  return href === undefined || value === null ? text : <Link href={href}>{text}</Link>;
}

/** The frame of every chart: its title, a button that shows the data as a table, and downloads of both. */
export function ChartFrame({ label, heads, rows, format, fileName, children }: Props) {
  const [table, setTable] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const saveCsv = (): void =>
    downloadCsv(
      `${fileName}.csv`,
      csvOf([heads, ...rows.map((row) => [row.label, ...row.cells.map(({ value }) => valueInFile(format, value))])]),
    );
  const savePng = async (): Promise<void> => {
    const { downloadPng } = await import('./png.ts');
    const isSaved = frame.current ? await downloadPng(frame.current, label, `${fileName}.png`) : false;
    setHasFailed(!isSaved);
  };
  const saveItems = [
    { key: 'csv', label: t.csv, onSelect: saveCsv },
    ...(table ? [] : [{ key: 'png', label: t.png, onSelect: () => void savePng() }]),
  ];
  return (
    <figure className="chart" aria-label={label} ref={frame}>
      <figcaption className="chart-caption">
        <span>{label}</span>
        <span className="chart-acts">
          <button type="button" className="p-button p-button-text p-button-sm" onClick={() => setTable(!table)}>
            {table ? t.asChart : t.asTable}
          </button>
          {fileName !== undefined && (
            <Menu
              label={fill(t.saveAs, { chart: label })}
              trigger="⋯"
              triggerClass="p-button p-button-text p-button-sm p-button-icon-only"
              items={saveItems}
            />
          )}
        </span>
      </figcaption>
      {hasFailed && <p role="alert">{t.pngFailed}</p>}
      {table ? (
        <div className="chart-table">
          <table className="plain-table" aria-label={label}>
            <thead>
              <tr>
                {heads.map((columnHead, index) => (
                  <th key={columnHead} scope="col" data-align={index === 0 ? undefined : 'end'}>
                    {columnHead}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key}>
                  <td>{row.label}</td>
                  {row.cells.map((point, index) => (
                    <td key={heads[index + 1]} data-align="end" data-negative={(point.value ?? 0) < 0 || undefined}>
                      <Cell point={point} format={format} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        children
      )}
    </figure>
  );
}
