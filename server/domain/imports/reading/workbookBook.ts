import { limits } from '../../../../contract/limits.ts';
import { importProblems as t } from '../../../../contract/messages/importProblems.ts';
import { unreadableError } from './unreadable.ts';
import type { OpenPart } from './workbookParts.ts';
import { type Attributes, readXml } from './xml.ts';

/** `isDay`: by index of the cell format. `is1904`: days count from 1904, as in old Mac workbooks. */
export type Styles = Readonly<{ isDay: readonly boolean[]; is1904: boolean }>;

const MAX_SMALL_PART_BYTES = 20_000_000;
/** Excel writes at most 64,000 cell formats, and format codes of 255 characters. */
const MAX_FORMATS = 65_536;
const MAX_FORMAT_CODE = 255;
/** Shared strings stay in memory while a workbook is read. */
const MAX_SHARED_TEXTS = 4_000_000;
const MAX_SHARED_CHARS = 60_000_000;
const MAX_SHARED_BYTES = 500_000_000;

type Tag = Readonly<{ name: string; parent: string; attributes: Attributes }>;

/** The tags of a small part, in order. */
const streamTags = (bytes: AsyncIterable<Buffer>): AsyncGenerator<Tag> => {
  const path: string[] = [];
  return readXml<Tag>(bytes, (emit) => ({
    open: (name, attributes) => {
      emit({ name, parent: path.at(-1) ?? '', attributes });
      path.push(name);
    },
    close: () => path.pop(),
  }));
};

type Book = Readonly<{ firstSheetId: string | null; is1904: boolean }>;

/** The first visible sheet, by its relationship id. */
const readBook = async (openPart: OpenPart): Promise<Book> => {
  const part = openPart('xl/workbook.xml', MAX_SMALL_PART_BYTES);
  if (!part) throw unreadableError(t.brokenWorkbook);
  let [firstSheetId, is1904]: [string | null, boolean] = [null, false];
  for await (const { name, attributes } of streamTags(part)) {
    if (name === 'workbookPr') is1904 ||= ['1', 'true'].includes(attributes.date1904 ?? '');
    if (name !== 'sheet' || firstSheetId !== null || /hidden/i.test(attributes.state ?? '')) continue;
    firstSheetId = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? null;
  }
  return { firstSheetId, is1904 };
};

const openFirstSheet = async (openPart: OpenPart, { firstSheetId }: Book): Promise<AsyncGenerator<Buffer>> => {
  let target = 'worksheets/sheet1.xml';
  const links = openPart('xl/_rels/workbook.xml.rels', MAX_SMALL_PART_BYTES);
  if (links)
    for await (const { name, attributes } of streamTags(links))
      if (name === 'Relationship' && attributes.Id === firstSheetId) target = attributes.Target ?? target;
  const sheet = openPart(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  if (!sheet) throw unreadableError(t.brokenWorkbook);
  return sheet;
};

/** Date formats built into every workbook, by id. */
const isBuiltInDay = (id: number): boolean => (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
/** True if the code contains a day, month or year outside quotes and brackets. */
const isDayFormat = (code: string): boolean =>
  /[dmy]/i.test(
    code
      .slice(0, MAX_FORMAT_CODE)
      .replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '')
      .replaceAll(/general/gi, ''),
  );

const readStyles = async (openPart: OpenPart, { is1904 }: Book): Promise<Styles> => {
  const codes = new Map<number, boolean>();
  const formats: number[] = [];
  const part = openPart('xl/styles.xml', MAX_SMALL_PART_BYTES);
  if (part)
    for await (const { name, parent, attributes } of streamTags(part)) {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), isDayFormat(attributes.formatCode ?? ''));
      if (name === 'xf' && parent === 'cellXfs') formats.push(Number(attributes.numFmtId ?? 0));
      if (Math.max(codes.size, formats.length) > MAX_FORMATS) throw unreadableError(t.brokenWorkbook);
    }
  return { isDay: formats.map((id) => codes.get(id) ?? isBuiltInDay(id)), is1904 };
};

/** The strings that cells reference by index, without phonetic readings. */
const readSharedTexts = async (openPart: OpenPart): Promise<string[]> => {
  const part = openPart('xl/sharedStrings.xml', MAX_SHARED_BYTES);
  const shared: string[] = [];
  let [words, isText, isPhonetic, chars] = ['', false, false, 0];
  if (!part) return shared;
  const items = readXml<string>(part, (emit) => ({
    open: (name) => {
      if (name === 'si') words = '';
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    text: (piece) => {
      if (isText && words.length < limits.imports.maxCell) words += piece.slice(0, limits.imports.maxCell - words.length);
    },
    close: (name) => {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') emit(words);
    },
  }));
  for await (const text of items) {
    chars += text.length;
    if (shared.push(text) > MAX_SHARED_TEXTS || chars > MAX_SHARED_CHARS) throw unreadableError(t.tooLargeInside);
  }
  return shared;
};

/** Loads everything needed to read the rows of a workbook's first sheet. @throws UnreadableFile */
export const openBook = async (openPart: OpenPart) => {
  const book = await readBook(openPart);
  const styles = await readStyles(openPart, book);
  return { styles, shared: await readSharedTexts(openPart), sheet: await openFirstSheet(openPart, book) };
};
