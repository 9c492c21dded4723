import sax from 'sax';
import { importProblems as t } from '../../../../contract/messages/importProblems.ts';
import { unreadableError } from './unreadable.ts';

export type Attributes = Readonly<Record<string, string>>;
/** Names have no namespace prefix. Long texts arrive in pieces. */
export type XmlHandlers = Readonly<{
  open: (name: string, attributes: Attributes) => void;
  text?: (piece: string) => void;
  close?: (name: string) => void;
}>;

const MAX_DEPTH = 64;
const MAX_ATTRIBUTES = 256;
const PIECE_BYTES = 65_536;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The parser is linear and buffers at most 64 kB per token; a longer attribute, tag or comment is an error. */
const createStrictParser = ({ open, text, close }: XmlHandlers): sax.SAXParser => {
  const parser = sax.parser(true);
  let [depth, attributes] = [0, 0];
  const refuse = (): never => {
    throw unreadableError(t.brokenWorkbook);
  };
  parser.onerror = refuse;
  parser.onattribute = () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) refuse();
  };
  parser.onopentag = (tag) => {
    depth += 1;
    attributes = 0;
    if (depth > MAX_DEPTH) refuse();
    open(localName(tag.name), tag.attributes as Attributes);
  };
  parser.onclosetag = (name) => {
    depth -= 1;
    close?.(localName(name));
  };
  if (text) {
    parser.ontext = text;
    parser.oncdata = text;
  }
  return parser;
};

/**
 * Streams XML and yields the items its handlers emit.
 * @throws UnreadableFile for malformed XML, or nesting deeper than any spreadsheet writes
 */
export async function* readXml<Item>(
  bytes: AsyncIterable<Buffer>,
  handlersFor: (emit: (item: Item) => void) => XmlHandlers,
): AsyncGenerator<Item> {
  let items: Item[] = [];
  const parser = createStrictParser(handlersFor((item) => items.push(item)));
  const decoder = new TextDecoder();
  for await (const piece of bytes)
    for (let from = 0; from < piece.length; from += PIECE_BYTES) {
      parser.write(decoder.decode(piece.subarray(from, from + PIECE_BYTES), { stream: true }));
      yield* items;
      items = [];
    }
  parser.write(decoder.decode()).close();
  yield* items;
}
