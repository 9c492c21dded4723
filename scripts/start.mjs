// npm start (--demo) and npm run serve: install what is missing, build what is stale, then become the server.
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, root } from './lib.mjs';

ensureInstalled();
await ensureBuilt();
await import(new URL('dist/server/main.js', `file://${root}`).href);
