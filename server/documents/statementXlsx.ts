import { fill, messages } from '../../contract/messages.ts';
import { dayText, periodText } from '../../contract/rules/time/dayText.ts';
import type { StatementContent } from '../domain/statements/statementContent.ts';
import {
  adjustmentText,
  asOfText,
  attainmentText,
  customerText,
  draftText,
  drawDetails,
  drawTitle,
  expectedText,
  nextRateOf,
  quotaTitle,
  rateText,
} from './wording.ts';
import { type CellKind, type CellLook, type SheetStep, type WorkbookCell, writeWorkbook } from './workbook.ts';

const t = messages.statementFile;
/** Rows per message to the thread, so that a long statement does not stall requests. */
const BATCH_ROWS = 1000;

/** A sheet: styled rows above and below, and plain values in typed columns between them. */
type Sheet = Readonly<{
  name: string;
  widths: readonly number[];
  head: readonly (readonly WorkbookCell[])[];
  kinds: readonly CellKind[];
  rows: readonly (readonly (string | number)[])[];
  foot: readonly (readonly WorkbookCell[])[];
  isFrozen?: boolean;
}>;

const money = (value: number, look: CellLook = 'plain'): WorkbookCell => ({ value, kind: 'money', look });
const headCells = (...titles: string[]): WorkbookCell[] => titles.map((value) => ({ value, look: 'head' }));
const total = (...cells: (string | number)[]): WorkbookCell[] =>
  cells.map((value) => (typeof value === 'number' ? money(value, 'strong') : { value, look: 'strong' }));
const texts = (...values: string[]): WorkbookCell[] => values.map((value) => ({ value }));

const summary = (content: StatementContent): WorkbookCell[][] => {
  const draft = draftText(content);
  return [
    [{ value: t.title, look: 'title' }],
    ...(draft === '' ? [] : [[{ value: draft, look: 'warning' } as const]]),
    texts(t.company, content.company),
    texts(t.person, content.person),
    texts(t.role, content.role),
    texts(t.period, fill(t.range, { start: dayText(content.start_date), end: dayText(content.end_date) })),
    texts(t.plan, content.plans.join(', ')),
    texts(t.configuration, content.configVersions.join(', ')),
    texts(t.writtenLabel, dayText(content.writtenOn)),
    [],
    [{ value: t.opening }, money(content.opening)],
    [{ value: t.earned }, money(content.earned)],
    [{ value: t.adjustments }, money(content.adjusted)],
    [{ value: t.payouts }, money(-content.paid)],
    total(t.closing, content.closing),
    [{ value: fill(t.dueOn, { day: dayText(content.writtenOn) }) }, money(content.due)],
    ...content.draws.flatMap((row) => [[{ value: drawTitle(row) }, money(row.pays)], texts('', drawDetails(row))]),
    [],
    texts('SHA-256', content.fingerprint),
    texts('', asOfText(content)),
  ];
};

const quotas = ({ quotas: rows }: StatementContent): Sheet => ({
  name: t.attainment,
  widths: [18, 16, 16, 14, 14, 34],
  head: [headCells(t.period, t.sold, t.quota, t.attained, t.rate, t.nextRate)],
  kinds: ['text', 'money', 'money', 'text', 'text', 'text'],
  rows: rows.map((row) => [periodText(row.period), row.sold, row.quota, attainmentText(row), rateText(row), nextRateOf(row)]),
  foot: rows.flatMap((row) => (row.leave ? [texts(quotaTitle(row))] : [])),
});
const waitingSheet = ({ waiting: rows }: StatementContent): Sheet => ({
  name: t.waiting,
  widths: [14, 34, 16, 16, 60],
  head: [headCells(t.invoice, t.customer, t.amount, t.expected, t.whyWaits)],
  kinds: ['text', 'text', 'money', 'text', 'text'],
  rows: rows.map((row) => [row.invoice, row.customer, row.amount, expectedText(row), row.why]),
  foot: [],
});

/** Six sheets: summary, records with their formulas, attainment, what is not due yet, adjustments, payouts. */
const sheetsOf = (content: StatementContent): Sheet[] => [
  { name: t.summary, widths: [22, 70], head: summary(content), kinds: [], rows: [], foot: [] },
  {
    name: t.records,
    widths: [14, 14, 34, 16, 46, 16, 16],
    head: [headCells(t.date, t.invoice, t.customer, t.net, t.formula, t.commission, fill(t.status, { day: dayText(content.writtenOn) }))],
    kinds: ['date', 'text', 'text', 'money', 'text', 'money', 'text'],
    rows: content.lines.map((row) => [row.date, row.invoice, customerText(row), row.net, row.formula, row.amount, row.status]),
    foot: [total(t.total, '', '', content.net, '', content.earned, '')],
    isFrozen: true,
  },
  quotas(content),
  waitingSheet(content),
  {
    name: t.adjustments,
    widths: [14, 14, 60, 16],
    head: [headCells(t.date, t.invoice, t.reason, t.amount)],
    kinds: ['date', 'text', 'text', 'money'],
    rows: content.adjustments.map((row) => [row.effective_date, adjustmentText(row), row.reason, row.amount_cents]),
    foot: [total(t.total, '', '', content.adjusted)],
  },
  {
    name: t.payouts,
    widths: [14, 20, 24, 16],
    head: [headCells(t.date, t.method, t.reference, t.amount)],
    kinds: ['date', 'text', 'text', 'money'],
    rows: content.payouts.map((row) => [row.paid_on, row.method, row.reference ?? '', row.amount_cents]),
    foot: [total(t.total, '', '', content.paid)],
  },
];

function* stepsOf(sheets: readonly Sheet[]): Generator<SheetStep> {
  for (const [index, { widths, head: above, kinds, rows, foot, isFrozen = false }] of sheets.entries()) {
    yield { type: 'sheet', index, widths, isFrozen };
    yield { type: 'cells', rows: above };
    for (let from = 0; from < rows.length; from += BATCH_ROWS) yield { type: 'values', kinds, rows: rows.slice(from, from + BATCH_ROWS) };
    yield { type: 'cells', rows: foot };
  }
}

export const statementXlsx = async (content: StatementContent, signal?: AbortSignal): Promise<Buffer> => {
  const sheets = sheetsOf(content);
  const names = sheets.map(({ name }) => name);
  const chunks: Uint8Array[] = [];
  for await (const bytes of writeWorkbook(names, stepsOf(sheets), signal)) chunks.push(bytes);
  return Buffer.concat(chunks);
};
