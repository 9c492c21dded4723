/** Reads an uploaded file (a CSV of any dialect, or the first sheet of a workbook) in a thread, in pieces and within limits. */
export type { FileContents } from './analyzeFile.ts';
export type { StoredFile } from './bytes.ts';
export { readInThread } from './readInThread.ts';
