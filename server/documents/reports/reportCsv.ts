import { BYTE_ORDER_MARK, csvLines } from '../../../contract/rules/csv.ts';
import type { ReportContent, Row } from '../../domain/reports/content/index.ts';
import { plainText } from './cells.ts';

/** The report's facts, then one table with its total; streamed in batches. */
export async function* reportCsv({ name, company, facts, note, columns, batches, summary }: ReportContent): AsyncGenerator<Uint8Array> {
  const lineOf = (row: Row): string[] => columns.map(({ kind }, index) => plainText(row[index] ?? null, kind));
  const headRows = [[name, company], ...facts.map(([label, value]) => [label, value]), [note], [], columns.map(({ title }) => title)];
  yield Buffer.from(BYTE_ORDER_MARK + csvLines(headRows));
  for await (const rows of batches()) yield Buffer.from(csvLines(rows.map(lineOf)));
  yield Buffer.from(csvLines([lineOf(summary().total)]));
}
