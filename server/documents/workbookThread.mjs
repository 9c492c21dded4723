/** The worker thread that writes a workbook row by row and sends it in pieces, so that 100,000 rows are never in memory. */
import { parentPort } from 'node:worker_threads';
import { strToU8, Zip, ZipDeflate } from 'fflate';

/** Faster than the default of 6, with hardly larger output. */
const DEFLATE = { level: 4 };

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** XML does not allow most control characters. */
const escapeXml = (text) => text.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '').replace(/[&<>"]/g, (sign) => escapes[sign]);

/** Number formats by kind: built-in ones below 164, ours above. */
const formats = { text: 0, money: 4, percent: 10, count: 3, month: 164, date: 165 };
/** Fonts and fills by look, as indexes into the lists below. */
const lookStyles = { plain: [0, 0], strong: [1, 3], head: [2, 2], title: [3, 0], warning: [4, 0] };
const kindNames = Object.keys(formats);
const lookNames = Object.keys(lookStyles);
const styleOf = (kind, look) => lookNames.indexOf(look) * kindNames.length + kindNames.indexOf(kind);

const bold = (size, color = '') => `<font><b/><sz val="${size}"/>${color && `<color rgb="${color}"/>`}<name val="Calibri"/></font>`;
const fonts = ['<font><sz val="11"/><name val="Calibri"/></font>', bold(11), bold(11, 'FFFFFFFF'), bold(16), bold(11, 'FFB45309')];
const solid = (color) => `<fill><patternFill patternType="solid"><fgColor rgb="${color}"/></patternFill></fill>`;
const fills = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  solid('FF1E3A5F'),
  solid('FFEEF3F9'),
];
const cellFormats = Object.values(lookStyles).flatMap(([fontId, fillId]) =>
  Object.values(formats).map(
    (format) => `<xf numFmtId="${format}" fontId="${fontId}" fillId="${fillId}" applyNumberFormat="1" applyFont="1" applyFill="1"/>`,
  ),
);
const countedElements = (name, items) => `<${name} count="${items.length}">${items.join('')}</${name}>`;
const stylesXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${countedElements('numFmts', [
  `<numFmt numFmtId="${formats.month}" formatCode="mmm\\ yyyy"/>`,
  `<numFmt numFmtId="${formats.date}" formatCode="mmm\\ d\\,\\ yyyy"/>`,
])}${countedElements('fonts', fonts)}${countedElements('fills', fills)}<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>${countedElements('cellXfs', cellFormats)}</styleSheet>`;

const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
const daysOf = (day) => (Date.parse(`${day}T00:00:00Z`) - EPOCH) / DAY_MS;
const isDay = (kind) => kind === 'month' || kind === 'date';
/** Text cells have the type text, so that a name that looks like a formula stays a name. */
const cell = ({ value, kind = 'text', look = 'plain' }) => {
  if (value === null || value === '') return look === 'plain' ? '<c/>' : `<c s="${styleOf('text', look)}"/>`;
  if (kind === 'text' || (typeof value === 'string' && !isDay(kind)))
    return `<c s="${styleOf('text', look)}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(String(value))}</t></is></c>`;
  const number = isDay(kind) ? daysOf(value) : kind === 'money' ? value / 100 : value;
  return `<c s="${styleOf(kind, look)}"><v>${number}</v></c>`;
};
const row = (cells) => `<row>${cells.join('')}</row>`;

const sheetStart = ({ widths, isFrozen }) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">${
  isFrozen ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : ''
}</sheetView></sheetViews><cols>${widths
  .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
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
    .map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
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

/** Bytes per message to the main thread, because each message costs it an event-loop turn. */
const PIECE_BYTES = 262_144;
let pending = [];
let size = 0;
const flush = () => {
  if (size === 0) return;
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of pending) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  pending = [];
  size = 0;
  parentPort.postMessage({ type: 'bytes', bytes }, [bytes.buffer]);
};
const zip = new Zip((error, bytes) => {
  if (error) throw error;
  pending.push(bytes);
  size += bytes.length;
  if (size >= PIECE_BYTES) flush();
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

let sheet = null;
const endSheet = () => sheet?.end(SHEET_END);
const steps = {
  sheet: (message) => {
    endSheet();
    sheet = openPart(`xl/worksheets/sheet${message.index + 1}.xml`);
    sheet.write(sheetStart(message));
  },
  cells: ({ rows }) => sheet.write(rows.map((cells) => row(cells.map(cell))).join('')),
  values: ({ kinds, rows }) =>
    sheet.write(rows.map((values) => row(kinds.map((kind, index) => cell({ value: values[index] ?? null, kind })))).join('')),
  end: ({ names }) => {
    endSheet();
    for (const [name, text] of Object.entries(packageFiles(names))) openPart(name).end(text);
    zip.end();
    flush();
  },
};
parentPort.on('message', (message) => {
  steps[message.type](message);
  parentPort.postMessage({ type: 'done' });
});
