import type { Readable } from 'node:stream';
import { Type } from 'typebox';

export const PDF = 'application/pdf';
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const CSV = 'text/csv';
export const HTML = 'text/html';

/** A file response in any of these media types. */
export const fileSchema = ({ description }: Readonly<{ description: string }>, ...types: readonly [string, ...string[]]) => ({
  description,
  content: Object.fromEntries(
    types.map((type) => [type, { schema: Type.Unsafe<Uint8Array | Readable>({ type: 'string', format: 'binary' }) }]),
  ),
});

type SentFile = Readonly<{ name: string; mediaType: string; sha256?: string; size?: number }>;
/** Headers of a download; its name has only letters, digits and dashes. */
export const fileHeaders = ({ name, mediaType, sha256, size }: SentFile) => ({
  'content-type': mediaType,
  'content-disposition': `attachment; filename="${name}"`,
  ...(size === undefined ? {} : { 'content-length': size }),
  ...(sha256 === undefined ? {} : { etag: `"${sha256}"` }),
});
