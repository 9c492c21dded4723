import { fill, messages } from '../../contract/messages.ts';
import { percent } from '../../contract/rules/commission/explain/wording.ts';
import { dayText, periodText } from '../../contract/rules/time/dayText.ts';
import type { StatementContent } from '../domain/statements/statementContent.ts';
import { type Cell, type Sheet, writeInThread } from './thread.ts';
import { adjustmentOf, asOfText, attainmentOf, customerOf, draftText, drawDetails, drawTitle, nextRateOf, waitsUntil } from './wording.ts';

const text = messages.statementFile;
const BAND = '#1E3A5F';
const TINT = '#EEF3F9';
const strong = { fontWeight: 'bold', backgroundColor: TINT } as const;

const money = (value: number, look: Partial<Cell> = {}): Cell => ({ value, kind: 'money', ...look });
const head = (...titles: string[]): Cell[] =>
  titles.map((value) => ({ value, fontWeight: 'bold', backgroundColor: BAND, textColor: '#FFFFFF' }));
const total = (...cells: (string | number)[]): Cell[] =>
  cells.map((value) => (typeof value === 'number' ? money(value, strong) : { value, ...strong }));
const texts = (...values: string[]): Cell[] => values.map((value) => ({ value }));

const summary = (content: StatementContent): Cell[][] => {
  const draft = draftText(content);
  return [
    [{ value: text.title, fontWeight: 'bold', fontSize: 16 }],
    ...(draft === '' ? [] : [[{ value: draft, fontWeight: 'bold', textColor: '#B45309' } as const]]),
    texts(text.company, content.company),
    texts(text.person, content.person),
    texts(text.role, content.role),
    texts(text.period, fill(text.range, { start: dayText(content.start_date), end: dayText(content.end_date) })),
    texts(text.plan, content.plans.join(', ')),
    texts(text.configuration, content.configVersions.join(', ')),
    texts(text.writtenLabel, dayText(content.writtenOn)),
    [],
    [{ value: text.opening }, money(content.opening)],
    [{ value: text.earned }, money(content.earned)],
    [{ value: text.adjustments }, money(content.adjusted)],
    [{ value: text.payouts }, money(-content.paid)],
    total(text.closing, content.closing),
    [{ value: fill(text.dueOn, { day: dayText(content.writtenOn) }) }, money(content.due)],
    ...content.draws.flatMap((row) => [[{ value: drawTitle(row) }, money(row.pays)], texts('', drawDetails(row))]),
    [],
    texts('SHA-256', content.fingerprint),
    texts('', asOfText(content)),
  ];
};

const quotas = ({ quotas: rows }: StatementContent): Sheet => ({
  name: text.attainment,
  widths: [18, 16, 16, 14, 14, 34],
  head: [head(text.period, text.sold, text.quota, text.attained, text.rate, text.nextRate)],
  kinds: ['text', 'money', 'money', 'text', 'text', 'text'],
  rows: rows.map((row) => [periodText(row.period), row.sold, row.quota, attainmentOf(row), percent(row.rate), nextRateOf(row)]),
  foot: [],
});
const waiting = ({ waiting: rows }: StatementContent): Sheet => ({
  name: text.waiting,
  widths: [14, 34, 16, 16, 60],
  head: [head(text.invoice, text.customer, text.amount, text.expected, text.whyWaits)],
  kinds: ['text', 'text', 'money', 'text', 'text'],
  rows: rows.map((row) => [row.invoice, row.customer, row.amount, waitsUntil(row), row.why]),
  foot: [],
});

/** Six sheets: summary, records with their formulas, attainment, what is not due yet, adjustments, payouts. */
export const statementXlsx = (content: StatementContent, signal?: AbortSignal): Promise<Buffer> => {
  const sheets: Sheet[] = [
    { name: text.summary, widths: [22, 70], head: summary(content), kinds: [], rows: [], foot: [] },
    {
      name: text.records,
      widths: [14, 14, 34, 16, 46, 16, 16],
      head: [
        head(
          text.date,
          text.invoice,
          text.customer,
          text.net,
          text.formula,
          text.commission,
          fill(text.status, { day: dayText(content.writtenOn) }),
        ),
      ],
      kinds: ['date', 'text', 'text', 'money', 'text', 'money', 'text'],
      rows: content.lines.map((row) => [row.date, row.invoice, customerOf(row), row.net, row.formula, row.amount, row.status]),
      foot: [total(text.total, '', '', content.net, '', content.earned, '')],
      stickyRowsCount: 1,
    },
    quotas(content),
    waiting(content),
    {
      name: text.adjustments,
      widths: [14, 14, 60, 16],
      head: [head(text.date, text.invoice, text.reason, text.amount)],
      kinds: ['date', 'text', 'text', 'money'],
      rows: content.adjustments.map((row) => [row.effective_date, adjustmentOf(row), row.reason, row.amount_cents]),
      foot: [total(text.total, '', '', content.adjusted)],
    },
    {
      name: text.payouts,
      widths: [14, 20, 24, 16],
      head: [head(text.date, text.method, text.reference, text.amount)],
      kinds: ['date', 'text', 'text', 'money'],
      rows: content.payouts.map((row) => [row.paid_on, row.method, row.reference ?? '', row.amount_cents]),
      foot: [total(text.total, '', '', content.paid)],
    },
  ];
  return writeInThread({ kind: 'xlsx', sheets }, signal);
};
