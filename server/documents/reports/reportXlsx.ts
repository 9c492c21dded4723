import { messages } from '../../../contract/messages.ts';
import type { ReportColumn, ReportContent, Row, ValueKind } from '../../domain/reports/content/index.ts';
import { type SheetStep, type WorkbookCell, writeWorkbook } from '../workbook.ts';

const t = messages.reportFile;
/** Positions in the workbook. */
const SUMMARY = 0;
const ROWS = 1;
const widths: Readonly<Record<ValueKind, number>> = { text: 26, money: 16, percent: 13, count: 13, month: 13 };

const headOf = (columns: readonly ReportColumn[]): WorkbookCell[] => columns.map(({ title }) => ({ value: title, look: 'head' }));
const kindsOf = (columns: readonly ReportColumn[]): ValueKind[] => columns.map(({ kind }) => kind);
const widthsOf = (columns: readonly ReportColumn[]): number[] => columns.map(({ kind }) => widths[kind]);
const totalOf = (columns: readonly ReportColumn[], total: Row): WorkbookCell[] =>
  columns.map(({ kind }, index) => ({ value: total[index] ?? null, kind, look: 'strong' }));

/** Written last, because its figures are known only after all rows. */
const summarySheet = ({ name, facts, note, summary }: ReportContent): SheetStep[] => {
  const { tiles, groups } = summary();
  return [
    { type: 'sheet', index: SUMMARY, widths: groups ? widthsOf(groups.columns) : [widths.text, widths.text] },
    {
      type: 'cells',
      rows: [
        [{ value: name, look: 'title' }],
        ...facts.map(([label, value]): WorkbookCell[] => [{ value: label, look: 'strong' }, { value }]),
        [],
        ...tiles.map(({ label, kind, value }): WorkbookCell[] => [{ value: label }, { value, kind, look: 'strong' }]),
        [],
        ...(groups ? [headOf(groups.columns)] : []),
      ],
    },
    ...(groups ? [{ type: 'values' as const, kinds: kindsOf(groups.columns), rows: groups.rows }] : []),
    { type: 'cells', rows: [[], [{ value: note }]] },
  ];
};

async function* stepsOf(content: ReportContent): AsyncGenerator<SheetStep> {
  const { columns, batches, summary } = content;
  yield { type: 'sheet', index: ROWS, widths: widthsOf(columns), isFrozen: true };
  yield { type: 'cells', rows: [headOf(columns)] };
  for await (const rows of batches()) yield { type: 'values', kinds: kindsOf(columns), rows };
  yield { type: 'cells', rows: [totalOf(columns, summary().total)] };
  yield* summarySheet(content);
}

/** Two sheets: the summary, and all rows with their total. */
export const reportXlsx = (content: ReportContent, signal: AbortSignal): AsyncGenerator<Uint8Array> =>
  writeWorkbook([t.summary, t.rows], stepsOf(content), signal);
