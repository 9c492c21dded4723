// The common look of all PDFs: a band at the top of the first page, muted labels above values, tinted headers, page x of y.
import type { Column, Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { type LogoPicture, logoColumns } from './logoBand.ts';
import { type DocumentPage, writeInThread } from './pdfInThread.ts';
import { shorten } from './wording.ts';

export const BAND = '#1e3a5f';
export const TINT = '#eef3f9';
export const RULE = '#d5dde8';
export const MUTED_COLOR = '#5b6675';
/** Muted text on the band. */
export const BAND_TEXT_COLOR = '#dbe6f3';
const MARGIN = 40;
const FOOTER_MARGIN = 48;
const BAND_HEIGHT = 92;
/** Characters that fit on one line of the band or the footer. */
export const MAX_COMPANY_CHARS = 60;

export const section = (title: string): Content => ({ text: title, style: 'section' });

/** A label above its value. */
export const labeledValue = (label: string, value: string): Content => ({
  stack: [
    { text: label, style: 'label' },
    { text: value, margin: [0, 1, 0, 6] },
  ],
});

/** A label and a large figure; `isStrong` for the figure that the others add up to. */
export const tile = (label: string, value: string, fontSize: number, isStrong = false): TableCell => ({
  stack: [
    { text: label, style: 'label', ...(isStrong ? { color: BAND_TEXT_COLOR } : {}) },
    { text: value, fontSize, bold: true, margin: [0, 3, 0, 0], color: isStrong ? 'white' : BAND },
  ],
  fillColor: isStrong ? BAND : TINT,
});
export const tiles = (widths: (string | number)[], cells: TableCell[]): Content => ({
  table: { widths, body: [cells] },
  layout: 'tiles',
  margin: [0, 4, 0, 6],
});

type PageLook = Readonly<{ footer: string; page: string; margin?: number; bandHeight?: number }>;
export const lookOf = ({ margin = MARGIN, bandHeight = BAND_HEIGHT, ...title }: PageLook): DocumentPage['look'] => ({
  band: BAND,
  rule: RULE,
  tint: TINT,
  quiet: MUTED_COLOR,
  margin,
  bandHeight,
  ...title,
});

type Report = PageLook &
  Readonly<{
    company: string;
    logo?: LogoPicture | null;
    title: string;
    /** The heading in the band; the file's title by default. */
    heading?: string;
    /** Right end of the band. */
    sideColumn?: Column;
    writtenAt: string;
    content: DocumentPage['definition']['content'];
    more?: Pick<TDocumentDefinitions, 'watermark' | 'pageOrientation' | 'files'>;
  }>;

/** Writes a statement or report in a worker thread. */
export const writePdf = (report: Report, signal?: AbortSignal): Promise<Buffer> => {
  const { company, logo = null, title, heading = title, sideColumn, writtenAt, content, more = {} } = report;
  const names = {
    stack: [
      { text: shorten(company, MAX_COMPANY_CHARS), fontSize: 10, color: BAND_TEXT_COLOR },
      { text: shorten(heading, MAX_COMPANY_CHARS), fontSize: 20, bold: true, color: 'white' },
    ],
  };
  const definition: DocumentPage['definition'] = {
    ...more,
    pageSize: 'LETTER',
    pageMargins: [MARGIN, MARGIN, MARGIN, FOOTER_MARGIN],
    info: { title, author: company, creationDate: new Date(writtenAt) },
    defaultStyle: { font: 'Roboto', fontSize: 8.5, color: '#1f2937', lineHeight: 1.15 },
    styles: {
      head: { bold: true, color: BAND, fontSize: 8 },
      label: { fontSize: 7.5, color: MUTED_COLOR },
      section: { fontSize: 11, bold: true, color: BAND, margin: [0, 12, 0, 5] },
    },
    content: [
      { columns: [...logoColumns(logo), names, ...(sideColumn === undefined ? [] : [sideColumn])], margin: [0, -8, 0, 34] },
      ...content,
    ],
  };
  return writeInThread({ definition, look: lookOf(report) }, signal);
};
