import type { Content } from 'pdfmake/interfaces.js';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Chart, ReportColumn, ReportContent, Row, Summary, Table, Value } from '../../domain/reports/content/index.ts';
import type { DocumentTable } from '../pdfInThread.ts';
import { labeledValue, MAX_COMPANY_CHARS, MUTED_COLOR, RULE, section, tile, tiles, writePdf } from '../pdfPage.ts';
import { dollarsText, shorten } from '../wording.ts';
import { displayText } from './cells.ts';

const t = messages.reportFile;

const BAR = '#2563eb';
/** Column widths of the chart in points: names, bars, figures. */
const LABEL_WIDTH = 150;
const BAR_WIDTH = 420;
const BAR_HEIGHT = 9;
/** Maximum rows of a summary table; the CSV has all. */
const MAX_GROUPS = 60;

/** Column widths in points: pdfmake needs many times as long to measure columns itself. */
const widths = { text: 96, money: 70, percent: 54, count: 54, month: 78 } as const;

const isFigure = ({ kind }: ReportColumn): boolean => kind === 'money' || kind === 'percent' || kind === 'count';

const tableOf = (columns: readonly ReportColumn[], rows: readonly Row[], total: Row): DocumentTable => {
  const rowTexts = (row: Row): string[] => columns.map(({ kind }, index) => displayText(row[index] ?? null, kind));
  return {
    plainTable: {
      widths: columns.map(({ kind }, index) => (index === 0 ? '*' : widths[kind])),
      alignments: columns.map((column) => (isFigure(column) ? 'right' : 'left')),
      header: columns.map(({ title }) => title),
      rows: rows.map(rowTexts),
      total: rowTexts(total),
    },
  };
};

const factsOf = (facts: ReportContent['facts']): Content => ({
  columns: [0, 1].map((columnIndex) => ({
    width: '*',
    stack: facts.filter((_, index) => index % 2 === columnIndex).map(([label, value]) => labeledValue(label, value)),
  })),
  columnGap: 24,
});

const tileText = (value: Value, kind: ReportColumn['kind']): string => {
  if (value === null) return '—';
  return kind === 'money' && typeof value === 'number' ? dollarsText(value) : displayText(value, kind);
};

const tilesOf = ({ tiles: figures }: Summary): Content =>
  tiles(
    figures.map(() => '*'),
    figures.map(({ label, kind, value }) => tile(label, tileText(value, kind), 13)),
  );

const barOf = (share: number) => ({ w: Math.max(1, share * BAR_WIDTH), color: share > 0 ? BAR : RULE });

/** Bars start at zero. Negative amounts get none, nor does the sum of the rest, which would dwarf all others. */
const chartOf = ({ title, kind, bars }: Chart): Content[] => {
  const longestValue = Math.max(0, ...bars.map(({ value, isRest }) => (isRest ? 0 : value)));
  if (longestValue === 0) return [];
  return [
    section(title),
    {
      layout: 'noBorders',
      unbreakable: true,
      table: {
        widths: [LABEL_WIDTH, BAR_WIDTH, '*'],
        body: bars.map(({ label, value, isRest }) => [
          { text: shorten(label, 32), fontSize: 8 },
          {
            canvas: isRest ? [] : [{ type: 'rect', x: 0, y: 1, h: BAR_HEIGHT, ...barOf(value / longestValue) }],
          },
          { text: displayText(value, kind), fontSize: 8, alignment: 'right' as const, noWrap: true },
        ]),
      },
    } as Content,
  ];
};

const groupsOf = (groups: Table | null, total: Row, columns: readonly ReportColumn[]): (Content | DocumentTable)[] => {
  if (groups === null || groups.rows.length === 0 || groups.rows.length > MAX_GROUPS) return [];
  const totals = groups.columns.map(({ title }, index) =>
    index === 0 ? t.total : (total[columns.findIndex((column) => column.title === title)] ?? null),
  );
  return [section(t.summary), tableOf(groups.columns, groups.rows, totals)];
};

type TableRows = Readonly<{ listed: readonly Row[]; count: number }>;

const bodyOf = (content: ReportContent, { listed: listedRows, count }: TableRows): (Content | DocumentTable)[] => {
  const summary = content.summary();
  const noMargin: [number, number, number, number] = [0, 0, 0, 4];
  const truncationNote = fill(t.cut, { shown: listedRows.length.toLocaleString('en-US'), count: count.toLocaleString('en-US') });
  return [
    factsOf(content.facts),
    ...(count === 0
      ? [{ text: t.none, italics: true, color: MUTED_COLOR, margin: [0, 12, 0, 0] as [number, number, number, number] }]
      : [
          tilesOf(summary),
          ...chartOf(summary.chart),
          ...groupsOf(summary.groups, summary.total, content.columns),
          section(t.rows),
          ...(count > listedRows.length ? [{ text: truncationNote, bold: true, margin: noMargin }] : []),
          tableOf(content.columns, listedRows, summary.total),
        ]),
    { text: content.note, fontSize: 7.5, color: MUTED_COLOR, margin: [0, 10, 0, 0] },
  ];
};

/** Summary, chart and the first rows; if there are more, it refers to the CSV (decisions 2.18). */
export const reportPdf = async (content: ReportContent, signal: AbortSignal): Promise<Buffer> => {
  const listedRows: Row[] = [];
  let count = 0;
  for await (const rows of content.batches()) {
    count += rows.length;
    if (listedRows.length < limits.reports.pdfRows) listedRows.push(...rows.slice(0, limits.reports.pdfRows - listedRows.length));
  }
  const { company, name, writtenAt } = content;
  return writePdf(
    {
      company,
      writtenAt,
      title: name,
      footer: fill(t.footer, { company: shorten(company, MAX_COMPANY_CHARS), name: shorten(name, MAX_COMPANY_CHARS) }),
      page: t.page,
      content: bodyOf(content, { listed: listedRows, count }),
      more: { pageOrientation: 'landscape' },
    },
    signal,
  );
};
