import { describe, expect, it } from 'vitest';
import { textRows } from '../../../server/domain/imports/reading/textRows.ts';

const HEADER = 'Number,Customer,Date,Total,Rep';
/** All rows, and how long reading them took. */
const read = async (text: string) => {
  const bytes = Buffer.from(text);
  const startMs = performance.now();
  let count = 0;
  let last: unknown = null;
  for await (const { number, cells } of textRows(
    (async function* () {
      for (let from = 0; from < bytes.length; from += 1_048_576) yield bytes.subarray(from, from + 1_048_576);
    })(),
  )) {
    count += 1;
    last = [number, cells];
  }
  return { count, last, ms: performance.now() - startMs };
};

describe('CSV rows', () => {
  it('may be longer or shorter than the first, without slower reading', async () => {
    const row = 'F-1,Acme,2026-11-02,5,sam@example.test\n';
    const evenRows = await read(`${HEADER}\n${row.repeat(50_000)}`);
    const unevenRows = await read(`A report\n${row.repeat(50_000)}`);
    expect(unevenRows).toMatchObject({ count: 50_001, last: [50_001, ['F-1', 'Acme', '2026-11-02', '5', 'sam@example.test']] });
    expect(unevenRows.ms).toBeLessThan(3 * evenRows.ms + 200);
  });

  it.each([
    ['a file without line breaks', `${HEADER}${','.repeat(20_000_000)}`],
    ['the first line', `${HEADER}${','.repeat(1_000_000)}\n`],
  ])('bad input: with millions of columns in %s are refused by count before reading', async (_, text) => {
    const startMs = performance.now();
    await expect(read(text)).rejects.toThrow('The file has more than 200 columns.');
    expect(performance.now() - startMs).toBeLessThan(5000);
  });

  it('bad input: of a quarter of a million cells are read up to the column limit', async () => {
    const { count, last } = await read(`${HEADER}\nF-1${','.repeat(250_000)}\n`);
    expect([count, (last as [number, unknown[]])[1].length]).toEqual([2, 201]);
  });

  it('bad input: with a first row of any length but no columns are refused', async () => {
    await expect(read('x'.repeat(100_000))).rejects.toThrow('Row 1 has more than 32,768 characters.');
  });

  it('may have a first row as long as any header', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `Column ${index} ${'x'.repeat(100)}`);
    expect(await read(names.join(','))).toMatchObject({ count: 1, last: [1, names] });
  });
});
