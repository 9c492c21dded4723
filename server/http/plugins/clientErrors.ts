import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiError } from '../../../contract/entities/common.ts';
import { messages } from '../../../contract/messages.ts';

const responsesByCode: Readonly<Record<string, { status: number; code: string; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'too_slow', message: messages.server.tooSlow },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'headers_too_large', message: messages.server.headersTooLarge },
};
const unreadableRequest = { status: 400, code: 'request_invalid', message: messages.server.unreadable };

/** Bytes that are not a valid request reach no handler, so the usual headers and error are written here. */
export const clientErrorHandler =
  (headers: Readonly<Record<string, string>>) =>
  (error: { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const { status, code, message } = responsesByCode[error.code ?? ''] ?? unreadableRequest;
    const body = JSON.stringify({ message, code } satisfies ApiError);
    const lines = Object.entries({ ...headers, 'content-type': 'application/json; charset=utf-8', connection: 'close' });
    const headLines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, `content-length: ${Buffer.byteLength(body)}`];
    if (socket.writable) socket.write([...headLines, ...lines.map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n'));
    socket.destroy();
  };
