import { parse } from 'csv-parse/browser/esm/sync';
import { limits } from '../../contract/limits.ts';
import { fill, messages } from '../../contract/messages.ts';
import { delimiterOf } from '../../contract/rules/imports/delimiter.ts';
import { sizeText } from '../../contract/rules/text.ts';
import { readTextFile } from './textFile.ts';

const t = messages.ownSheet;
/** Checks the first bytes of a workbook, which is a zip file. */
const isWorkbook = (content: string): boolean => content.startsWith('PK\u0003\u0004');

const toReadError = (message: string): Error => Object.assign(new Error(message), { data: { message } });

/** The cells of pasted text or of a CSV file. @throws an error with a message for the user */
export const readCells = async (source: string | Blob): Promise<string[][]> => {
  const tooLarge = toReadError(fill(t.tooLarge, { limit: limits.ownSheetRows, size: sizeText(limits.ownSheetBytes) }));
  if (typeof source !== 'string' && source.size > limits.ownSheetBytes) throw tooLarge;
  const content = typeof source === 'string' ? source : await readTextFile(source);
  if (content.length > limits.ownSheetBytes) throw tooLarge;
  if (isWorkbook(content)) throw toReadError(t.workbook);
  const options = {
    delimiter: delimiterOf(content),
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    // One extra row is enough to detect too many.
    to: limits.ownSheetRows + 1,
  };
  let rows: string[][];
  try {
    rows = parse(content, options) as string[][];
  } catch {
    throw toReadError(t.unreadable);
  }
  if (!rows.some((row) => row.some((cell) => cell.trim() !== ''))) throw toReadError(t.empty);
  if (rows.length > limits.ownSheetRows) throw tooLarge;
  return rows;
};
