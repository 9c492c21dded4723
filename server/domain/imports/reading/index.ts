/** A file from outside, a CSV of any dialect or the first sheet of a workbook: read in a thread, in pieces, within limits. */
export type { FileContents } from './analyseFile.ts';
export type { StoredFile } from './bytes.ts';
export { readInThread } from './readInThread.ts';
