import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { parseBlock } from '../../../src/ui/grid/editing/block.ts';
import { field, focused, goTo, items, press, show, write } from './editingHost.tsx';

afterEach(cleanup);
const cells = (count: number) => items(count);
const open = (rows = 8) => show({ copy: true, rows: cells(rows) });
const shift = (key: string) => press(key, { shiftKey: true });
const written = (host: ReturnType<typeof show>) =>
  host.onWrite.mock.calls.map(([all]) => all.map(({ row, key, value }) => `${row.id} ${key} ${value}`));
const paste = (text: string) => fireEvent.paste(focused(), { clipboardData: { getData: () => text } });

test('decisions 8.02: Control and Enter writes the same value in all selected editable cells, and closes the field', () => {
  const host = open();
  fireEvent.mouseDown(screen.getAllByText('No')[0] as HTMLElement);
  for (let index = 0; index < 3; index += 1) shift('ArrowDown');
  press('y');
  press('Enter', { ctrlKey: true });
  // The second item isn't editable.
  expect(written(host)).toEqual([['I-1 ready Yes', 'I-3 ready Yes', 'I-4 ready Yes']]);
  expect([screen.queryByRole('combobox'), screen.getAllByText('Yes').length, host.onCommit.mock.calls]).toEqual([null, 3, []]);
});

test('Control and D fills the selection’s first row down; a single cell takes the value above', () => {
  const host = open();
  goTo('Name 3');
  for (let index = 0; index < 2; index += 1) shift('ArrowDown');
  press('d', { ctrlKey: true });
  press('Escape');
  goTo('Note 4');
  press('d', { metaKey: true });
  expect(written(host)).toEqual([['I-4 name Name 3', 'I-5 name Name 3'], ['I-4 note Note 3']]);
});

test('the handle fills down to where it is released, and Escape cancels it', () => {
  const host = open();
  goTo('Name 3');
  fireEvent.mouseUp(document.body);
  const handle = () => document.querySelector('.grid-fill') as HTMLElement;
  fireEvent.mouseDown(handle());
  fireEvent.mouseOver(screen.getByText('Note 5'));
  fireEvent.mouseUp(document.body);
  expect(written(host)).toEqual([['I-4 name Name 3', 'I-5 name Name 3']]);
  fireEvent.mouseDown(handle());
  fireEvent.mouseOver(screen.getByText('Note 7'));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  fireEvent.mouseUp(document.body);
  expect(written(host)).toHaveLength(1);
});

test('Delete clears the selected editable cells, and says when a cell is read-only', () => {
  const host = open();
  goTo('Name 3');
  shift('ArrowRight');
  press('Delete');
  goTo('I-4');
  press('Delete');
  expect(written(host)).toEqual([['I-3 name ', 'I-3 note ']]);
  expect(screen.getByRole('status').textContent).toBe('None of these cells can be changed');
});

test('a block that fits is pasted as one step; one value fills the selection', () => {
  const host = open();
  goTo('Name 3');
  paste('Ana\t"two\nlines"\nBen\t=1+1\n');
  goTo('Note 5');
  shift('ArrowDown');
  paste("'+1 602 555 0100");
  expect(written(host)).toEqual([
    ['I-3 name Ana', 'I-3 note two\nlines', 'I-4 name Ben', 'I-4 note =1+1'],
    ['I-5 note +1 602 555 0100', 'I-6 note +1 602 555 0100'],
  ]);
});

test('values that do not fit are shown before anything is written: dates in a choice, read-only cells, cells beyond the table', async () => {
  const host = open(4);
  fireEvent.mouseDown(screen.getAllByText('No')[0] as HTMLElement);
  paste('yes\tout\n11/23/2026\n11/24/2026\nNO\nbelow');
  await waitFor(() => screen.getByRole('dialog', { name: 'Some of it does not fit' }));
  expect(written(host)).toEqual([]);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '1 cell lies right of the last column: “out”.',
    'The cell for “11/23/2026” cannot be edited.',
    '“11/24/2026” is not among the choices of its field.',
    '1 cell lies below the last loaded row: “below”.',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Paste 2 cells' }));
  expect(written(host)).toEqual([['I-1 ready Yes', 'I-4 ready No']]);
});

test('counts a paste of 5,000 × 30, and writes at most 1,000 cells', async () => {
  const host = open(600);
  goTo('Name 3');
  paste(Array.from({ length: 5000 }, (_, index) => Array.from({ length: 30 }, () => `v${index}`).join('\t')).join('\n'));
  await waitFor(() => screen.getByRole('button', { name: 'Paste 1000 cells' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(written(host)).toEqual([]);
});

test('Control and arrows go to the ends, and with Shift select up to there; Space on any cell ticks its row', () => {
  open();
  goTo('Name 3');
  press('ArrowDown', { ctrlKey: true });
  expect(focused().textContent).toBe('Name 8');
  press('ArrowLeft', { ctrlKey: true });
  expect(focused().textContent).toBe('I-8');
  press('ArrowUp', { ctrlKey: true, shiftKey: true });
  expect(document.querySelectorAll('td[aria-selected="true"]')).toHaveLength(8);
});

test('Enter at the end of an edit clears the selection', () => {
  open();
  goTo('Name 3');
  shift('ArrowDown');
  press('x');
  write('xy');
  press('Enter');
  expect(document.querySelectorAll('td[aria-selected="true"]')).toHaveLength(0);
});

test('suggests people while typing: arrows choose, Enter accepts, and any other text stays unchanged', () => {
  const people = ['Dana Ortiz', 'Dan Wu', 'Ada Dane'];
  const { onCommit } = show({
    editorOf: (item, key) => (key === 'name' ? { label: 'Name', value: item.name, kind: 'text', suggestions: people } : null),
  });
  goTo('Name 3');
  press('d');
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Dana Ortiz', 'Dan Wu', 'Ada Dane']);
  press('ArrowDown');
  expect(screen.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[0]?.id);
  press('Enter');
  goTo('Name 4');
  press('d');
  write('dan');
  press('Enter');
  expect(onCommit.mock.calls).toEqual([
    ['I-3', 'name', 'Dana Ortiz'],
    ['I-4', 'name', 'dan'],
  ]);
  goTo('Name 5');
  press('F2');
  write('');
  fireEvent.click(screen.getByText('Ada Dane'));
  expect([onCommit.mock.calls.at(-1), field()?.tagName]).toEqual([['I-5', 'name', 'Ada Dane'], 'TD']);
});

test('parses a spreadsheet block: quotes, doubled quotes, line breaks, an empty cell and the last line break', () => {
  expect(parseBlock('a\t"b ""c""\nd"\r\n\te\n')).toEqual([
    ['a', 'b "c"\nd'],
    ['', 'e'],
  ]);
  expect(parseBlock('')).toEqual([['']]);
  expect(parseBlock('5" tablet')).toEqual([['5" tablet']]);
});
