import { limits } from '../../limits.ts';

const delimiters = [',', ';', '\t', '|'] as const;

/** Number of lines that contain the delimiter, how many of those split into the most common number of columns, and that number. */
const splitCounts = (sign: string, lines: readonly string[]): Readonly<{ lines: number; consistentLines: number; columns: number }> => {
  const lineCountByColumns = new Map<number, number>();
  for (const line of lines) {
    const columns = line.split(sign).length;
    if (columns > 1) lineCountByColumns.set(columns, (lineCountByColumns.get(columns) ?? 0) + 1);
  }
  const [mostCommon] = [...lineCountByColumns].sort(([a, x], [b, y]) => y - x || b - a);
  const linesWithSign = [...lineCountByColumns.values()].reduce((sum, count) => sum + count, 0);
  return { lines: linesWithSign, consistentLines: mostCommon?.[1] ?? 0, columns: mostCommon?.[0] ?? 1 };
};

/** The delimiter of a text. Unlike characters inside words and amounts, it occurs equally often on every line, header included. */
export const delimiterOf = (sample: string): string => {
  const lines = sample.replaceAll(/"[^"]*"/g, '').split(/\r\n|\n|\r/, limits.imports.headerWithin);
  const counts = delimiters.map((sign) => ({ sign, ...splitCounts(sign, lines) }));
  return counts.sort((a, b) => b.lines - a.lines || b.consistentLines - a.consistentLines || b.columns - a.columns)[0]?.sign ?? ',';
};
