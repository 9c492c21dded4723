import { constants, deflateRawSync } from 'node:zlib';
import { strFromU8, unzipSync, Zip, type ZipInputFile, zipSync } from 'fflate';

const SHEET_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** XML as text, or `times` copies of a piece between two texts, so that gigabytes take no memory. */
export type Part = string | Readonly<{ before: string; piece: string; times: number; after: string }>;
export type Parts = Readonly<Record<string, Part>>;

const worksheet = (rows: string): string => `<worksheet xmlns="${SHEET_NAMESPACE}"><sheetData>${rows}</sheetData></worksheet>`;
const HEADER = ['Number', 'Customer', 'Date', 'Total', 'Rep'];
const textCell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
export const rowOf = (...texts: readonly string[]): string => `<row>${texts.map(textCell).join('')}</row>`;
export const headerRow = rowOf(...HEADER);
export const invoiceRow = (number: string): string => rowOf(number, 'Acme', '2026-11-02', '5', '');

/** A valid workbook of invoices; `rows` replaces its rows. */
export const workbookParts = (rows: string = headerRow + invoiceRow('X-1')): Record<string, Part> => ({
  'xl/workbook.xml': `<workbook xmlns="${SHEET_NAMESPACE}" xmlns:r="${OFFICE_RELATIONS}"><sheets><sheet name="Rows" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': worksheet(rows),
});

const BLOCK_BYTES = 1_048_576;
const flushed = (text: string): Buffer => deflateRawSync(text, { level: 9, finishFlush: constants.Z_FULL_FLUSH });

/** Deflates a block once and repeats its bytes. */
const deflated = (part: Part): Readonly<{ bytes: Buffer; size: number }> => {
  if (typeof part === 'string') return { bytes: deflateRawSync(part), size: Buffer.byteLength(part) };
  const { before, piece, times, after } = part;
  const piecesPerBlock = Math.max(1, Math.min(times, Math.floor(BLOCK_BYTES / piece.length)));
  const block = flushed(piece.repeat(piecesPerBlock));
  const blocks = Array.from({ length: Math.floor(times / piecesPerBlock) }, () => block);
  const rest = deflateRawSync(piece.repeat(times % piecesPerBlock) + after, { level: 9 });
  return {
    bytes: Buffer.concat([flushed(before), ...blocks, rest]),
    size: Buffer.byteLength(before) + piece.length * times + Buffer.byteLength(after),
  };
};

/** The ZIP file of these parts. `declaredSize` is a false unpacked size for each part. */
export const workbookOf = (parts: Parts, declaredSize?: number): Buffer => {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    pieces.push(bytes);
  });
  for (const [filename, part] of Object.entries(parts)) {
    const { bytes, size } = deflated(part);
    const file: ZipInputFile = { filename, compression: 8, crc: 0, size: declaredSize ?? size };
    zip.add(file);
    file.ondata?.(null, new Uint8Array(bytes), true);
  }
  zip.end();
  return Buffer.concat(pieces);
};

/** 280 million empty items in two megabytes. */
export const sharedStringsBomb = (items = 280_000_000): Buffer =>
  workbookOf({
    ...workbookParts(),
    'xl/sharedStrings.xml': { before: `<sst xmlns="${SHEET_NAMESPACE}">`, piece: '<si/>', times: items, after: '</sst>' },
  });

/** Cell tags that never close: under a kilobyte, but hours of work for a regular expression that searches for each end. */
export const unclosedCellsFile = (cells = 20_000): Buffer =>
  workbookOf({
    ...workbookParts(),
    'xl/worksheets/sheet1.xml': {
      before: `<worksheet><sheetData><row>`,
      piece: '<c ',
      times: cells,
      after: '</row></sheetData></worksheet>',
    },
  });

/** The text of a part. @throws if the workbook has no such part */
export const partOf = (workbook: Uint8Array, name: string): string => {
  const part = unzipSync(workbook)[name];
  if (!part) throw new Error(`no ${name}`);
  return strFromU8(part);
};

export const zipOf = (files: Readonly<Record<string, Uint8Array>>): Buffer => Buffer.from(zipSync({ ...files }));
