import { ofetch } from 'ofetch';
import type { Limits, Method } from '../../domain/connections/outgoing.ts';

export type Request = Readonly<{ url: URL; method: Method; headers: Readonly<Record<string, string>>; body: string | null }>;
export type HttpResponse = Readonly<{ status: number; headers: Headers; text: string; bytes: number }>;

/** The response exceeds the size limit. */
export class TooLarge extends Error {}

const readLimited = async (body: ReadableStream<Uint8Array> | null | undefined, maxBytes: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!body) return Buffer.alloc(0);
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel().catch(() => {});
      throw new TooLarge();
    }
    chunks.push(value);
  }
};

/**
 * Sends one request and returns the response, with any status; redirects are returned, not followed.
 * @throws if the response is late, incomplete or too large
 */
export const exchange = async (
  { url, method, headers, body }: Request,
  { headersMs, totalMs, bytes }: Limits,
  signal?: AbortSignal,
): Promise<HttpResponse> => {
  const abortController = new AbortController();
  const timeout = setTimeout(() => abortController.abort(), totalMs);
  const headersTimeout = setTimeout(() => abortController.abort(), headersMs);
  try {
    const response = await ofetch.raw<never, 'stream'>(url.href, {
      method,
      headers: { ...headers },
      ...(body === null ? {} : { body }),
      responseType: 'stream',
      redirect: 'manual',
      retry: 0,
      ignoreResponseError: true,
      signal: signal ? AbortSignal.any([signal, abortController.signal]) : abortController.signal,
    });
    clearTimeout(headersTimeout);
    if (Number(response.headers.get('content-length') ?? 0) > bytes) throw new TooLarge();
    const responseBody = await readLimited(response._data as ReadableStream<Uint8Array> | undefined, bytes);
    return { status: response.status, headers: response.headers, text: responseBody.toString('utf8'), bytes: responseBody.byteLength };
  } finally {
    clearTimeout(timeout);
    clearTimeout(headersTimeout);
    // Cancels the download of an unwanted response.
    abortController.abort();
  }
};
