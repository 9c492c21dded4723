import type { Column, Content, TableCell } from 'pdfmake/interfaces.js';
import { fill, messages } from '../../contract/messages.ts';
import type { Cents } from '../../contract/rules/money.ts';
import { PROOF_FILE, type StatementProof } from '../../contract/rules/statements/proof.ts';
import { dayText } from '../../contract/rules/time/dayText.ts';
import type { ReadProof } from '../domain/statements/readProof.ts';
import type { StatementContent } from '../domain/statements/statementContent.ts';
import type { LogoPicture } from './logoBand.ts';
import { BAND_TEXT_COLOR, labeledValue, MAX_COMPANY_CHARS, MUTED_COLOR, section, tile, tiles, writePdf } from './pdfPage.ts';
import {
  adjustmentText,
  asOfText,
  attainmentText,
  customerText,
  dollarsText,
  draftText,
  drawDetails,
  drawTitle,
  expectedText,
  figure,
  nextRateOf,
  quotaTitle,
  rateText,
  rootText,
  shorten,
} from './wording.ts';

const t = messages.statementFile;

/** Minimum and maximum width of the formula column, and the width of a character, in points. */
const MIN_FORMULA_WIDTH = 52;
const MAX_FORMULA_WIDTH = 126;
const CHARACTER_WIDTH = 3.9;
/** Characters that fit into the band. */
const MAX_PERSON_CHARS = 36;

const rightCell = (cellText: string, cellStyle: object = {}): TableCell => ({ text: cellText, alignment: 'right', ...cellStyle });
const money = (cents: Cents, cellStyle: object = {}): TableCell => rightCell(figure(cents), { noWrap: true, ...cellStyle });
const headCell = (cellText: string, alignment: 'left' | 'right' = 'left'): TableCell => ({ text: cellText, alignment, style: 'head' });

/** A table with a tinted header on every page, thin rules, and a bold total. */
const table = (widths: (string | number)[], header: TableCell[], rows: TableCell[][], total: TableCell[]): Content => ({
  table: { headerRows: 1, keepWithHeaderRows: 1, dontBreakRows: true, widths, body: [header, ...rows, total] },
  layout: 'rows',
});

const emptyNote = (cellText: string): Content => ({ text: cellText, color: MUTED_COLOR, italics: true, margin: [0, 2, 0, 4] });
const spannedCell = (cellText: string, columns: number): TableCell[] => [
  { text: cellText, colSpan: columns, bold: true },
  ...Array.from({ length: columns - 1 }, () => ''),
];

const heading = (content: StatementContent): Content => {
  const versions = content.configVersions.length === 0 ? t.noVersion : fill(t.version, { versions: content.configVersions.join(', ') });
  return {
    columns: [
      { width: '*', stack: [labeledValue(t.preparedFor, content.person), labeledValue(t.email, content.email)] },
      {
        width: '*',
        stack: [
          labeledValue(t.period, `${dayText(content.start_date)} – ${dayText(content.end_date)}`),
          labeledValue(t.role, [content.role, content.territory].filter(Boolean).join(', ')),
        ],
      },
      { width: '*', stack: [labeledValue(t.plan, content.plans.join(', ') || t.noPlan), labeledValue(t.configuration, versions)] },
    ],
    columnGap: 16,
  };
};

const balance = ({ opening, earned, adjusted, paid, closing }: StatementContent): Content =>
  tiles(
    ['*', '*', '*', '*', 120],
    [
      tile(t.opening, dollarsText(opening), 12),
      tile(t.earned, dollarsText(earned), 12),
      tile(t.adjustments, dollarsText(adjusted), 12),
      tile(t.payouts, dollarsText(-paid), 12),
      tile(t.closing, dollarsText(closing), 15, true),
    ],
  );

/** Wide enough for nine in ten formulas, to leave room for customer names. */
const formulaWidth = (lines: StatementContent['lines']): number => {
  const lengths = lines.map(({ formula }) => formula.length).sort((a, b) => a - b);
  const characters = lengths[Math.floor((lengths.length * 9) / 10)] ?? 0;
  return Math.min(MAX_FORMULA_WIDTH, Math.max(MIN_FORMULA_WIDTH, Math.ceil(characters * CHARACTER_WIDTH)));
};

const records = ({ lines, net, earned, writtenOn }: StatementContent): Content[] => [
  section(t.byRecord),
  lines.length === 0
    ? emptyNote(t.noRecords)
    : table(
        [50, 46, '*', 56, formulaWidth(lines), 54, 54],
        [
          headCell(t.booked),
          headCell(t.invoice),
          headCell(t.customer),
          headCell(t.net, 'right'),
          headCell(t.formula),
          headCell(t.commission, 'right'),
          headCell(fill(t.status, { day: dayText(writtenOn) })),
        ],
        lines.map((row) => [
          ...[{ text: dayText(row.date), noWrap: true }, row.invoice, customerText(row), money(row.net)],
          ...[{ text: row.formula, color: MUTED_COLOR, fontSize: 7.5 }, money(row.amount, { bold: true }), row.status],
        ]),
        [
          ...spannedCell(lines.length === 1 ? t.recordOne : fill(t.recordCount, { count: lines.length }), 3),
          money(net, { bold: true }),
          '',
          money(earned, { bold: true }),
          '',
        ],
      ),
];

const adjustments = ({ adjustments: rows, adjusted }: StatementContent): Content[] => [
  section(t.adjustments),
  rows.length === 0
    ? emptyNote(t.noAdjustments)
    : table(
        [62, 56, '*', 70],
        [headCell(t.effective), headCell(t.invoice), headCell(t.reason), headCell(t.amount, 'right')],
        rows.map((row) => [dayText(row.effective_date), adjustmentText(row), row.reason, money(row.amount_cents)]),
        [...spannedCell(t.total, 3), money(adjusted, { bold: true })],
      ),
];

const payouts = ({ payouts: rows, paid }: StatementContent): Content[] => [
  section(t.payouts),
  rows.length === 0
    ? emptyNote(t.noPayouts)
    : table(
        [62, 110, '*', 70],
        [headCell(t.paidOn), headCell(t.method), headCell(t.reference), headCell(t.amount, 'right')],
        rows.map((row) => [dayText(row.paid_on), row.method, row.reference ?? '', money(row.amount_cents)]),
        [...spannedCell(t.total, 3), money(paid, { bold: true })],
      ),
];

/** A table without a total. */
const listTable = (widths: (string | number)[], header: TableCell[], rows: TableCell[][]): Content => ({
  table: { headerRows: 1, keepWithHeaderRows: 1, dontBreakRows: true, widths, body: [header, ...rows] },
  layout: 'list',
});

const quotas = ({ quotas: rows }: StatementContent): Content[] => [
  section(t.attainment),
  rows.length === 0
    ? emptyNote(t.noQuota)
    : listTable(
        ['*', 70, 70, 56, 60, 130],
        [
          headCell(t.period),
          headCell(t.sold, 'right'),
          headCell(t.quota, 'right'),
          headCell(t.attained, 'right'),
          headCell(t.rate, 'right'),
          headCell(t.nextRate),
        ],
        rows.map((row) => [
          ...[quotaTitle(row), money(row.sold), money(row.quota), rightCell(attainmentText(row)), rightCell(rateText(row))],
          nextRateOf(row),
        ]),
      ),
];

const waitingSection = ({ waiting: rows }: StatementContent): Content[] => [
  section(t.waiting),
  rows.length === 0
    ? emptyNote(t.noWaiting)
    : listTable(
        [56, '*', 60, 62, 180],
        [headCell(t.invoice), headCell(t.customer), headCell(t.amount, 'right'), headCell(t.expected), headCell(t.whyWaits)],
        rows.map((row) => [
          row.invoice,
          row.customer,
          money(row.amount),
          expectedText(row),
          { text: row.why, color: MUTED_COLOR, fontSize: 7.5 },
        ]),
      ),
];

/** Only if the plan has a draw. */
const draws = ({ draws: rows }: StatementContent): Content[] =>
  rows.length === 0
    ? []
    : [
        section(t.draw),
        table(
          ['*', 70],
          [headCell(t.month), headCell(t.pays, 'right')],
          rows.map((row) => [{ stack: [drawTitle(row), { text: drawDetails(row), color: MUTED_COLOR, fontSize: 7.5 }] }, money(row.pays)]),
          [{ text: t.drawNote, colSpan: 2, color: MUTED_COLOR }, ''],
        ),
      ];

/** The part of the balance that is payable now; the rest waits for payments or for a later day. */
const dueNow = ({ due, closing, writtenOn }: StatementContent): Content => ({
  text: fill(t.dueNow, { closing: figure(closing), due: figure(due), day: dayText(writtenOn) }),
  margin: [0, 0, 0, 2],
});

const notes = (content: StatementContent, proof: ReadProof): Content => ({
  stack: [
    t.sum,
    { text: fill(t.hash, { hash: content.fingerprint, asOf: asOfText(content) }), margin: [0, 3, 0, 0] },
    { text: rootText(content, proof), margin: [0, 3, 0, 0] },
    ...('proof' in proof ? [fill(t.proofAttached, { file: PROOF_FILE })] : []),
  ],
  fontSize: 7.5,
  color: MUTED_COLOR,
  margin: [0, 14, 0, 0],
  unbreakable: true,
});

const bodyOf = (content: StatementContent, proof: ReadProof): Content[] => {
  const draft = draftText(content);
  return [
    ...(draft === '' ? [] : [{ text: draft, color: '#92400e', bold: true, margin: [0, 0, 0, 8] as [number, number, number, number] }]),
    heading(content),
    balance(content),
    dueNow(content),
    ...records(content),
    ...quotas(content),
    ...waitingSection(content),
    ...adjustments(content),
    ...payouts(content),
    ...draws(content),
    notes(content, proof),
  ];
};

const personColumn = ({ person, writtenOn }: StatementContent): Column => ({
  width: 200,
  alignment: 'right',
  color: BAND_TEXT_COLOR,
  stack: [
    { text: shorten(person, MAX_PERSON_CHARS), bold: true, color: 'white', fontSize: 11 },
    fill(t.written, { day: dayText(writtenOn) }),
  ],
  margin: [0, 4, 0, 0],
});

const attachmentOf = (proof: StatementProof) => ({
  src: `data:application/json;base64,${Buffer.from(JSON.stringify(proof)).toString('base64')}`,
  name: PROOF_FILE,
});

/** A statement as given to an employee: band, balances, tables that add up, page x of y, and a DRAFT watermark while it may change. */
export const statementPdf = (
  content: StatementContent,
  proof: ReadProof,
  signal?: AbortSignal,
  logo: LogoPicture | null = null,
): Promise<Buffer> => {
  const { company, person, writtenAt } = content;
  return writePdf(
    {
      company,
      logo,
      writtenAt,
      title: fill(t.titleOf, { person }),
      heading: t.title,
      sideColumn: personColumn(content),
      footer: fill(t.footer, { company: shorten(company, MAX_COMPANY_CHARS), person: shorten(person, MAX_PERSON_CHARS) }),
      page: t.page,
      content: bodyOf(content, proof),
      more: {
        ...(draftText(content) === '' ? {} : { watermark: { text: t.draft, color: '#b45309', opacity: 0.09, bold: true } }),
        ...('proof' in proof ? { files: { [PROOF_FILE]: attachmentOf(proof.proof) } } : {}),
      },
    },
    signal,
  );
};
