import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerApp } from '../app.types.ts';
import { answerNotFound, handleError } from './errorHandler.ts';
import { pagePolicy, workerPolicy } from './headers.ts';
import type { WrongMethod } from './methods.ts';

const compress = promisify(gzip);
const NONCE = '__CSP_NONCE__';
/** Matches the compressed files of the worker too. */
const isWorker = (path: string): boolean => /[\\/]offlineWorker\.js(\.\w+)?$/.test(path);
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Files that may be fetched: not the page itself, which is built from the template, nor source maps and dotfiles. */
const isPublicFile = (path: string): boolean => !/(^|\/)\.|\.map$|\.br$|\.gz$|^\/?index\.html$/.test(path);

/** True for an app URL: neither an API route nor a file. */
const isPage = ({ method, url, headers }: FastifyRequest): boolean => {
  const path = url.split('?', 1)[0] ?? '/';
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (/^\/(api|scim|assets|healthz|readyz)(\/|$)/.test(path) || (/\.[A-Za-z0-9]+$/.test(path) && path !== '/index.html')) return false;
  return /text\/html|\*\/\*/.test(headers.accept ?? '*/*');
};

const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((part) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(part));

const sendPage = (template: string) => async (request: FastifyRequest, reply: FastifyReply) => {
  const nonce = randomBytes(16).toString('base64');
  const page = template.replaceAll(NONCE, nonce);
  reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': pagePolicy(nonce), 'cache-control': 'no-store', vary: 'accept-encoding' })
    // The QuickBooks window must keep its opener (spec 2.53), which same-origin would remove.
    .header('cross-origin-opener-policy', 'same-origin-allow-popups');
  if (!acceptsGzip(request)) return reply.send(page);
  return reply.header('content-encoding', 'gzip').send(await compress(page));
};

/** Serves the app's files from `webRoot`, and its page with a fresh nonce for every URL that is neither an API route nor a file. */
export const addWeb = (app: ServerApp, webRoot: string | undefined, wrongMethod: WrongMethod): void => {
  const index = webRoot && join(webRoot, 'index.html');
  if (!webRoot || !index || !existsSync(index)) {
    app.setNotFoundHandler((request, reply) => wrongMethod(request, reply) ?? answerNotFound(request, reply));
    return;
  }
  const page = sendPage(readFileSync(index, 'utf8'));
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? page(request, reply) : (wrongMethod(request, reply) ?? answerNotFound(request, reply)),
  );
  app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, permission: 'public' };
    });
    // The file server treats `/` as a directory and refuses it, and refused paths are 404 here, so it needs its own route.
    for (const method of ['GET', 'HEAD'] as const) scope.route({ method, url: '/', schema: { hide: true }, handler: page });
    scope.setErrorHandler((error: FastifyError, request, reply) =>
      error.statusCode === 403 ? answerNotFound(request, reply) : handleError(error, request, reply),
    );
    await scope.register(fastifyStatic, {
      root: webRoot,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      schemaHide: true,
      decorateReply: false,
      cacheControl: false,
      allowedPath: isPublicFile,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? IMMUTABLE : 'no-cache');
        if (isWorker(path)) reply.header('content-security-policy', workerPolicy);
      },
    });
  });
};
