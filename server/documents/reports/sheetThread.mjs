/** The worker thread that writes a workbook row by row and sends it in pieces, so that 100,000 rows are never in memory. */
import { parentPort } from 'node:worker_threads';
import { strToU8, Zip, ZipDeflate } from 'fflate';

/** Faster than the default of 6, with hardly larger output. */
const DEFLATE = { level: 4 };

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** XML does not allow most control characters. */
const safe = (text) => text.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '').replace(/[&<>"]/g, (sign) => escapes[sign]);

/** Indexes into `cellXfs` below, by kind; bold variants follow at an offset. */
const styles = { text: 0, money: 1, percent: 2, count: 3, month: 4 };
const STRONG = 5;
const HEAD = 10;
const TITLE = 11;
const stylesXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="mmm\\ yyyy"/></numFmts>
<fonts count="4"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font><font><b/><sz val="16"/><name val="Calibri"/></font></fonts>
<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF1E3A5F"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEEF3F9"/></patternFill></fill></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="12">${[0, 1]
  .flatMap((font) =>
    [0, 4, 10, 3, 164].map(
      (format) => `<xf numFmtId="${format}" fontId="${font}" fillId="${font * 3}" applyNumberFormat="1" applyFont="1" applyFill="1"/>`,
    ),
  )
  .join('')}<xf fontId="2" fillId="2" applyFont="1" applyFill="1"/><xf fontId="3" applyFont="1"/></cellXfs></styleSheet>`;

const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
/** Text cells have the type text, so that a name that looks like a formula stays a name. */
const cell = (value, kind, strong) => {
  if (value === null || value === '') return strong ? `<c s="${STRONG}"/>` : '<c/>';
  const style = styles[kind] + (strong ? STRONG : 0);
  const isText = kind === 'text' || (typeof value === 'string' && kind !== 'month');
  if (isText) return `<c s="${strong ? STRONG : 0}" t="inlineStr"><is><t xml:space="preserve">${safe(String(value))}</t></is></c>`;
  const number = kind === 'money' ? value / 100 : kind === 'month' ? (Date.parse(`${value}T00:00:00Z`) - EPOCH) / DAY_MS : value;
  return `<c s="${style}"><v>${number}</v></c>`;
};
const textCell = (value, style) => `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${safe(value)}</t></is></c>`;
const row = (cells) => `<row>${cells.join('')}</row>`;
const headRow = (columns) => row(columns.map(({ title }) => textCell(title, HEAD)));
const rowOf = (columns, values, strong = false) => row(columns.map(({ kind }, index) => cell(values[index] ?? null, kind, strong)));

const widths = { text: 26, money: 16, percent: 13, count: 13, month: 13 };
const sheetStart = (columns, frozen) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">${
  frozen ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : ''
}</sheetView></sheetViews><cols>${columns
  .map(({ kind }, index) => `<col min="${index + 1}" max="${index + 1}" width="${widths[kind]}" customWidth="1"/>`)
  .join('')}</cols><sheetData>`;
const SHEET_END = '</sheetData></worksheet>';

const packageFiles = (names) => ({
  '[Content_Types].xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${names
    .map(
      (_, index) =>
        `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
    )
    .join('')}</Types>`,
  '_rels/.rels': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names
    .map((name, index) => `<sheet name="${safe(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names
    .map(
      (_, index) =>
        `<Relationship Id="rId${index + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
    )
    .join(
      '',
    )}<Relationship Id="rId${names.length + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': stylesXml,
});

/** Bytes per message to the main thread, because each message takes one of its turns. */
const PIECE = 262_144;
let pending = [];
let size = 0;
const flush = () => {
  if (size === 0) return;
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const piece of pending) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  pending = [];
  size = 0;
  parentPort.postMessage({ type: 'bytes', bytes }, [bytes.buffer]);
};
const zip = new Zip((error, bytes) => {
  if (error) throw error;
  pending.push(bytes);
  size += bytes.length;
  if (size >= PIECE) flush();
});
/** Starts a part of the workbook; the previous one must have ended. */
const openPart = (name) => {
  const part = new ZipDeflate(name, DEFLATE);
  zip.add(part);
  return {
    write: (text) => part.push(strToU8(text)),
    end: (text) => part.push(strToU8(text), true),
  };
};

const summarySheet = ({ title, facts, note, tiles, groups }) => {
  const columns = groups?.columns ?? [{ kind: 'text' }, { kind: 'text' }];
  return [
    sheetStart(columns, false),
    row([textCell(title, TITLE)]),
    ...facts.map(([label, value]) => row([cell(label, 'text', true), cell(value, 'text', false)])),
    row([]),
    ...tiles.map(({ label, kind, value }) => row([cell(label, 'text', false), cell(value, kind, true)])),
    row([]),
    ...(groups ? [headRow(groups.columns), ...groups.rows.map((values) => rowOf(groups.columns, values))] : []),
    row([]),
    row([cell(note, 'text', false)]),
    SHEET_END,
  ];
};

let columns = [];
let rows = null;
const steps = {
  begin: (message) => {
    columns = message.columns;
    rows = openPart('xl/worksheets/sheet2.xml');
    rows.write(sheetStart(columns, true) + headRow(columns));
  },
  rows: (message) => rows.write(message.rows.map((values) => rowOf(columns, values)).join('')),
  end: ({ summary, total, names }) => {
    rows.end(rowOf(columns, total, true) + SHEET_END);
    const texts = { 'xl/worksheets/sheet1.xml': summarySheet(summary).join(''), ...packageFiles(names) };
    for (const [name, text] of Object.entries(texts)) openPart(name).end(text);
    zip.end();
    flush();
  },
};
parentPort.on('message', (message) => {
  steps[message.type](message);
  parentPort.postMessage({ type: 'done' });
});
