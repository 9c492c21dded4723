/** A file as rows: a CSV of any dialect, or the first sheet of a workbook, read in pieces whatever its size. */
export type { StoredFile } from './bytes.ts';
export { fileRows } from './fileRows.ts';
export type { FileRow } from './textRows.ts';
export { unreadable } from './unreadable.ts';
