import { limits } from '../../limits.ts';

const delimiters = [',', ';', '\t', '|'] as const;

/** Number of lines that contain the sign, how many of them split into the most common number of pieces, and that number. */
const cutsOf = (sign: string, lines: readonly string[]): Readonly<{ lines: number; alike: number; pieces: number }> => {
  const byPieces = new Map<number, number>();
  for (const line of lines) {
    const pieces = line.split(sign).length;
    if (pieces > 1) byPieces.set(pieces, (byPieces.get(pieces) ?? 0) + 1);
  }
  const [best] = [...byPieces].sort(([a, x], [b, y]) => y - x || b - a);
  const all = [...byPieces.values()].reduce((sum, count) => sum + count, 0);
  return { lines: all, alike: best?.[1] ?? 0, pieces: best?.[0] ?? 1 };
};

/** The separator of a text: unlike signs within words and amounts, it occurs on every line, header included, and equally often. */
export const delimiterOf = (sample: string): string => {
  const lines = sample.replaceAll(/"[^"]*"/g, '').split(/\r\n|\n|\r/, limits.imports.headerWithin);
  const cuts = delimiters.map((sign) => ({ sign, ...cutsOf(sign, lines) }));
  return cuts.sort((a, b) => b.lines - a.lines || b.alike - a.alike || b.pieces - a.pieces)[0]?.sign ?? ',';
};
