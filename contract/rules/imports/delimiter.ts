import { limits } from '../../limits.ts';

const delimiters = [',', ';', '\t', '|'] as const;

/** The separator that the first lines hold most often, outside of quotes. */
export const delimiterOf = (sample: string): string => {
  const lines = sample.replaceAll(/"[^"]*"/g, '').split(/\r\n|\n|\r/, limits.imports.headerWithin);
  const most = (sign: string): number => Math.max(...lines.map((line) => line.split(sign).length));
  return [...delimiters].sort((a, b) => most(b) - most(a))[0] ?? ',';
};
