import { inflateSync } from 'node:zlib';

const EMBEDDED_FILE = '/Type /EmbeddedFile';
/** Far more than the largest statement. */
const MAX_BYTES = 64_000_000;

/** The files embedded in one of our PDFs; a PDF rewritten by another program may hide them. */
export const readAttachments = (pdf: Buffer): string[] => {
  // One character per byte, so that positions in the text are positions in the file.
  const text = pdf.toString('latin1');
  const files: string[] = [];
  for (let at = text.indexOf(EMBEDDED_FILE); at >= 0; at = text.indexOf(EMBEDDED_FILE, at + 1)) {
    const start = text.indexOf('stream', at);
    const dictionary = text.slice(at, start);
    const first = start + (text.startsWith('stream\r\n', start) ? 'stream\r\n' : 'stream\n').length;
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
    const content = pdf.subarray(first, first + length);
    files.push((dictionary.includes('/FlateDecode') ? inflateSync(content, { maxOutputLength: MAX_BYTES }) : content).toString('utf8'));
  }
  return files;
};
