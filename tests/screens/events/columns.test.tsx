import { describe, expect, it } from 'vitest';
import { cellText } from '../../../src/screens/events/columns.tsx';
import { eventOf } from './eventsCases.ts';

const shift = {
  user: { first_name: 'Zoe', last_name: 'Lin' },
  summary: 'Python',
  type: 'shift',
  location: { name: 'Mesa' },
  start_time: null,
  end_time: null,
};

describe('the shift of an event', () => {
  it.each([
    ['published', 'Zoe Lin, Python, Published, Mesa'],
    ['planning', 'Zoe Lin, Python, Not published yet, Mesa'],
    ['swapped', 'Zoe Lin, Python, swapped, Mesa'],
    ['', 'Zoe Lin, Python, Mesa'],
  ])('decisions 7.06: that is "%s" says so in words', (status, text) => {
    expect(cellText(eventOf({ shift: { ...shift, status } } as never), 'shift')).toBe(text);
  });
});
