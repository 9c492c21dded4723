import { randomBytes } from 'node:crypto';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type Clock, MINUTE } from '../../domain/shared/clock.ts';
import { Problem } from '../../domain/shared/problem.ts';
import type { ServerApp } from '../app.types.ts';

/** Marks the calls that an MCP tool makes, because only the request for the tool counts; random, so that callers cannot forge it. */
export const INTERNAL_CALL_HEADERS = { 'x-within-call': randomBytes(32).toString('base64url') } as const;

const { callsPerMinute, provisioningCallsPerMinute } = limits.apiTokens;
const MAX_WINDOWS = 10_000;

/** Limits the calls of each API token per minute and server. */
export const addTokenRateLimit = (app: ServerApp, clock: Clock): void => {
  const windows = new Map<number, { startedAt: number; calls: number }>();
  const windowOf = (tokenId: number, now: number) => {
    const current = windows.get(tokenId);
    if (current && now - current.startedAt < MINUTE && now >= current.startedAt) return current;
    if (windows.size >= MAX_WINDOWS) windows.clear();
    const newWindow = { startedAt: now, calls: 0 };
    windows.set(tokenId, newWindow);
    return newWindow;
  };
  app.addHook('onRequest', async ({ principal, headers }) => {
    if (!principal?.token || headers['x-within-call'] === INTERNAL_CALL_HEADERS['x-within-call']) return;
    const now = clock().getTime();
    const window = windowOf(principal.token.id, now);
    window.calls += 1;
    const maxCalls = principal.token.scopes.every((scope) => scope === 'scim') ? provisioningCallsPerMinute : callsPerMinute;
    if (window.calls <= maxCalls) return;
    const retryAfter = Math.ceil((window.startedAt + MINUTE - now) / 1000);
    throw new Problem(429, 'too_many_requests', fill(messages.apiTokens.tooFast, { most: maxCalls }), { retryAfter });
  });
};
