import { parse } from 'csv-parse/browser/esm/sync';
import { limits } from '../../contract/limits.ts';
import { fill, messages } from '../../contract/messages.ts';
import { delimiterOf } from '../../contract/rules/imports/delimiter.ts';
import { readText } from './textFile.ts';

const text = messages.ownSheet;
/** The first bytes of a workbook, which is a zip file. */
const isWorkbook = (content: string): boolean => content.startsWith('PK\u0003\u0004');

const refused = (message: string): Error => Object.assign(new Error(message), { data: { message } });

/** The cells of pasted text or of a CSV file. @throws with a sentence for the person */
export const readSheet = async (source: string | Blob): Promise<string[][]> => {
  const content = typeof source === 'string' ? source : await readText(source);
  if (isWorkbook(content)) throw refused(text.workbook);
  const options = { delimiter: delimiterOf(content), bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: false };
  let rows: string[][];
  try {
    rows = parse(content, options) as string[][];
  } catch {
    throw refused(text.unreadable);
  }
  if (!rows.some((row) => row.some((cell) => cell.trim() !== ''))) throw refused(text.empty);
  if (rows.length > limits.ownSheetRows) throw refused(fill(text.tooLarge, { limit: limits.ownSheetRows }));
  return rows;
};
