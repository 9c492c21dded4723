import type { GridProps } from './types.ts';

export type Mark = 'modified' | 'saving';
const letters: Readonly<Record<Mark, string>> = { modified: 'm', saving: 's' };
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
export const markAt = (marks: string, at: number): Mark | undefined => {
  const letter = marks[at];
  return letter === letters.modified ? 'modified' : letter === letters.saving ? 'saving' : undefined;
};
