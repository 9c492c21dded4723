import { csvOf } from '../../contract/rules/csv.ts';
import { fromCents } from '../../contract/rules/money.ts';
import { dayText } from '../../contract/rules/time/dayText.ts';
import type { StatementContent } from '../domain/statements/statementContent.ts';
import { asOfText, draftText } from './wording.ts';

const money = (cents: number): string => fromCents(cents).toFixed(2);

/** One table that adds up: the amounts of its lines come to the closing balance. */
export const statementCsv = (content: StatementContent): Buffer => {
  const draft = draftText(content);
  const { person, company, start_date, end_date } = content;
  const line = (kind: string, date: string, reference: string, details: string, net: string, amount: number, status = ''): string[] => [
    ...[kind, date, reference, details, net, money(amount), status],
  ];
  const lines = [
    ['Commission statement', company, person, `${start_date} to ${end_date}`],
    ...(draft === '' ? [] : [[draft]]),
    ['Kind', 'Date', 'Reference', 'Details', 'Net revenue', 'Amount', `Status on ${dayText(content.writtenOn)}`],
    line('Opening balance', start_date, '', '', '', content.opening),
    ...content.lines.map((row) => [
      ...line('Commission', row.date, row.invoice, `${row.customer}: ${row.formula}`, money(row.net), row.amount, row.status),
    ]),
    ...content.adjustments.map((row) => line('Adjustment', row.effective_date, row.invoice_number, row.reason, '', row.amount_cents)),
    ...content.payouts.map((row) => line('Payout', row.paid_on, row.reference ?? '', row.method, '', -row.amount_cents)),
    line('Closing balance', end_date, '', '', '', content.closing),
    [`Of it due on ${dayText(content.writtenOn)}`, '', '', '', '', money(content.due)],
    ['Plan', content.plans.join(', '), `Configuration ${content.configVersions.join(', ')}`],
    ['SHA-256', content.fingerprint],
    [asOfText(content)],
  ];
  return Buffer.from(csvOf(lines), 'utf8');
};
