import type { Column, Content, TableCell } from 'pdfmake/interfaces.js';
import { fill, messages } from '../../contract/messages.ts';
import { percent } from '../../contract/rules/commission/explain/wording.ts';
import type { Cents } from '../../contract/rules/money.ts';
import { dayText, periodText } from '../../contract/rules/time/dayText.ts';
import type { StatementContent } from '../domain/statements/statementContent.ts';
import { COMPANY_MOST, labelled, ON_BAND, QUIET, section, tile, tiles, writePdf } from './pdfPage.ts';
import {
  adjustmentOf,
  asOfText,
  attainmentOf,
  customerOf,
  dollars,
  draftText,
  drawDetails,
  drawTitle,
  figure,
  nextRateOf,
  shortened,
  waitsUntil,
} from './wording.ts';

const text = messages.statementFile;

/** Minimum and maximum width of the formula column, and the width of a character, in points. */
const FORMULA_LEAST = 52;
const FORMULA_MOST = 126;
const FORMULA_CHARACTER = 3.9;
/** Characters that fit into the band. */
const PERSON_MOST = 36;

const right = (words: string, more: object = {}): TableCell => ({ text: words, alignment: 'right', ...more });
const money = (cents: Cents, more: object = {}): TableCell => right(figure(cents), { noWrap: true, ...more });
const head = (words: string, alignment: 'left' | 'right' = 'left'): TableCell => ({ text: words, alignment, style: 'head' });

/** A table with a tinted header on every page, thin rules, and a bold total. */
const table = (widths: (string | number)[], header: TableCell[], rows: TableCell[][], total: TableCell[]): Content => ({
  table: { headerRows: 1, keepWithHeaderRows: 1, dontBreakRows: true, widths, body: [header, ...rows, total] },
  layout: 'rows',
});

const none = (words: string): Content => ({ text: words, color: QUIET, italics: true, margin: [0, 2, 0, 4] });
const span = (words: string, columns: number): TableCell[] => [
  { text: words, colSpan: columns, bold: true },
  ...Array.from({ length: columns - 1 }, () => ''),
];

const about = (content: StatementContent): Content => {
  const versions =
    content.configVersions.length === 0 ? text.noVersion : fill(text.version, { versions: content.configVersions.join(', ') });
  return {
    columns: [
      { width: '*', stack: [labelled(text.preparedFor, content.person), labelled(text.email, content.email)] },
      {
        width: '*',
        stack: [
          labelled(text.period, `${dayText(content.start_date)} – ${dayText(content.end_date)}`),
          labelled(text.role, [content.role, content.territory].filter(Boolean).join(', ')),
        ],
      },
      { width: '*', stack: [labelled(text.plan, content.plans.join(', ') || text.noPlan), labelled(text.configuration, versions)] },
    ],
    columnGap: 16,
  };
};

const balance = ({ opening, earned, adjusted, paid, closing }: StatementContent): Content =>
  tiles(
    ['*', '*', '*', '*', 120],
    [
      tile(text.opening, dollars(opening), 12),
      tile(text.earned, dollars(earned), 12),
      tile(text.adjustments, dollars(adjusted), 12),
      tile(text.payouts, dollars(-paid), 12),
      tile(text.closing, dollars(closing), 15, true),
    ],
  );

/** Wide enough for nine in ten formulas, to leave room for customer names. */
const formulaWidth = (lines: StatementContent['lines']): number => {
  const lengths = lines.map(({ formula }) => formula.length).sort((a, b) => a - b);
  const characters = lengths[Math.floor((lengths.length * 9) / 10)] ?? 0;
  return Math.min(FORMULA_MOST, Math.max(FORMULA_LEAST, Math.ceil(characters * FORMULA_CHARACTER)));
};

const records = ({ lines, net, earned, writtenOn }: StatementContent): Content[] => [
  section(text.byRecord),
  lines.length === 0
    ? none(text.noRecords)
    : table(
        [50, 46, '*', 56, formulaWidth(lines), 54, 54],
        [
          head(text.booked),
          head(text.invoice),
          head(text.customer),
          head(text.net, 'right'),
          head(text.formula),
          head(text.commission, 'right'),
          head(fill(text.status, { day: dayText(writtenOn) })),
        ],
        lines.map((row) => [
          ...[{ text: dayText(row.date), noWrap: true }, row.invoice, customerOf(row), money(row.net)],
          ...[{ text: row.formula, color: QUIET, fontSize: 7.5 }, money(row.amount, { bold: true }), row.status],
        ]),
        [
          ...span(lines.length === 1 ? text.recordOne : fill(text.recordCount, { count: lines.length }), 3),
          money(net, { bold: true }),
          '',
          money(earned, { bold: true }),
          '',
        ],
      ),
];

const adjustments = ({ adjustments: rows, adjusted }: StatementContent): Content[] => [
  section(text.adjustments),
  rows.length === 0
    ? none(text.noAdjustments)
    : table(
        [62, 56, '*', 70],
        [head(text.effective), head(text.invoice), head(text.reason), head(text.amount, 'right')],
        rows.map((row) => [dayText(row.effective_date), adjustmentOf(row), row.reason, money(row.amount_cents)]),
        [...span(text.total, 3), money(adjusted, { bold: true })],
      ),
];

const payouts = ({ payouts: rows, paid }: StatementContent): Content[] => [
  section(text.payouts),
  rows.length === 0
    ? none(text.noPayouts)
    : table(
        [62, 110, '*', 70],
        [head(text.paidOn), head(text.method), head(text.reference), head(text.amount, 'right')],
        rows.map((row) => [dayText(row.paid_on), row.method, row.reference ?? '', money(row.amount_cents)]),
        [...span(text.total, 3), money(paid, { bold: true })],
      ),
];

/** A table without a total. */
const listed = (widths: (string | number)[], header: TableCell[], rows: TableCell[][]): Content => ({
  table: { headerRows: 1, keepWithHeaderRows: 1, dontBreakRows: true, widths, body: [header, ...rows] },
  layout: 'list',
});

const quotas = ({ quotas: rows }: StatementContent): Content[] => [
  section(text.attainment),
  rows.length === 0
    ? none(text.noQuota)
    : listed(
        ['*', 70, 70, 56, 60, 130],
        [
          head(text.period),
          head(text.sold, 'right'),
          head(text.quota, 'right'),
          head(text.attained, 'right'),
          head(text.rate, 'right'),
          head(text.nextRate),
        ],
        rows.map((row) => [
          ...[periodText(row.period), money(row.sold), money(row.quota), right(attainmentOf(row)), right(percent(row.rate))],
          nextRateOf(row),
        ]),
      ),
];

const waiting = ({ waiting: rows }: StatementContent): Content[] => [
  section(text.waiting),
  rows.length === 0
    ? none(text.noWaiting)
    : listed(
        [56, '*', 60, 62, 180],
        [head(text.invoice), head(text.customer), head(text.amount, 'right'), head(text.expected), head(text.whyWaits)],
        rows.map((row) => [row.invoice, row.customer, money(row.amount), waitsUntil(row), { text: row.why, color: QUIET, fontSize: 7.5 }]),
      ),
];

/** Only if the plan has a draw. */
const draws = ({ draws: rows }: StatementContent): Content[] =>
  rows.length === 0
    ? []
    : [
        section(text.draw),
        table(
          ['*', 70],
          [head(text.month), head(text.pays, 'right')],
          rows.map((row) => [{ stack: [drawTitle(row), { text: drawDetails(row), color: QUIET, fontSize: 7.5 }] }, money(row.pays)]),
          [{ text: text.drawNote, colSpan: 2, color: QUIET }, ''],
        ),
      ];

/** The part of the balance that is payable now; the rest waits for payments or for its day. */
const dueNow = ({ due, closing, writtenOn }: StatementContent): Content => ({
  text: fill(text.dueNow, { closing: figure(closing), due: figure(due), day: dayText(writtenOn) }),
  margin: [0, 0, 0, 2],
});

const notes = (content: StatementContent): Content => ({
  stack: [text.sum, { text: fill(text.hash, { hash: content.fingerprint, asOf: asOfText(content) }), margin: [0, 3, 0, 0] }],
  fontSize: 7.5,
  color: QUIET,
  margin: [0, 14, 0, 0],
  unbreakable: true,
});

const bodyOf = (content: StatementContent): Content[] => {
  const draft = draftText(content);
  return [
    ...(draft === '' ? [] : [{ text: draft, color: '#92400e', bold: true, margin: [0, 0, 0, 8] as [number, number, number, number] }]),
    about(content),
    balance(content),
    dueNow(content),
    ...records(content),
    ...quotas(content),
    ...waiting(content),
    ...adjustments(content),
    ...payouts(content),
    ...draws(content),
    notes(content),
  ];
};

/** The person and the date. */
const beside = ({ person, writtenOn }: StatementContent): Column => ({
  width: 200,
  alignment: 'right',
  color: ON_BAND,
  stack: [
    { text: shortened(person, PERSON_MOST), bold: true, color: 'white', fontSize: 11 },
    fill(text.written, { day: dayText(writtenOn) }),
  ],
  margin: [0, 4, 0, 0],
});

/** A statement as given to an employee: band, balances, tables that add up, page x of y, and a DRAFT watermark while it may change. */
export const statementPdf = (content: StatementContent, signal?: AbortSignal): Promise<Buffer> => {
  const { company, person, writtenAt } = content;
  return writePdf(
    {
      company,
      writtenAt,
      title: fill(text.titleOf, { person }),
      heading: text.title,
      beside: beside(content),
      footer: fill(text.footer, { company: shortened(company, COMPANY_MOST), person: shortened(person, PERSON_MOST) }),
      page: text.page,
      content: bodyOf(content),
      more: draftText(content) === '' ? {} : { watermark: { text: text.draft, color: '#b45309', opacity: 0.09, bold: true } },
    },
    signal,
  );
};
