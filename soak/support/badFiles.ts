import {
  headerRow,
  invoiceRow,
  type Part,
  rowOf,
  sharedStringsBomb,
  unclosedCellsFile,
  workbookOf,
  workbookParts,
  zipOf,
} from '../../tests/support/workbooks.ts';

const SHEET = 'xl/worksheets/sheet1.xml';
const START = `<worksheet><sheetData>`;
const END = '</sheetData></worksheet>';
const HEADER = 'Number,Customer,Date,Total,Rep';
const invoiceLine = (number: number): string => `F-${number},Acme,2026-11-02,5,sam@example.test`;
const MILLION = 1_000_000;

const withPart = (name: string, part: Part): Buffer => workbookOf({ ...workbookParts(), [name]: part });
const sheetOf = (before: string, piece: string, times: number, after = ''): Buffer =>
  withPart(SHEET, { before: START + before, piece, times, after: after + END });
const csv = (text: string): Buffer => Buffer.from(`${HEADER}\n${text}`);

/** A workbook whose cells all refer to the same long text: a small file with huge rows. */
const longTextEverywhere = (): Buffer => {
  const cells = '<c t="s"><v>0</v></c>'.repeat(200);
  return workbookOf({
    ...workbookParts(),
    'xl/sharedStrings.xml': `<sst><si><t>${'long text '.repeat(400)}</t></si></sst>`,
    [SHEET]: { before: START + headerRow, piece: `<row>${cells}</row>`, times: 5000, after: END },
  });
};
const styles = (formats: string): string => `<styleSheet><numFmts>${formats}</numFmts><cellXfs><xf numFmtId="0"/></cellXfs></styleSheet>`;
const nestedZip = (levels: number): Buffer => {
  let inner: Buffer = workbookOf(workbookParts());
  for (let level = 0; level < levels; level += 1) inner = zipOf({ 'xl/workbook.xml': inner });
  return inner;
};
const falseSizesFile = (): Buffer =>
  workbookOf({ ...workbookParts(), [SHEET]: { before: START, piece: ' ', times: 300 * MILLION, after: END } }, 5000);
const manyEntries = (): Buffer =>
  zipOf(Object.fromEntries(Array.from({ length: 12_000 }, (_, index) => [`xl/${index}`, new Uint8Array(0)])));
const slowAmount = `"-${' '.repeat(400)}x\ny"`;

/** Files designed to crash a server, by name. */
export const attacks: Readonly<Record<string, () => Buffer>> = {
  'empty shared strings': () => sharedStringsBomb(),
  'fewer empty shared strings': () => sharedStringsBomb(30 * MILLION),
  'unclosed cells': () => unclosedCellsFile(),
  'more unclosed cells': () => unclosedCellsFile(2 * MILLION),
  'zip bomb of blanks': () => sheetOf('', ' ', 1400 * MILLION),
  'zip bomb under the ratio': () => sheetOf(headerRow, ' ', 49 * MILLION),
  'sizes that lie': falseSizesFile,
  'nested zip': () => nestedZip(20),
  'many entries': manyEntries,
  'deep nesting': () => sheetOf('', '<a>', MILLION),
  'empty rows': () => sheetOf(headerRow, '<row/>', 8 * MILLION),
  'empty cells in a row': () => sheetOf(`${headerRow}<row>`, '<c/>', 10 * MILLION, '</row>'),
  'attributes of a tag': () => sheetOf(`${headerRow}<row><c `, 'a="" ', 9 * MILLION, '/></row>'),
  'a long attribute': () => sheetOf(`${headerRow}<row><c a="`, 'x', 40 * MILLION, '"/></row>'),
  'a long text': () => sheetOf(`${headerRow}<row><c t="inlineStr"><is><t>`, 'x', 40 * MILLION, '</t></is></c></row>'),
  'a long comment': () => sheetOf('<!--', 'x', 40 * MILLION, '-->'),
  'a long text in every cell': longTextEverywhere,
  entities: () => withPart(SHEET, `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>${START}${rowOf('&b;')}${END}`),
  'format codes': () => withPart('xl/styles.xml', styles(`<numFmt numFmtId="200" formatCode="${'['.repeat(60_000)}"/>`)),
  'a slow amount': () => csv(`F-1,Acme,2026-11-02,${slowAmount},\n`.repeat(2000)),
  'a huge cell': () => csv(`F-1,${'x'.repeat(20 * MILLION)},2026-11-02,5,`),
  'a quote that never closes': () => csv(`F-1,"${'x\n'.repeat(10 * MILLION)}`),
  'quotes everywhere': () => csv('"'.repeat(20 * MILLION)),
  'columns without end': () => Buffer.from(`${HEADER}${','.repeat(20 * MILLION)}\n`),
  'columns below the header': () => csv(`${','.repeat(250_000)}\n`.repeat(80)),
  'blank lines': () => csv('\n'.repeat(40 * MILLION)),
  'a line of half a megabyte': () => csv(`F-1,${'x,'.repeat(130_000)}\n`.repeat(20)),
  'zero bytes': () => Buffer.alloc(20 * MILLION),
};

/** A random number generator that repeats its sequence for the same seed. */
const randomFrom = (seed: number) => {
  let state = (seed * 2_654_435_761) >>> 0;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

export type ValidFiles = Readonly<{ workbook: Readonly<Record<string, string>>; files: readonly Buffer[] }>;
export const validFiles = (): ValidFiles => {
  const rows = Array.from({ length: 40 }, (_, index) => invoiceRow(`X-${index}`)).join('');
  const workbook = workbookParts(headerRow + rows) as Record<string, string>;
  const lines = Array.from({ length: 200 }, (_, index) => invoiceLine(index)).join('\n');
  return { workbook, files: [workbookOf(workbook), csv(lines), csv(lines.replaceAll(',', ';'))] };
};

const MARKUP = ['<', '>', '</', '/>', '"', '&', '&#x0;', '<c ', '<row>', '<si>', '<!--', ']]>', '\u0000', '=', "'", '<![CDATA['];

/**
 * A valid file with some bytes changed, removed, repeated or truncated; every other one is a workbook whose XML is changed before packing.
 */
export const mutated = ({ workbook, files }: ValidFiles, seed: number): Buffer => {
  const random = randomFrom(seed);
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
  if (random(2) === 0) {
    const name = pick(Object.keys(workbook));
    let xml = workbook[name] ?? '';
    for (let times = 1 + random(5); times > 0; times -= 1) {
      const index = random(xml.length);
      xml = xml.slice(0, index) + pick(MARKUP).repeat(1 + random(50)) + xml.slice(index + random(20));
    }
    return workbookOf({ ...workbook, [name]: xml });
  }
  const bytes = Buffer.from(pick(files));
  const kind = random(3);
  if (kind === 0) return bytes.subarray(0, 1 + random(bytes.length - 1));
  if (kind === 1) {
    const index = random(bytes.length);
    return Buffer.concat([
      bytes.subarray(0, index),
      ...Array.from({ length: 1 + random(200) }, () => bytes.subarray(index, index + random(300))),
    ]);
  }
  for (let times = 1 + random(40); times > 0; times -= 1) bytes[random(bytes.length)] = random(256);
  return bytes;
};
