import { describe, expect, it } from 'vitest';
import { pageSizeFor } from '../../contract/rules/page.ts';

const commissions = { row: 60, header: 280, footer: 120, padding: 60 };
const adjustments = { row: 50, header: 200, footer: 80, padding: 40 };

describe('spec 9.06: the window height decides the rows of a page', () => {
  it.each([
    [0, 5],
    [819, 5],
    [820, 6],
    [879, 6],
    [880, 7],
    [1060, 10],
    [2160, 28],
  ])('commissions at %i px: %i', (height, rows) => expect(pageSizeFor(height, commissions)).toBe(rows));

  it.each([
    [569, 5],
    [619, 5],
    [620, 6],
    [1080, 15],
  ])('adjustments at %i px: %i', (height, rows) => expect(pageSizeFor(height, adjustments)).toBe(rows));
});
