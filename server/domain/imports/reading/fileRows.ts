import { type StoredFile, streamOf } from './bytes.ts';
import { type FileRow, textRows } from './textRows.ts';
import { workbookRows } from './workbookRows.ts';

/** The signature of a zip file, which no text file starts with. */
const isZip = (start: Uint8Array): boolean => start[0] === 0x50 && start[1] === 0x4b && start[2] === 3 && start[3] === 4;

/** Rows of a file, by its actual type, regardless of its name. @throws UnreadableFile */
export async function* fileRows(file: StoredFile): AsyncGenerator<FileRow> {
  if (file.size > 0 && isZip(await file.part(0))) yield* workbookRows(file);
  else yield* textRows(streamOf(file));
}
