import type { SnapshotFrom } from 'xstate';
import type { Commission } from '../../../../contract/entities/commission.ts';
import type { Explanation } from '../../../../contract/entities/explanation.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import {
  type ComparedLine,
  type ComparedState,
  comparedStates,
  differenceRule,
} from '../../../../contract/rules/commission/ownSheet/compareSheet.ts';
import type { SheetColumns, SheetMeaning } from '../../../../contract/rules/commission/ownSheet/readSheet.ts';
import { compareWithRecords, type ownSheetMachine } from '../../../machines/commissions/ownSheet.machine.ts';
import { toRecordLink } from '../../../shared/recordAddress.ts';
import { formatMoney, formatPercent, NONE } from '../../../ui/display/format.ts';
import { formatAmount } from '../columns.tsx';

const t = messages.ownSheet;
const toColumnLetter = (column: number): string =>
  (column >= 26 ? toColumnLetter(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

/** The column options, by name and letter. */
const toOptions = (rows: readonly (readonly string[])[], { header }: SheetColumns) => {
  const columnNames = header === -1 ? [] : (rows[header] ?? []);
  const count = Math.max(0, ...rows.slice(0, 50).map((row) => row.length));
  return Array.from({ length: count }, (_, column) => {
    const [name, letter] = [columnNames[column]?.trim() ?? '', toColumnLetter(column)];
    return { value: String(column), label: name === '' ? fill(t.column, { letter }) : fill(t.columnNamed, { name, letter }) };
  });
};

const ruleText = (yours: number, record: Commission, explanation: Explanation, meaning: SheetMeaning): string => {
  const { rule, rate } = differenceRule(yours, record, explanation, meaning);
  const { adjustments, paid, total } = explanation.amounts;
  // The last step only repeats the total of the others.
  const steps = explanation.formula.length > 1 ? explanation.formula.slice(0, -1) : explanation.formula;
  const formula = steps.map((term) => term.text).join('; ');
  if (rule === 'other_rate' && meaning === 'net_revenue') return fill(t.rules.net, { net: formatAmount(record.net_revenue) });
  if (rule === 'other_rate' && rate !== null) return fill(t.rules.rate, { rate: formatPercent(rate), formula });
  return fill(t.rules[rule], {
    adjustments: formatAmount(adjustments),
    gross: formatAmount(record.gross_amount),
    net: formatAmount(record.net_revenue),
    paid: formatAmount(paid),
    total: formatAmount(total),
    sentence: explanation.sentence,
    formula,
  });
};

const explainLine = (
  { state, yours, records, lines }: ComparedLine,
  explanations: Readonly<Record<string, Explanation>>,
  meaning: SheetMeaning,
): string => {
  const [line] = lines;
  if (state === 'unreadable') return line?.problem ? fill(t.problems[line.problem], { text: line.text }) : '';
  if (state === 'no_record') return t.noRecord;
  if (state === 'not_in_sheet') return t.notInSheet;
  const [record] = records;
  if (state === 'agrees' || !record || yours === null) return '';
  if (records.length > 1)
    return fill(t.rules.several, { people: records.map((candidate) => formatAmount(candidate.commission_amount)).join(', ') });
  const explanation = explanations[record.id];
  return explanation ? ruleText(yours, record, explanation, meaning) : '';
};

/** One row of the table as displayed. */
export type ComparedSheetRow = Readonly<{
  key: string;
  state: ComparedState;
  line: string;
  invoice: string;
  customer: string;
  yours: string;
  ours: string;
  difference: string;
  why: string;
  /** The only record on this line, which questions and links refer to; null if there is none or several. */
  recordId: string | null;
  href: string | null;
  isAsked: boolean;
  message: string;
}>;

const money = (cents: number | null): string => (cents === null ? NONE : formatMoney(cents));
const toRow = (
  line: ComparedLine,
  explanations: Readonly<Record<string, Explanation>>,
  meaning: SheetMeaning,
  invoiceNumbers: readonly string[],
): ComparedSheetRow => {
  const { key, state, invoice, lines, records, yours, ours } = line;
  const numbers = lines.map((entry) => entry.line).join(', ');
  const record = records.length === 1 ? records[0] : undefined;
  const difference = yours === null || ours === null ? null : ours - yours;
  const words = { invoice, yours: money(yours), ours: money(ours), difference: money(difference) };
  return {
    ...words,
    key,
    state,
    line: lines.length > 1 ? fill(t.lines, { lines: numbers }) : numbers,
    customer: records[0]?.customer_name ?? '',
    why: explainLine(line, explanations, meaning),
    recordId: record?.id ?? null,
    href: record ? toRecordLink(record) : null,
    isAsked: record !== undefined && invoiceNumbers.includes(record.id),
    message: fill(t.message, words),
  };
};

/** The number of lines in each state, and the total of the differences. */
const toCounts = (lines: readonly ComparedLine[]): string[] =>
  comparedStates.flatMap((state) => {
    const matching = lines.filter((line) => line.state === state);
    const amount = matching.reduce((sum, { yours, ours }) => sum + (yours === null || ours === null ? 0 : ours - yours), 0);
    return matching.length === 0 ? [] : [fill(t.summary[state], { count: matching.length, amount: formatMoney(amount) })];
  });

export const connectOwnSheet = (snapshot: SnapshotFrom<typeof ownSheetMachine>, canAsk: boolean) => {
  const { rows, columns, explanations, question, asked: requestedNumbers, error } = snapshot.context;
  const compared = snapshot.hasTag('compared') ? compareWithRecords(snapshot.context) : [];
  const can = (event: Parameters<typeof snapshot.can>[0]): boolean => snapshot.can(event);
  return {
    phase: snapshot.hasTag('compared')
      ? ('compared' as const)
      : snapshot.matches('choosing') || snapshot.matches('loading')
        ? ('choosing' as const)
        : ('empty' as const),
    busy: snapshot.matches('reading') || snapshot.matches('loading'),
    explaining: snapshot.matches('explaining'),
    error,
    count: Math.max(0, rows.length - columns.header - 1),
    columns,
    options: toOptions(rows, columns),
    mayCompare: can({ type: 'sheet.compare' }),
    rows: compared.map((line) => toRow(line, explanations, columns.meaning, requestedNumbers)),
    counts: toCounts(compared),
    asks: canAsk,
    mayAsk: (recordId: string | null): boolean => canAsk && recordId !== null && can({ type: 'question.begin', recordId, text: '' }),
    question,
    sending: snapshot.matches('sending'),
    maySend: can({ type: 'question.send' }),
  };
};
