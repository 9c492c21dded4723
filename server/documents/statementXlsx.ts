import { dayText } from '../../contract/rules/time/dayText.ts';
import type { StatementContent } from '../domain/statements/statementContent.ts';
import { type Cell, type Sheet, writeInThread } from './thread.ts';
import { asOfText, draftText } from './wording.ts';

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
    [{ value: 'Commission statement', fontWeight: 'bold', fontSize: 16 }],
    ...(draft === '' ? [] : [[{ value: draft, fontWeight: 'bold', textColor: '#B45309' } as const]]),
    texts('Company', content.company),
    texts('Person', content.person),
    texts('Role', content.role),
    texts('Period', `${dayText(content.start_date)} to ${dayText(content.end_date)}`),
    texts('Plan', content.plans.join(', ')),
    texts('Configuration', content.configVersions.join(', ')),
    texts('Written', dayText(content.writtenOn)),
    [],
    [{ value: 'Opening balance' }, money(content.opening)],
    [{ value: 'Commission earned' }, money(content.earned)],
    [{ value: 'Adjustments' }, money(content.adjusted)],
    [{ value: 'Payouts' }, money(-content.paid)],
    total('Closing balance', content.closing),
    [{ value: `Of it due on ${dayText(content.writtenOn)}` }, money(content.due)],
    [],
    texts('SHA-256', content.fingerprint),
    texts('', asOfText(content)),
  ];
};

/** Four sheets: summary, records with their formulas, adjustments, payouts. */
export const statementXlsx = (content: StatementContent, signal?: AbortSignal): Promise<Buffer> => {
  const sheets: Sheet[] = [
    { name: 'Summary', widths: [22, 70], head: summary(content), kinds: [], rows: [], foot: [] },
    {
      name: 'Records',
      widths: [14, 14, 34, 16, 46, 16, 16],
      head: [head('Date', 'Invoice', 'Customer', 'Net revenue', 'Formula', 'Commission', `Status on ${dayText(content.writtenOn)}`)],
      kinds: ['date', 'text', 'text', 'money', 'text', 'money', 'text'],
      rows: content.lines.map((row) => [row.date, row.invoice, row.customer, row.net, row.formula, row.amount, row.status]),
      foot: [total('Total', '', '', content.net, '', content.earned, '')],
      stickyRowsCount: 1,
    },
    {
      name: 'Adjustments',
      widths: [14, 14, 60, 16],
      head: [head('Date', 'Invoice', 'Reason', 'Amount')],
      kinds: ['date', 'text', 'text', 'money'],
      rows: content.adjustments.map((row) => [row.effective_date, row.invoice_number, row.reason, row.amount_cents]),
      foot: [total('Total', '', '', content.adjusted)],
    },
    {
      name: 'Payouts',
      widths: [14, 20, 24, 16],
      head: [head('Date', 'Method', 'Reference', 'Amount')],
      kinds: ['date', 'text', 'text', 'money'],
      rows: content.payouts.map((row) => [row.paid_on, row.method, row.reference ?? '', row.amount_cents]),
      foot: [total('Total', '', '', content.paid)],
    },
  ];
  return writeInThread({ kind: 'xlsx', sheets }, signal);
};
