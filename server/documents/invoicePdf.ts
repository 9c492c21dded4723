import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { fill, messages } from '../../contract/messages.ts';
import type { Cents } from '../../contract/rules/money.ts';
import { dayText } from '../../contract/rules/time/dayText.ts';
import type { InvoiceContent } from '../domain/invoices/invoiceContent.ts';
import { type LogoPicture, logoColumns } from './logoBand.ts';
import { type DocumentPage, writeInThread } from './pdfInThread.ts';
import { BAND, BAND_TEXT_COLOR, lookOf, MUTED_COLOR } from './pdfPage.ts';
import { dollarsText, shorten } from './wording.ts';

const t = messages.invoiceFile;

const MARGIN = 48;
const BAND_HEIGHT = 104;
/** Characters that fit into the band in large type, or into one footer line; a longer name is set in smaller type. */
const MAX_NAME_CHARS = 44;
const NAME_SIZE = 18;
const LONG_NAME_SIZE = 11;

const rightCell = (cellText: string, cellStyle: object = {}): TableCell => ({
  text: cellText,
  alignment: 'right',
  noWrap: true,
  ...cellStyle,
});

const factStack = (label: string, value: string): Content => ({
  stack: [
    { text: label, style: 'label' },
    { text: value, margin: [0, 2, 0, 0] },
  ],
});

/** The company's address and payment instructions. */
const sender = ({ address }: InvoiceContent): Content[] =>
  address.length === 0 ? [] : [{ text: address.join('\n'), color: MUTED_COLOR, fontSize: 9, margin: [0, 0, 0, 20] }];

/** The customer, and the payment reference. */
const heading = ({ invoice, isMemo, reversedNumber, contact }: InvoiceContent): Content => ({
  columns: [
    {
      width: '*',
      stack: [
        { text: t.billTo, style: 'label' },
        { text: invoice.customer_name, bold: true, fontSize: 12, margin: [0, 2, 0, 0] },
        ...(invoice.customer_email === null
          ? []
          : [{ text: invoice.customer_email, color: MUTED_COLOR, margin: [0, 2, 0, 0] as [number, number, number, number] }]),
      ],
    },
    {
      width: 220,
      columns: [
        {
          stack: [
            factStack(t.number, invoice.invoice_number),
            { text: ' ', fontSize: 6 },
            ...(contact === null ? [] : [factStack(t.contact, contact)]),
          ],
        },
        {
          stack: [
            factStack(t.booked, dayText(invoice.booking_date)),
            { text: ' ', fontSize: 6 },
            isMemo
              ? factStack(t.takesBack, reversedNumber ?? '')
              : factStack(t.due, invoice.due_date === null ? t.dueNone : dayText(invoice.due_date)),
          ],
        },
      ],
    },
  ],
  columnGap: 24,
  margin: [0, 0, 0, 28],
});

const lines = ({ lines: rows, invoice, reversedNumber }: InvoiceContent): Content => ({
  table: {
    headerRows: 1,
    widths: ['*', 110],
    body: [
      [{ text: t.description, style: 'head' }, rightCell(t.amount, { style: 'head' })],
      ...rows.map(({ description, amount }) => [
        { text: reversedNumber === null ? description : fill(t.creditFor, { number: reversedNumber }) },
        rightCell(dollarsText(amount)),
      ]),
      [{ text: t.total, bold: true }, rightCell(dollarsText(invoice.gross_cents), { bold: true })],
    ],
  },
  layout: 'rows',
});

/** The balance due; drafts and credit memos have none. */
const balance = ({ invoice, isMemo, received, credited }: InvoiceContent): Content[] => {
  if (invoice.state !== 'sent' || isMemo) return [];
  const line = (label: string, cents: Cents, cellStyle: object): TableCell[] => [
    { text: label, ...cellStyle },
    rightCell(dollarsText(cents), cellStyle),
  ];
  return [
    {
      columns: [
        { width: '*', text: '' },
        {
          width: 240,
          table: {
            widths: ['*', 110],
            body: [
              ...(credited === 0 ? [] : [line(t.credited, -credited, { color: MUTED_COLOR })]),
              ...(received === 0 ? [] : [line(t.received, -received, { color: MUTED_COLOR })]),
              line(t.balance, invoice.gross_cents - credited - received, { bold: true, fontSize: 13, color: BAND }),
            ],
          },
          layout: 'noBorders',
        },
      ],
      margin: [0, 12, 0, 0],
    },
  ];
};

const notes = ({ invoice: { notes: cellText }, isMemo }: InvoiceContent): Content[] => [
  ...(cellText === null
    ? []
    : [
        {
          stack: [
            { text: t.notes, style: 'label' },
            { text: cellText, margin: [0, 3, 0, 0] as [number, number, number, number] },
          ],
          margin: [0, 28, 0, 0] as [number, number, number, number],
        },
      ]),
  ...(isMemo ? [] : [{ text: t.thanks, color: MUTED_COLOR, margin: [0, 28, 0, 0] as [number, number, number, number] }]),
];

const stamps = { draft: t.draft, cancelled: t.cancelled, sent: null } as const;

const definition = (content: InvoiceContent, title: string, logo: LogoPicture | null): DocumentPage['definition'] => {
  const { invoice } = content;
  const stamp = stamps[invoice.state];
  return {
    pageSize: 'LETTER',
    pageMargins: [MARGIN, MARGIN, MARGIN, 56],
    info: { title: fill(t.titleOf, { title, number: invoice.invoice_number }), author: content.company },
    defaultStyle: { font: 'Roboto', fontSize: 10, color: '#1f2937', lineHeight: 1.2 },
    styles: { head: { bold: true, color: BAND, fontSize: 9 }, label: { fontSize: 8.5, color: MUTED_COLOR } },
    ...(stamp === null ? {} : { watermark: { text: stamp, color: '#b45309', opacity: 0.09, bold: true } }),
    content: [
      {
        columns: [
          ...logoColumns(logo),
          {
            text: content.company,
            fontSize: content.company.length > MAX_NAME_CHARS ? LONG_NAME_SIZE : NAME_SIZE,
            bold: true,
            color: 'white',
          },
          { width: 200, text: title, alignment: 'right', fontSize: 18, color: BAND_TEXT_COLOR },
        ],
        margin: [0, -8, 0, 56],
      },
      ...sender(content),
      heading(content),
      lines(content),
      ...balance(content),
      ...notes(content),
    ],
  };
};

/** An invoice or credit memo as sent to its customer. */
export const invoicePdf = (content: InvoiceContent, logo: LogoPicture | null = null): Promise<Buffer> => {
  const title = content.isMemo ? t.memoTitle : t.title;
  const footer = fill(t.footer, { company: shorten(content.company, MAX_NAME_CHARS), title, number: content.invoice.invoice_number });
  const pageLook = lookOf({ margin: MARGIN, bandHeight: BAND_HEIGHT, footer, page: t.page });
  return writeInThread({ definition: definition(content, title, logo), look: pageLook });
};
