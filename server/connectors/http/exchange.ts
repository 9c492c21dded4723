import { ofetch } from 'ofetch';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Request = Readonly<{ url: URL; method: Method; headers: Readonly<Record<string, string>>; body: string | null }>;
export type Limits = Readonly<{
  /** Until the answer's head is there. */
  headersMs: number;
  /** Until all of it is. */
  totalMs: number;
  /** Of the answer, unpacked. */
  bytes: number;
}>;
export type Exchanged = Readonly<{ status: number; headers: Headers; text: string; bytes: number }>;

/** The answer is larger than anybody may send us. */
export class TooLarge extends Error {}

const readLimited = async (body: ReadableStream<Uint8Array> | null | undefined, most: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!body) return Buffer.alloc(0);
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    size += value.byteLength;
    if (size > most) {
      await reader.cancel().catch(() => {});
      throw new TooLarge();
    }
    chunks.push(value);
  }
};

/**
 * One request and its answer, whatever its status; a redirect is an answer and is not followed.
 * @throws where there was no whole answer in time, or it was too large
 */
export const exchange = async (
  { url, method, headers, body }: Request,
  { headersMs, totalMs, bytes }: Limits,
  signal?: AbortSignal,
): Promise<Exchanged> => {
  const ending = new AbortController();
  const late = setTimeout(() => ending.abort(), totalMs);
  const headLate = setTimeout(() => ending.abort(), headersMs);
  try {
    const response = await ofetch.raw<never, 'stream'>(url.href, {
      method,
      headers: { ...headers },
      ...(body === null ? {} : { body }),
      responseType: 'stream',
      redirect: 'manual',
      retry: 0,
      ignoreResponseError: true,
      signal: signal ? AbortSignal.any([signal, ending.signal]) : ending.signal,
    });
    clearTimeout(headLate);
    if (Number(response.headers.get('content-length') ?? 0) > bytes) throw new TooLarge();
    const read = await readLimited(response._data as ReadableStream<Uint8Array> | undefined, bytes);
    return { status: response.status, headers: response.headers, text: read.toString('utf8'), bytes: read.byteLength };
  } finally {
    clearTimeout(late);
    clearTimeout(headLate);
    // What is left of an answer that is not wanted is not fetched.
    ending.abort();
  }
};
