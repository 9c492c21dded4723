import type { KeyboardEvent } from 'react';
import { describe, expect, it } from 'vitest';
import { nextFilterText } from '../../src/ui/picker/pickerKeys.ts';

const filtered = (key: string, text = '', modifiers: Partial<KeyboardEvent> = {}): string | null =>
  nextFilterText({ key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers } as KeyboardEvent, text);

describe('a key on a closed picker', () => {
  it('a letter filters, and the next one filters further', () => {
    expect(filtered('a')).toBe('a');
    expect(filtered('n', 'a')).toBe('an');
    expect(filtered('Backspace', 'an')).toBe('a');
  });

  it('Space opens while nothing is typed, and then is part of a name', () => {
    expect(filtered(' ')).toBe('');
    expect(filtered(' ', 'Ann')).toBe('Ann ');
  });

  it.each(['ArrowDown', 'ArrowUp', 'Enter', 'Home', 'End'])('%s opens and keeps the input', (key) => {
    expect(filtered(key)).toBe('');
    expect(filtered(key, 'an')).toBe('an');
  });

  it('ignores all other keys', () => {
    for (const key of ['Tab', 'Escape', 'Shift', 'F5', 'Backspace']) expect(filtered(key)).toBeNull();
    expect(filtered('r', '', { ctrlKey: true })).toBeNull();
    expect(filtered('r', '', { metaKey: true })).toBeNull();
    expect(filtered('r', '', { altKey: true })).toBeNull();
  });
});
