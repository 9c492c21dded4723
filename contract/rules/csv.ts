const FORMULA_PATTERN = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
const NEGATIVE_NUMBER = /^-\$?\d[\d,]*(?:\.\d+)?%?$/;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** Spreadsheets execute text that starts like a formula; a leading apostrophe prevents that. Plain negative numbers stay unchanged. */
export const escapeFormula = (text: string): string => (FORMULA_PATTERN.test(text) && !NEGATIVE_NUMBER.test(text) ? `'${text}` : text);

const field = (text: string): string => {
  const escaped = escapeFormula(text);
  return NEEDS_QUOTES.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
};

/** Without it spreadsheets read UTF-8 as Latin-1. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** RFC 4180 lines, for files written in pieces. */
export const csvLines = (lines: readonly (readonly string[])[]): string => lines.map((line) => `${line.map(field).join(',')}\r\n`).join('');

/** A complete file. */
export const csvOf = (lines: readonly (readonly string[])[]): string => BYTE_ORDER_MARK + csvLines(lines);
