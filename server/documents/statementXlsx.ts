import writeExcelFile, { type CellObject, type SheetData } from 'write-excel-file/node';
import { dayText } from '../../contract/rules/dayText.ts';
import { fromCents } from '../../contract/rules/money.ts';
import type { StatementContent } from '../domain/statementContent.ts';
import { draftText } from './wording.ts';

const BAND = '#1E3A5F';
const TINT = '#EEF3F9';
// Text is written as text, so a name that looks like a formula stays a name.
const text = (value: string, more: Partial<CellObject> = {}): CellObject => ({ value, type: String, ...more }) as CellObject;
const money = (cents: number, more: Partial<CellObject> = {}): CellObject =>
  ({ value: fromCents(cents), type: Number, format: '#,##0.00', align: 'right', ...more }) as CellObject;
const date = (value: string): CellObject => ({ value: new Date(`${value}T00:00:00Z`), type: Date, format: 'mmm d, yyyy' }) as CellObject;
const head = (...titles: string[]): CellObject[] =>
  titles.map((title) => text(title, { fontWeight: 'bold', backgroundColor: BAND, textColor: '#FFFFFF' }));
const strong = { fontWeight: 'bold', backgroundColor: TINT } as const;

const summary = (content: StatementContent): SheetData => [
  [text('Commission statement', { fontWeight: 'bold', fontSize: 16 })],
  ...(content.openMonths.length > 0 ? [[text(draftText(content.openMonths), { fontWeight: 'bold', textColor: '#B45309' })]] : []),
  [text('Company'), text(content.company)],
  [text('Person'), text(content.person)],
  [text('Role'), text(content.role)],
  [text('Period'), text(`${dayText(content.start_date)} to ${dayText(content.end_date)}`)],
  [text('Plan'), text(content.plans.join(', '))],
  [text('Configuration'), text(content.configVersions.join(', '))],
  [],
  [text('Opening balance'), money(content.opening)],
  [text('Commission earned'), money(content.earned)],
  [text('Adjustments'), money(content.adjusted)],
  [text('Payouts'), money(-content.paid)],
  [text('Closing balance', strong), money(content.closing, strong)],
  [],
  [text('SHA-256'), text(content.fingerprint)],
];

/** Four sheets: summary, records with their formulas, adjustments, payouts. */
export const statementXlsx = (content: StatementContent): Promise<Buffer> =>
  writeExcelFile([
    { sheet: 'Summary', data: summary(content), columns: [{ width: 22 }, { width: 70 }] },
    {
      sheet: 'Records',
      data: [
        head('Date', 'Invoice', 'Customer', 'Net revenue', 'Formula', 'Commission', 'Status'),
        ...content.lines.map((row) => [
          ...[
            date(row.date),
            text(row.invoice),
            text(row.customer),
            money(row.net),
            text(row.formula),
            money(row.amount),
            text(row.status),
          ],
        ]),
        [
          text('Total', strong),
          text('', strong),
          text('', strong),
          money(content.net, strong),
          text('', strong),
          money(content.earned, strong),
          text('', strong),
        ],
      ],
      columns: [{ width: 14 }, { width: 14 }, { width: 34 }, { width: 16 }, { width: 46 }, { width: 16 }, { width: 16 }],
      stickyRowsCount: 1,
    },
    {
      sheet: 'Adjustments',
      data: [
        head('Date', 'Invoice', 'Reason', 'Amount'),
        ...content.adjustments.map((row) => [
          date(row.effective_date),
          text(row.invoice_number),
          text(row.reason),
          money(row.amount_cents),
        ]),
        [text('Total', strong), text('', strong), text('', strong), money(content.adjusted, strong)],
      ],
      columns: [{ width: 14 }, { width: 14 }, { width: 60 }, { width: 16 }],
    },
    {
      sheet: 'Payouts',
      data: [
        head('Date', 'Method', 'Reference', 'Amount'),
        ...content.payouts.map((row) => [date(row.paid_on), text(row.method), text(row.reference ?? ''), money(row.amount_cents)]),
        [text('Total', strong), text('', strong), text('', strong), money(content.paid, strong)],
      ],
      columns: [{ width: 14 }, { width: 20 }, { width: 24 }, { width: 16 }],
    },
  ]).toBuffer();
