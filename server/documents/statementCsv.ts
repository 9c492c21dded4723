import { fill, messages } from '../../contract/messages.ts';
import { csvOf } from '../../contract/rules/csv.ts';
import { fromCents } from '../../contract/rules/money.ts';
import { dayText } from '../../contract/rules/time/dayText.ts';
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

const t = messages.statementFile;

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
    [t.title, company, person, fill(t.range, { start: start_date, end: end_date })],
    ...(draft === '' ? [] : [[draft]]),
    [t.kind, t.date, t.reference, t.details, t.net, t.amount, fill(t.status, { day })],
    line(t.opening, start_date, '', '', '', content.opening),
    ...content.lines.map((row) => [
      ...line(t.commission, row.date, row.invoice, `${customerText(row)}: ${row.formula}`, money(row.net), row.amount, row.status),
    ]),
    ...content.adjustments.map((row) => line(t.adjustment, row.effective_date, adjustmentText(row), row.reason, '', row.amount_cents)),
    ...content.payouts.map((row) => line(t.payout, row.paid_on, row.reference ?? '', row.method, '', -row.amount_cents)),
    line(t.closing, end_date, '', '', '', content.closing),
    [fill(t.dueOn, { day }), '', '', '', '', money(content.due)],
    ...content.draws.map((row) => line(t.draw, row.month, drawTitle(row), drawDetails(row), '', row.pays)),
    ...content.quotas.map((row) => [
      ...[t.quota, row.period.start_date, quotaTitle(row), `${attainmentText(row)}, ${rateText(row)}; ${nextRateOf(row)}`],
      ...[money(row.sold), money(row.quota)],
    ]),
    ...content.waiting.map((row) => [
      ...line(t.waiting, row.expected ?? '', row.invoice, `${row.customer}: ${expectedText(row)}. ${row.why}`, '', row.amount),
    ]),
    [t.plan, content.plans.join(', '), fill(t.configurationOf, { versions: content.configVersions.join(', ') })],
    ['SHA-256', content.fingerprint],
    [asOfText(content)],
  ];
  return Buffer.from(csvOf(lines), 'utf8');
};
