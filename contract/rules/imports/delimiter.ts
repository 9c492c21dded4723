import { limits } from '../../limits.ts';

const delimiters = [',', ';', '\t', '|'] as const;

/** How many of the lines it cuts into the same number of pieces, and into how many: words and amounts hold signs here and there, columns everywhere. */
const cutsAlike = (sign: string, lines: readonly string[]): Readonly<{ lines: number; pieces: number }> => {
  const byPieces = new Map<number, number>();
  for (const line of lines) {
    const pieces = line.split(sign).length;
    if (pieces > 1) byPieces.set(pieces, (byPieces.get(pieces) ?? 0) + 1);
  }
  const [best] = [...byPieces].sort(([a, x], [b, y]) => y - x || b - a);
  return { lines: best?.[1] ?? 0, pieces: best?.[0] ?? 1 };
};

/** The separator of a text: the sign that cuts the most of its first lines alike, outside of quotes. */
export const delimiterOf = (sample: string): string => {
  const lines = sample.replaceAll(/"[^"]*"/g, '').split(/\r\n|\n|\r/, limits.imports.headerWithin);
  const fits = delimiters.map((sign) => ({ sign, ...cutsAlike(sign, lines) }));
  return fits.sort((a, b) => b.lines - a.lines || b.pieces - a.pieces)[0]?.sign ?? ',';
};
