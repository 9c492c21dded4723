const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
const NEGATIVE_NUMBER = /^-\$?\d[\d,]*(?:\.\d+)?%?$/;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** A spreadsheet runs text that starts like a formula; a leading apostrophe makes it text. A plain negative number stays one. */
export const defused = (text: string): string => (FORMULA.test(text) && !NEGATIVE_NUMBER.test(text) ? `'${text}` : text);

const field = (text: string): string => {
  const safe = defused(text);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Without it spreadsheets read UTF-8 as Latin-1. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Lines of RFC 4180, where a file is written piece by piece. */
export const csvLines = (lines: readonly (readonly string[])[]): string => lines.map((line) => `${line.map(field).join(',')}\r\n`).join('');

/** A file as a whole. */
export const csvOf = (lines: readonly (readonly string[])[]): string => BYTE_ORDER_MARK + csvLines(lines);
