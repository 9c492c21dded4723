/** The thread that writes a workbook row by row: what is written leaves at once, so that 100,000 rows are never held. */
import { parentPort } from 'node:worker_threads';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A zip that is written in one go: sizes follow each file, its directory comes last. */
const zipTo = (send) => {
  const files = [];
  let offset = 0;
  const put = (bytes) => {
    offset += bytes.length;
    send(bytes);
  };
  const headerOf = (signature, { name, sum = 0, packed = 0, plain = 0 }, before) => {
    const bytes = Buffer.alloc(26);
    bytes.writeUInt16LE(20, 0);
    // Sizes follow, and names are UTF-8.
    bytes.writeUInt16LE(0x0808, 2);
    bytes.writeUInt16LE(8, 4);
    bytes.writeUInt16LE(0x21, 8);
    bytes.writeUInt32LE(sum, 10);
    bytes.writeUInt32LE(packed, 14);
    bytes.writeUInt32LE(plain, 18);
    bytes.writeUInt16LE(Buffer.byteLength(name), 22);
    return Buffer.concat([signature, ...before, bytes]);
  };
  return {
    /** Begins a file; the one before it must be ended. */
    open: (name) => {
      const file = { name, at: offset, sum: 0, packed: 0, plain: 0 };
      put(Buffer.concat([headerOf(Buffer.from('PK\x03\x04', 'latin1'), { name }, []), Buffer.from(name)]));
      const deflate = createDeflateRaw({ level: 4 });
      deflate.on('data', (bytes) => {
        file.packed += bytes.length;
        put(bytes);
      });
      return {
        write: (text) => {
          const bytes = Buffer.from(text);
          file.sum = crc32(bytes, file.sum);
          file.plain += bytes.length;
          return new Promise((resolve) => deflate.write(bytes, resolve));
        },
        end: async () => {
          await new Promise((resolve) => deflate.on('end', resolve).end());
          const sizes = Buffer.alloc(16);
          sizes.write('PK\x07\x08', 0, 'latin1');
          sizes.writeUInt32LE(file.sum, 4);
          sizes.writeUInt32LE(file.packed, 8);
          sizes.writeUInt32LE(file.plain, 12);
          put(sizes);
          files.push(file);
        },
      };
    },
    close: () => {
      const start = offset;
      for (const file of files) {
        const rest = Buffer.alloc(14);
        rest.writeUInt32LE(file.at, 10);
        put(Buffer.concat([headerOf(Buffer.from('PK\x01\x02', 'latin1'), file, [Buffer.from([20, 0])]), rest, Buffer.from(file.name)]));
      }
      const end = Buffer.alloc(22);
      end.write('PK\x05\x06', 0, 'latin1');
      end.writeUInt16LE(files.length, 8);
      end.writeUInt16LE(files.length, 10);
      end.writeUInt32LE(offset - start, 12);
      end.writeUInt32LE(start, 16);
      put(end);
    },
  };
};

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** XML has no place for most control characters. */
const safe = (text) => text.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '').replace(/[&<>"]/g, (sign) => escapes[sign]);

/** By kind and look, places in `cellXfs` below. */
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
/** Text is written as text, so that a name that looks like a formula stays a name. */
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
const rowOf = (columns, values, strong = false) => row(columns.map(({ kind }, at) => cell(values[at] ?? null, kind, strong)));

const widths = { text: 26, money: 16, percent: 13, count: 13, month: 13 };
const sheetStart = (columns, frozen) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">${
  frozen ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : ''
}</sheetView></sheetViews><cols>${columns
  .map(({ kind }, at) => `<col min="${at + 1}" max="${at + 1}" width="${widths[kind]}" customWidth="1"/>`)
  .join('')}</cols><sheetData>`;
const SHEET_END = '</sheetData></worksheet>';

const packageFiles = (names) => ({
  '[Content_Types].xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${names
    .map(
      (_, at) =>
        `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
    )
    .join('')}</Types>`,
  '_rels/.rels': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names
    .map((name, at) => `<sheet name="${safe(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names
    .map(
      (_, at) =>
        `<Relationship Id="rId${at + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
    )
    .join(
      '',
    )}<Relationship Id="rId${names.length + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': stylesXml,
});

/** What was packed, in pieces of some size: each costs the other side a turn. */
const PIECE = 262_144;
let held = [];
let size = 0;
const flush = () => {
  if (size === 0) return;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of held) {
    bytes.set(piece, at);
    at += piece.length;
  }
  held = [];
  size = 0;
  parentPort.postMessage({ type: 'bytes', bytes }, [bytes.buffer]);
};
const zip = zipTo((bytes) => {
  held.push(bytes);
  size += bytes.length;
  if (size >= PIECE) flush();
});

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
  begin: async (message) => {
    columns = message.columns;
    rows = zip.open('xl/worksheets/sheet2.xml');
    await rows.write(sheetStart(columns, true) + headRow(columns));
  },
  rows: (message) => rows.write(message.rows.map((values) => rowOf(columns, values)).join('')),
  end: async ({ summary, total, names }) => {
    await rows.write(rowOf(columns, total, true) + SHEET_END);
    await rows.end();
    const texts = { 'xl/worksheets/sheet1.xml': summarySheet(summary).join(''), ...packageFiles(names) };
    for (const [name, text] of Object.entries(texts)) {
      const file = zip.open(name);
      await file.write(text);
      await file.end();
    }
    zip.close();
    flush();
  },
};
parentPort.on('message', (message) => {
  void steps[message.type](message).then(() => parentPort.postMessage({ type: 'done' }));
});
