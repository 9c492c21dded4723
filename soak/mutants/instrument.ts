import type { Change } from './machineMutants.ts';

export type Mutant = Change & Readonly<{ id: number; file: string; line: number; from: string }>;

const short = (text: string): string => {
  const collapsed = text.replace(/\s+/g, ' ').trim();
  return collapsed.length > 110 ? `${collapsed.slice(0, 107)}...` : collapsed;
};
export const changeText = ({ from, to }: Pick<Mutant, 'from' | 'to'>): string => `${short(from)} → ${short(to)}`;

type Range = { start: number; end: number; mutants: Mutant[] };

/**
 * The file with all its mutants; `globalThis.__mutant` selects the active one. A member (`.some`) can't be switched in place, so it becomes
 * a computed one.
 */
export const instrument = (code: string, mutants: readonly Mutant[]): string => {
  const ranges = new Map<string, Range>();
  for (const mutant of mutants) {
    const key = `${mutant.start} ${mutant.end}`;
    const range = ranges.get(key) ?? { start: mutant.start, end: mutant.end, mutants: [] };
    range.mutants.push(mutant);
    ranges.set(key, range);
  }
  const sorted = [...ranges.values()].sort((a, b) => a.start - b.start || b.end - a.end);
  let next = 0;
  const chosen = ({ mutants: own }: Range, original: string): string => {
    const isMember = original.startsWith('.') && own[0]!.operator === 'method';
    const wrap = (text: string) => (isMember ? `'${text.slice(1)}'` : `(${text})`);
    const picked = own.map(({ id, to }) => `globalThis.__mutant === ${id} ? ${wrap(to)} : `).join('');
    return isMember ? `[${picked}${wrap(original)}]` : `(${picked}${wrap(original)})`;
  };
  const write = (start: number, end: number): string => {
    let text = '';
    let position = start;
    while (next < sorted.length && sorted[next]!.start < end) {
      const range = sorted[next]!;
      next += 1;
      text += code.slice(position, range.start) + chosen(range, write(range.start, range.end));
      position = range.end;
    }
    return text + code.slice(position, end);
  };
  return write(0, code.length);
};
