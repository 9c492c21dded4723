import { importProblems as text } from '../../../../contract/messages/imports.ts';
import { unreadable } from './unreadable.ts';

/** One element of a sheet is no longer than this. */
const LONGEST = 4_000_000;
const WHOLE = 20_000_000;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decoded = (xml: string): string =>
  xml.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, digits?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(digits);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
  });

export const attributeOf = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : decoded(found);
};

/** All texts inside, one after another; readings for another script (phonetic) are not among them. */
export const textIn = (xml: string): string =>
  [...xml.replaceAll(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, '').matchAll(/<(?:\w+:)?[tv](?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?[tv]>/g)]
    .map(([, words = '']) => decoded(words))
    .join('');

/** A small file as text; '' where it is not there. */
export const wholeOf = async (file: AsyncIterable<Buffer> | null): Promise<string> => {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of file ?? []) {
    length += piece.length;
    if (length > WHOLE) throw unreadable(text.tooLargeInside);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
};

/** Each element of a name as its own XML, in order; it never holds one of the same name. */
export async function* elements(file: AsyncIterable<Buffer>, name: string): AsyncGenerator<string> {
  const opening = new RegExp(`<((?:\\w+:)?${name})(?=[\\s/>])`, 'g');
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of file) {
    rest += decoder.decode(piece, { stream: true });
    let done = 0;
    for (;;) {
      opening.lastIndex = done;
      const found = opening.exec(rest);
      if (!found) break;
      const tagEnd = rest.indexOf('>', found.index);
      if (tagEnd < 0) break;
      const closing = `</${found[1]}>`;
      const end = rest[tagEnd - 1] === '/' ? tagEnd + 1 : rest.indexOf(closing, tagEnd) + closing.length;
      if (end < tagEnd) break;
      yield rest.slice(found.index, end);
      done = end;
    }
    // What is before the next opening is of no use; an opening itself may be cut in two.
    opening.lastIndex = done;
    const next = opening.exec(rest);
    rest = next ? rest.slice(next.index) : rest.slice(Math.max(done, rest.length - 64));
    if (rest.length > LONGEST) throw unreadable(text.brokenWorkbook);
  }
}
