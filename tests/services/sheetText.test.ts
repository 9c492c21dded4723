import { describe, expect, it } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { readCells } from '../../src/services/sheetText.ts';

describe('bad input: a sheet that the browser reads itself', () => {
  const tooLarge = 'This is more than 5000 rows or 5 MB. Paste a smaller part, such as one year.';
  it.each([
    ['pasted text', `a,b\n${'x'.repeat(limits.ownSheetBytes)}`],
    ['a file', new Blob([`a,b\n${'x'.repeat(limits.ownSheetBytes)}`])],
    ['text with too many short rows', 'a,b\n'.repeat(limits.ownSheetRows + 1)],
  ])('%s is refused above the limits', async (_how, source) => {
    await expect(readCells(source)).rejects.toThrow(tooLarge);
  });

  it('is read up to the limits', async () => {
    expect(await readCells('a,b\n'.repeat(limits.ownSheetRows))).toHaveLength(limits.ownSheetRows);
  });
});
