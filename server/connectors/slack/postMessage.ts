import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Messages, PostMessage, SendMessage } from '../../domain/notifications/channelMessages.ts';
import { retryAfterSeconds } from '../http/retryAfter.ts';
import { createPublicLookup, isPublicAddress } from './publicHost.ts';

/** `localUrl`: the only server on this machine that is allowed, a stand-in. */
export type MessagesOptions = Readonly<{ localUrl?: string | null; lookup?: LookupFunction; timeoutMs?: number }>;

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 10_000;
const ERROR_CODE = /^[a-z][a-z_]{1,60}$/;

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/** Posts JSON to user-entered URLs: https only, public hosts only, no redirects. */
export const createMessages = ({
  localUrl = null,
  lookup = createPublicLookup(),
  timeoutMs = TIMEOUT_MS,
}: MessagesOptions = {}): Messages => {
  const isLocal = (url: URL): boolean => localUrl !== null && url.origin === new URL(localUrl).origin;

  const refusalOf = (address: string): 'invalid' | 'private' | null => {
    const url = urlOf(address);
    if (!url || url.username || url.password || url.hash) return 'invalid';
    if (isLocal(url)) return null;
    if (url.protocol !== 'https:') return 'invalid';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const isPrivate = isIP(host) === 0 ? host === 'localhost' || host.endsWith('.localhost') : !isPublicAddress(host);
    return isPrivate ? 'private' : null;
  };

  const send: SendMessage = (address, body, headers = {}, limitMs = timeoutMs) =>
    new Promise((resolve, reject) => {
      if (refusalOf(address) !== null) throw new Error('an address that was never allowed');
      const url = new URL(address);
      const content = Buffer.from(body);
      const options = {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json; charset=utf-8', 'content-length': content.byteLength },
        agent: false,
        signal: AbortSignal.timeout(limitMs),
        ...(isLocal(url) ? {} : { lookup }),
      };
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (response) => {
        let text = '';
        const handleResponse = (): void =>
          resolve({
            status: response.statusCode ?? 0,
            code: ERROR_CODE.test(text.trim()) ? text.trim() : null,
            retryAfterSeconds: retryAfterSeconds(response.headers['retry-after'] ?? null, new Date()),
          });
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
          if (text.length > MAX_ANSWER_BYTES) {
            handleResponse();
            request.destroy();
          }
        });
        response.on('end', handleResponse);
        response.on('error', reject);
      });
      request.on('error', reject);
      // An answer that switches protocols has neither a response nor an error.
      request.on('close', () => reject(new Error('closed without an answer')));
      request.end(content);
    });

  const post: PostMessage = (address, body) => send(address, JSON.stringify(body));

  return { post, send, refusalOf };
};
