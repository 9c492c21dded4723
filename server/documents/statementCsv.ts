import { fill, messages } from '../../contract/messages.ts';
import { percent } from '../../contract/rules/commission/explain/wording.ts';
import { csvOf } from '../../contract/rules/csv.ts';
import { fromCents } from '../../contract/rules/money.ts';
import { dayText, periodText } from '../../contract/rules/time/dayText.ts';
import type { StatementContent } from '../domain/statements/statementContent.ts';
import { adjustmentOf, asOfText, attainmentOf, customerOf, draftText, drawDetails, drawTitle, nextRateOf, waitsUntil } from './wording.ts';

const text = messages.statementFile;

const money = (cents: number): string => fromCents(cents).toFixed(2);

/** One table that adds up: its lines sum to the closing balance. */
export const statementCsv = (content: StatementContent): Buffer => {
  const draft = draftText(content);
  const day = dayText(content.writtenOn);
  const { person, company, start_date, end_date } = content;
  const line = (kind: string, date: string, reference: string, details: string, net: string, amount: number, status = ''): string[] => [
    ...[kind, date, reference, details, net, money(amount), status],
  ];
  const lines = [
    [text.title, company, person, fill(text.range, { start: start_date, end: end_date })],
    ...(draft === '' ? [] : [[draft]]),
    [text.kind, text.date, text.reference, text.details, text.net, text.amount, fill(text.status, { day })],
    line(text.opening, start_date, '', '', '', content.opening),
    ...content.lines.map((row) => [
      ...line(text.commission, row.date, row.invoice, `${customerOf(row)}: ${row.formula}`, money(row.net), row.amount, row.status),
    ]),
    ...content.adjustments.map((row) => line(text.adjustment, row.effective_date, adjustmentOf(row), row.reason, '', row.amount_cents)),
    ...content.payouts.map((row) => line(text.payout, row.paid_on, row.reference ?? '', row.method, '', -row.amount_cents)),
    line(text.closing, end_date, '', '', '', content.closing),
    [fill(text.dueOn, { day }), '', '', '', '', money(content.due)],
    ...content.draws.map((row) => line(text.draw, row.month, drawTitle(row), drawDetails(row), '', row.pays)),
    ...content.quotas.map((row) => [
      ...[text.quota, row.period.start_date, periodText(row.period), `${attainmentOf(row)}, ${percent(row.rate)}; ${nextRateOf(row)}`],
      ...[money(row.sold), money(row.quota)],
    ]),
    ...content.waiting.map((row) => [
      ...line(text.waiting, row.expected ?? '', row.invoice, `${row.customer}: ${waitsUntil(row)}. ${row.why}`, '', row.amount),
    ]),
    [text.plan, content.plans.join(', '), fill(text.configurationOf, { versions: content.configVersions.join(', ') })],
    ['SHA-256', content.fingerprint],
    [asOfText(content)],
  ];
  return Buffer.from(csvOf(lines), 'utf8');
};
