import { lineOf } from '../../../contract/rules/jsonLines.ts';

export type PathError = Readonly<{ path: string; message: string }>;
export type LineError = PathError & Readonly<{ line: number }>;

/** The errors with their lines, in the order of the text. */
export const toLineErrors = (text: string, errors: readonly PathError[]): LineError[] =>
  errors
    // Removes the line number, which the message repeats for readers without an editor.
    .map(({ path, message }) => ({ path, message: message.replace(/ \(line \d+(, column \d+)?\)$/, ''), line: lineOf(text, path) }))
    .sort((a, b) => a.line - b.line);
