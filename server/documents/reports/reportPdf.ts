import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Chart, ReportColumn, ReportContent, Row, Summary, Table } from '../../domain/reports/content/index.ts';
import { type Page, type PlainTable, writeInThread } from '../thread.ts';
import { shortened } from '../wording.ts';
import { shownText } from './cells.ts';

const text = messages.reportFile;

const BAND = '#1e3a5f';
const TINT = '#eef3f9';
const RULE = '#d5dde8';
const QUIET = '#5b6675';
const BAR = '#2563eb';
const MARGIN = 40;
const BAND_HEIGHT = 92;
const COMPANY_MOST = 60;
const NAME_MOST = 60;
/** Points of the chart's columns: names, bars, figures. */
const LABEL_WIDTH = 150;
const BAR_WIDTH = 420;
const BAR_HEIGHT = 9;
/** Texts of a summary table, beside which the CSV has all. */
const GROUPS_MOST = 60;

/** Points of a column: those that pdfmake measures itself take it many times as long. */
const widths = { text: 96, money: 70, percent: 54, count: 54, month: 78 } as const;

const section = (words: string): Content => ({ text: words, style: 'section' });
const isFigure = ({ kind }: ReportColumn): boolean => kind === 'money' || kind === 'percent' || kind === 'count';

const tableOf = (columns: readonly ReportColumn[], rows: readonly Row[], total: Row): PlainTable => {
  const texts = (row: Row): string[] => columns.map(({ kind }, at) => shownText(row[at] ?? null, kind));
  return {
    plainTable: {
      widths: columns.map(({ kind }, at) => (at === 0 ? '*' : widths[kind])),
      alignments: columns.map((column) => (isFigure(column) ? 'right' : 'left')),
      header: columns.map(({ title }) => title),
      rows: rows.map(texts),
      total: texts(total),
    },
  };
};

const factsOf = (facts: ReportContent['facts']): Content => ({
  columns: [0, 1].map((side) => ({
    width: '*',
    stack: facts
      .filter((_, at) => at % 2 === side)
      .map(([label, value]) => ({
        stack: [
          { text: label, style: 'label' },
          { text: value, margin: [0, 1, 0, 6] as [number, number, number, number] },
        ],
      })),
  })),
  columnGap: 24,
});

const tilesOf = ({ tiles }: Summary): Content => ({
  table: {
    widths: tiles.map(() => '*'),
    body: [
      tiles.map(
        ({ label, kind, value }): TableCell => ({
          stack: [
            { text: label, style: 'label' },
            {
              text: value === null ? '—' : kind === 'money' ? `$${shownText(value, kind)}`.replace('$−', '−$') : shownText(value, kind),
              fontSize: 13,
              bold: true,
              color: BAND,
              margin: [0, 3, 0, 0],
            },
          ],
          fillColor: TINT,
        }),
      ),
    ],
  },
  layout: 'tiles',
  margin: [0, 4, 0, 6],
});

/** Bars from zero; what is below it has none, and its figure says so. */
const chartOf = ({ title, kind, bars }: Chart): Content[] => {
  const most = Math.max(0, ...bars.map(({ value }) => value));
  if (most === 0) return [];
  return [
    section(title),
    {
      layout: 'noBorders',
      unbreakable: true,
      table: {
        widths: [LABEL_WIDTH, BAR_WIDTH, '*'],
        body: bars.map(({ label, value }) => [
          { text: shortened(label, 32), fontSize: 8 },
          {
            canvas: [
              {
                type: 'rect',
                x: 0,
                y: 1,
                w: Math.max(1, (Math.max(0, value) / most) * BAR_WIDTH),
                h: BAR_HEIGHT,
                color: value > 0 ? BAR : RULE,
              },
            ],
          },
          { text: shownText(value, kind), fontSize: 8, alignment: 'right' as const, noWrap: true },
        ]),
      },
    } as Content,
  ];
};

const groupsOf = (groups: Table | null, total: Row, columns: readonly ReportColumn[]): (Content | PlainTable)[] => {
  if (groups === null || groups.rows.length === 0 || groups.rows.length > GROUPS_MOST) return [];
  const totals = groups.columns.map(({ title }, at) =>
    at === 0 ? text.total : (total[columns.findIndex((one) => one.title === title)] ?? null),
  );
  return [section(text.summary), tableOf(groups.columns, groups.rows, totals)];
};

type Read = Readonly<{ shown: readonly Row[]; count: number }>;

const definition = (content: ReportContent, { shown, count }: Read): Page['definition'] => {
  const summary = content.summary();
  return {
    pageSize: 'LETTER',
    pageOrientation: 'landscape',
    pageMargins: [MARGIN, MARGIN, MARGIN, 48],
    info: { title: content.name, author: content.company, creationDate: new Date(content.writtenAt) },
    defaultStyle: { font: 'Roboto', fontSize: 8.5, color: '#1f2937', lineHeight: 1.15 },
    styles: {
      head: { bold: true, color: BAND, fontSize: 8 },
      label: { fontSize: 7.5, color: QUIET },
      section: { fontSize: 11, bold: true, color: BAND, margin: [0, 12, 0, 5] },
    },
    content: [
      {
        stack: [
          { text: shortened(content.company, COMPANY_MOST), fontSize: 10, color: '#dbe6f3' },
          { text: shortened(content.name, NAME_MOST), fontSize: 20, bold: true, color: 'white' },
        ],
        margin: [0, -8, 0, 34],
      },
      factsOf(content.facts),
      ...(count === 0
        ? [{ text: text.none, italics: true, color: QUIET, margin: [0, 12, 0, 0] as [number, number, number, number] }]
        : [
            tilesOf(summary),
            ...chartOf(summary.chart),
            ...groupsOf(summary.groups, summary.total, content.columns),
            section(text.rows),
            ...(count > shown.length
              ? [
                  {
                    text: fill(text.cut, { shown: shown.length.toLocaleString('en-US'), count: count.toLocaleString('en-US') }),
                    bold: true,
                    margin: [0, 0, 0, 4] as [number, number, number, number],
                  },
                ]
              : []),
            tableOf(content.columns, shown, summary.total),
          ]),
      { text: content.note, fontSize: 7.5, color: QUIET, margin: [0, 10, 0, 0] },
    ],
  };
};

/** Summary, chart, and the first rows; where there are more, it points to the CSV (decisions 2.18). */
export const reportPdf = async (content: ReportContent, signal: AbortSignal): Promise<Buffer> => {
  const shown: Row[] = [];
  let count = 0;
  for await (const rows of content.batches()) {
    count += rows.length;
    if (shown.length < limits.reports.pdfRows) shown.push(...rows.slice(0, limits.reports.pdfRows - shown.length));
  }
  const footer = fill(text.footer, { company: shortened(content.company, COMPANY_MOST), name: shortened(content.name, NAME_MOST) });
  const look = { band: BAND, rule: RULE, tint: TINT, quiet: QUIET, margin: MARGIN, bandHeight: BAND_HEIGHT, footer, page: text.page };
  return writeInThread({ kind: 'pdf', page: { definition: definition(content, { shown, count }), look } }, signal);
};
