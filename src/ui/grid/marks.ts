import type { CellMark, GridProps } from './types.ts';

const letters: Readonly<Record<CellMark, string>> = { modified: 'm', saving: 's', failed: 'f', conflicted: 'c', theirs: 't' };
const NONE = '-';

/** The marks of a row as one text, a letter a column, so that a row whose marks are the same need not render; '' without marks. */
export const marksOf = <Row>(row: Row, columns: readonly { key: string }[], markOf: NonNullable<GridProps<Row>['cellMark']>): string => {
  let any = false;
  let text = '';
  for (const { key } of columns) {
    const mark = markOf(row, key);
    any ||= mark !== undefined;
    text += mark ? letters[mark] : NONE;
  }
  return any ? text : '';
};

/** The mark of one column in such a text. */
export const markAt = (marks: string, at: number): CellMark | undefined => {
  switch (marks[at]) {
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

/** Is a cell not as the server has it, and nothing under way? Then it says why, and takes keys of its own. */
export const isStuck = (mark: CellMark | undefined): boolean => mark === 'failed' || mark === 'conflicted';

const LINE = '\u0000';
/** What stuck cells of a row say, as one text; '' where none is. */
export const notesOf = <Row>(row: Row, columns: readonly { key: string }[], marks: string, noteOf: GridProps<Row>['cellNote']): string =>
  noteOf && /[fc]/.test(marks) ? columns.map(({ key }, at) => (isStuck(markAt(marks, at)) ? (noteOf(row, key) ?? '') : '')).join(LINE) : '';

export const noteAt = (notes: string, at: number): string => (notes === '' ? '' : (notes.split(LINE)[at] ?? ''));
