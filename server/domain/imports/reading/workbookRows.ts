import { setImmediate } from 'node:timers/promises';
import { limits } from '../../../../contract/limits.ts';
import { importProblems as text } from '../../../../contract/messages/imports.ts';
import type { Cell } from '../../../../contract/rules/imports/formats.ts';
import { bytesOf, type StoredFile } from './bytes.ts';
import type { FileRow } from './textRows.ts';
import { unreadable } from './unreadable.ts';
import { attributeOf, elements, textIn, wholeOf } from './xml.ts';
import { openZip } from './zip.ts';

type Open = (name: string) => AsyncGenerator<Buffer> | null;
type Styles = Readonly<{ isDay: readonly boolean[]; is1904: boolean }>;

/** Characters of all texts that a workbook shares: they are in memory while it is read. */
const MOST_SHARED = 60_000_000;
const BREATHE_EVERY = 500;

const sharedTexts = async (open: Open): Promise<string[]> => {
  const file = open('xl/sharedStrings.xml');
  const shared: string[] = [];
  let length = 0;
  if (file)
    for await (const item of elements(file, 'si')) {
      const words = textIn(item).slice(0, limits.imports.maxCell);
      length += words.length;
      if (length > MOST_SHARED) throw unreadable(text.tooLargeInside);
      shared.push(words);
      if (shared.length % BREATHE_EVERY === 0) await setImmediate();
    }
  return shared;
};

/** Formats of days that every workbook knows by number. */
const knownDays = (id: number): boolean => (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
/** Is there a day, month or year in it, outside of what is quoted or in brackets? */
const showsDay = (code: string): boolean => /[dmy]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '').replaceAll(/general/gi, ''));

const stylesOf = async (open: Open, workbook: string): Promise<Styles> => {
  const xml = await wholeOf(open('xl/styles.xml'));
  const codes = new Map<number, string>();
  for (const [tag] of xml.matchAll(/<(?:\w+:)?numFmt\b[^>]*>/g))
    codes.set(Number(attributeOf(tag, 'numFmtId')), attributeOf(tag, 'formatCode') ?? '');
  const formats = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(xml)?.[0] ?? '';
  const isDay = [...formats.matchAll(/<(?:\w+:)?xf\b[^>]*>/g)].map(([tag]) => {
    const id = Number(attributeOf(tag, 'numFmtId') ?? 0);
    const code = codes.get(id);
    return code === undefined ? knownDays(id) : showsDay(code);
  });
  return { isDay, is1904: /date1904="(?:1|true)"/.test(workbook) };
};

/** The first sheet that is not hidden. */
const firstSheet = async (open: Open, workbook: string): Promise<AsyncGenerator<Buffer>> => {
  const sheets = [...workbook.matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].map(([tag]) => tag);
  const shown = sheets.find((tag) => !/state="(?:hidden|veryHidden)"/.test(tag));
  const id = shown && /\b\w+:id="([^"]+)"/.exec(shown)?.[1];
  const links = await wholeOf(open('xl/_rels/workbook.xml.rels'));
  const link = [...links.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)].find(([tag]) => attributeOf(tag, 'Id') === id)?.[0];
  const target = (link && attributeOf(link, 'Target')) ?? 'worksheets/sheet1.xml';
  const sheet = open(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  if (!sheet) throw unreadable(text.brokenWorkbook);
  return sheet;
};

const DAY_MS = 86_400_000;
/** A serial number counts days from the end of 1899, or of 1903 in workbooks of old Macs. */
const dayOfSerial = (serial: number, is1904: boolean): Cell => {
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const at = start + Math.floor(serial + 1e-9) * DAY_MS;
  return Number.isFinite(at) && serial >= 0 && serial < 2_958_466 ? { day: new Date(at).toISOString().slice(0, 10) } : serial;
};

const columnOf = (reference: string): number => {
  let column = 0;
  for (const letter of reference.toUpperCase()) if (letter >= 'A' && letter <= 'Z') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
};

const cellOf = (xml: string, shared: readonly string[], { isDay, is1904 }: Styles): Cell => {
  const tag = /^<[^>]*>/.exec(xml)?.[0] ?? '';
  const type = attributeOf(tag, 't') ?? 'n';
  if (type === 'inlineStr') return textIn(xml) || null;
  const raw = /<(?:\w+:)?v\b[^>]*>([\s\S]*?)<\/(?:\w+:)?v>/.exec(xml)?.[1];
  if (raw === undefined) return null;
  if (type === 's') return shared[Number(raw)] || null;
  if (type === 'd') return { day: raw.slice(0, 10) };
  if (type !== 'n') return textIn(xml) || null;
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  return isDay[Number(attributeOf(tag, 's') ?? -1)] ? dayOfSerial(value, is1904) : value;
};

/** Rows of the first sheet of a workbook (XLSX), a piece at a time with pauses for others. @throws Problem 422 */
export async function* workbookRows(file: StoredFile): AsyncGenerator<FileRow> {
  const open = await openZip(file.size, bytesOf(file));
  const workbook = await wholeOf(open('xl/workbook.xml'));
  if (workbook === '') throw unreadable(text.brokenWorkbook);
  const styles = await stylesOf(open, workbook);
  const shared = await sharedTexts(open);
  let last = 0;
  for await (const row of elements(await firstSheet(open, workbook), 'row')) {
    const head = /^<[^>]*>/.exec(row)?.[0] ?? '';
    const number = Number(attributeOf(head, 'r') ?? last + 1);
    const cells: Cell[] = [];
    for (const [cell] of row.matchAll(/<(?:\w+:)?c\b(?:[^>]*\/>|[\s\S]*?<\/(?:\w+:)?c>)/g)) {
      const at = columnOf(attributeOf(/^<[^>]*>/.exec(cell)?.[0] ?? '', 'r') ?? '');
      const column = at < 0 ? cells.length : at;
      if (column >= limits.imports.maxColumns) continue;
      while (cells.length < column) cells.push(null);
      cells[column] = cellOf(cell, shared, styles);
    }
    if (number <= last) throw unreadable(text.brokenWorkbook);
    last = number;
    yield { number, cells };
    if (last % BREATHE_EVERY === 0) await setImmediate();
  }
}
