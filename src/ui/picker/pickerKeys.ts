import type { KeyboardEvent } from 'react';

const openingKeys = ['ArrowDown', 'ArrowUp', 'Enter', ' ', 'Home', 'End'];

/** The filter text after a key on a closed field, or null if the key does not open the list. */
export const nextFilterText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, text: string): string | null => {
  if (ctrlKey || metaKey) return null;
  if (key === 'Backspace' && text !== '') return text.slice(0, -1);
  if (key.length === 1 && !altKey && (key !== ' ' || text !== '')) return text + key;
  return openingKeys.includes(key) ? text : null;
};
