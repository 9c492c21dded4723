import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { field, focused, goTo, items, press, show, write } from './editingHost.tsx';

afterEach(cleanup);

test.each(['Enter', 'F2'])('%s edits the cell in place, and the field is labelled', (key) => {
  show();
  goTo('Name 1');
  press(key);
  expect(screen.getByRole('textbox', { name: 'Name' })).toBe(focused());
  expect(field().value).toBe('Name 1');
  // The caret is at the end, so the next key edits the text, as in a spreadsheet.
  expect([field().selectionStart, field().selectionEnd]).toEqual([6, 6]);
});

test('a double click edits; on a read-only row it opens the row', () => {
  const { onRowOpen } = show();
  fireEvent.doubleClick(screen.getByText('Name 3'));
  expect(field().value).toBe('Name 3');
  press('Escape');
  fireEvent.doubleClick(screen.getByText('Name 2'));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(onRowOpen.mock.calls.map(([row]) => row.id)).toEqual(['I-2']);
});

test('a letter typed on a cell starts its new text; with Control, it is a shortcut', () => {
  show();
  goTo('Name 1');
  press('a', { ctrlKey: true });
  expect(screen.queryByRole('textbox')).toBeNull();
  press('?');
  press('/');
  expect(screen.queryByRole('textbox')).toBeNull();
  press('Ж');
  expect(field().value).toBe('Ж');
});

test('a character on a choice picks the first option that begins with it', () => {
  show();
  fireEvent.mouseDown(screen.getAllByText('No')[0] as HTMLElement);
  press('y');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Ready' }).value).toBe('Yes');
});

test('on a read-only cell, F2 and characters do nothing, and Enter opens the row', () => {
  const { onRowOpen } = show();
  goTo('Name 2');
  press('F2');
  press('x');
  expect(screen.queryByRole('textbox')).toBeNull();
  press('Enter');
  expect(onRowOpen).toHaveBeenCalledOnce();
});

test('Enter submits the value and moves down, once', () => {
  const { onCommit } = show();
  goTo('Name 3');
  press('Enter');
  write('New');
  press('Enter');
  expect(onCommit.mock.calls).toEqual([['I-3', 'name', 'New']]);
  expect(focused().textContent).toBe('Name 4');
  expect(screen.getByText('New')).toBeTruthy();
});

test('decisions 6.05: Enter on the last row closes the cell and stays, as in a spreadsheet; typing then replaces its value', () => {
  const { onCommit } = show();
  goTo('Name 6');
  press('A');
  press('Enter');
  expect([screen.queryByRole('textbox'), focused().textContent]).toEqual([null, 'A']);
  press('Enter');
  press('Escape');
  press('B');
  press('Enter');
  expect(onCommit.mock.calls).toEqual([
    ['I-6', 'name', 'A'],
    ['I-6', 'name', 'B'],
  ]);
});

test('an emptied field submits an empty text', () => {
  const { onCommit } = show();
  goTo('Name 1');
  press('Enter');
  write('');
  press('Enter');
  expect(onCommit.mock.calls[0]?.[2]).toBe('');
});

test('Enter at the end of a composition commits nothing', () => {
  const { onCommit } = show();
  goTo('Name 1');
  press('Enter');
  press('Enter', { isComposing: true });
  expect(onCommit).not.toHaveBeenCalled();
});

test('Tab edits the next editable cell, past read-only rows', () => {
  const { onCommit } = show();
  fireEvent.doubleClick(screen.getAllByText('No')[0] as HTMLElement);
  press('Tab');
  expect(onCommit.mock.calls).toEqual([['I-1', 'ready', 'No']]);
  expect(field().value).toBe('Name 3');
  press('Tab', { shiftKey: true });
  expect(screen.getByRole('combobox', { name: 'Ready' })).toBe(focused());
  expect(onCommit.mock.calls.at(-1)).toEqual(['I-3', 'name', 'Name 3']);
});

test('decisions 6.05: the next cell opens at once, by Tab or by typing, while the previous one is being saved', () => {
  const { onCommit } = show({ cellMark: () => 'saving' });
  goTo('Name 3');
  press('A');
  press('Tab');
  expect(field().value).toBe('Note 3');
  press('Escape');
  goTo('Name 4');
  for (const char of ['B', 'C']) {
    press(char);
    expect(field().value).toBe(char);
    press('Enter');
  }
  expect(onCommit.mock.calls).toEqual([
    ['I-3', 'name', 'A'],
    ['I-4', 'name', 'B'],
    ['I-5', 'name', 'C'],
  ]);
});

test('Escape leaves the cell unchanged, keeps the focus on it and closes nothing around it', () => {
  const around = vi.fn();
  document.addEventListener('keydown', around);
  const { onCommit, onClose } = show();
  goTo('Name 1');
  press('Enter');
  write('Other');
  around.mockClear();
  press('Escape');
  document.removeEventListener('keydown', around);
  expect([onClose.mock.calls.length, onCommit.mock.calls.length, around.mock.calls.length]).toEqual([1, 0, 0]);
  expect(focused().textContent).toBe('Name 1');
});

test('leaving the cell commits a change and drops an unchanged edit', () => {
  const { onCommit, onClose } = show();
  goTo('Name 1');
  press('Enter');
  goTo('Name 4');
  expect([onClose.mock.calls.length, onCommit.mock.calls.length]).toEqual([1, 0]);
  press('Enter');
  write('Changed');
  screen.getByRole('button', { name: 'Outside' }).focus();
  expect(onCommit.mock.calls).toEqual([['I-4', 'name', 'Changed']]);
});

test('a long text has several lines: Shift and Enter start one, Enter commits', () => {
  const { onCommit } = show();
  goTo('Note 1');
  press('Enter');
  expect(focused().tagName).toBe('TEXTAREA');
  expect(press('Enter', { shiftKey: true })).toBe(true);
  write('one\ntwo');
  press('Enter');
  expect(onCommit.mock.calls).toEqual([['I-1', 'note', 'one\ntwo']]);
});

test('an option chosen by the pointer is committed at once, but not one reached by arrows', () => {
  const { onCommit } = show();
  fireEvent.doubleClick(screen.getAllByText('No')[0] as HTMLElement);
  press('ArrowUp');
  write('Yes');
  expect(onCommit).not.toHaveBeenCalled();
  fireEvent.pointerDown(focused());
  write('');
  expect(onCommit.mock.calls).toEqual([['I-1', 'ready', '']]);
});

test('the draft survives scrolling far away and back', () => {
  show({ rows: items(1000), rowHeight: 40 });
  goTo('Name 3');
  press('Enter');
  write('half writ');
  const scroller = screen.getByRole('grid').parentElement as HTMLElement;
  scroller.scrollTop = 20_000;
  fireEvent.scroll(scroller);
  expect(screen.getByText('Name 505')).toBeTruthy();
  expect(field().value).toBe('half writ');
});

test('decisions 6.05: an unsaved cell says why in place; Enter and Escape decide, and typing overwrites it', () => {
  const [onCellRetry, onCellDiscard] = [vi.fn(), vi.fn()];
  const { onRowOpen } = show({
    cellMark: (item, key) => (key === 'name' ? (item.id === 'I-1' ? 'failed' : item.id === 'I-4' ? 'conflicted' : undefined) : undefined),
    cellNote: (item) => (item.id === 'I-1' ? 'Not saved: the server is away.' : 'Changed by Vera'),
    onCellRetry,
    onCellDiscard,
  });
  const failed = screen.getByText('Name 1');
  expect([failed.dataset.mark, failed.querySelector('.grid-note')?.textContent]).toEqual(['failed', 'Not saved: the server is away.']);
  goTo('Name 1');
  press('Enter');
  press('Escape');
  goTo('Name 4');
  press('Enter');
  press('Escape');
  expect([onCellRetry.mock.calls, onCellDiscard.mock.calls]).toEqual([
    [[{ rowKey: 'I-1', key: 'name' }], [{ rowKey: 'I-4', key: 'name' }]],
    [[{ rowKey: 'I-1', key: 'name' }], [{ rowKey: 'I-4', key: 'name' }]],
  ]);
  expect([screen.queryByRole('textbox'), onRowOpen.mock.calls]).toEqual([null, []]);
  goTo('Name 1');
  press('Z');
  expect(field().value).toBe('Z');
});

test('a cell being saved says so and can be overwritten; changed cells and rows say so in words', () => {
  show({
    cellMark: (item, key) => (key === 'name' ? (item.id === 'I-1' ? 'saving' : item.id === 'I-4' ? 'modified' : undefined) : undefined),
    rowMark: (item) => (item.id === 'I-4' ? 'modified' : undefined),
  });
  expect(screen.getByText('Name 1').textContent).toBe('Name 1 (being saved)');
  expect(screen.getByText('Name 4').textContent).toBe('Name 4 (changed)');
  expect(screen.getByText('I-4').textContent).toBe('I-4 (row with changes)');
  fireEvent.doubleClick(screen.getByText('Name 1'));
  expect(screen.getByRole<HTMLInputElement>('textbox').readOnly).toBe(false);
});
