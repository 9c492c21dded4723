import type { CellMark, GridProps } from './types.ts';

const letters: Readonly<Record<CellMark, string>> = { modified: 'm', saving: 's', failed: 'f', conflicted: 'c', theirs: 't' };
const NONE = '-';

/** The marks of a row as text, one letter per column, so a row with unchanged marks need not rerender; '' without marks. */
export const encodeMarks = <Row>(
  row: Row,
  columns: readonly { key: string }[],
  getMark: NonNullable<GridProps<Row>['cellMark']>,
): string => {
  let hasMarks = false;
  let text = '';
  for (const { key } of columns) {
    const mark = getMark(row, key);
    hasMarks ||= mark !== undefined;
    text += mark ? letters[mark] : NONE;
  }
  return hasMarks ? text : '';
};

/** Reads the mark of one column from text encoded by `encodeMarks`. */
export const readMark = (marks: string, columnIndex: number): CellMark | undefined => {
  switch (marks[columnIndex]) {
    case letters.modified:
      return 'modified';
    case letters.saving:
      return 'saving';
    case letters.failed:
      return 'failed';
    case letters.conflicted:
      return 'conflicted';
    case letters.theirs:
      return 'theirs';
    default:
      return undefined;
  }
};

/** True if the cell's value is neither saved nor being saved; the cell then shows a reason and has its own shortcuts. */
export const isStuck = (mark: CellMark | undefined): boolean => mark === 'failed' || mark === 'conflicted';

const SEPARATOR = '\u0000';
/** The notes of a row's failed and conflicted cells as one text; '' without notes. */
export const encodeNotes = <Row>(
  row: Row,
  columns: readonly { key: string }[],
  marks: string,
  getNote: GridProps<Row>['cellNote'],
): string =>
  getNote && /[fc]/.test(marks)
    ? columns.map(({ key }, index) => (isStuck(readMark(marks, index)) ? (getNote(row, key) ?? '') : '')).join(SEPARATOR)
    : '';

export const noteAt = (notes: string, columnIndex: number): string => (notes === '' ? '' : (notes.split(SEPARATOR)[columnIndex] ?? ''));
