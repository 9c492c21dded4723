// Serves the app's page and files without a network (decisions 8.09). It never touches API responses.
// The caches of one build carry its name, so that a new build replaces them at the next visit with a connection.
const PREFIX = 'quotaboard-app-';
/** A network that returns no page for this long counts as unavailable. */
const PATIENCE_MS = 4000;
/** Our page has this tag; a proxy's sign-in page does not. */
const PAGE_MARKER = '<meta property="csp-nonce"';
const isFile = (pathname) => /^\/(assets|drawings)\/|^\/icon/.test(pathname);
/** Full storage must not break the app while it is online. */
const ignoreFailure = () => {};

/** Newest first. A cache is complete once it has a page. */
const appCaches = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX)).reverse();

const matchStored = async (request) => {
  try {
    for (const name of await appCaches()) {
      const stored = await (await caches.open(name)).match(request);
      if (stored) return stored;
    }
  } catch {
    return undefined;
  }
};

/**
 * A page contains both its nonce and its policy, so they still match when it is served from the cache. Older builds are deleted once the
 * new one is complete.
 */
const storePage = async (page) => {
  if (!page.ok || !page.headers.get('content-type')?.startsWith('text/html')) return;
  const html = await page.clone().text();
  const files = html.match(/\/assets\/[\w.-]+/g);
  if (!files || !html.includes(PAGE_MARKER)) return;
  const name = PREFIX + files.join();
  const cache = await caches.open(name);
  if (!(await cache.match('/'))) await cache.addAll(new Set(files));
  await cache.put('/', page);
  for (const old of await appCaches()) if (old !== name) await caches.delete(old);
};

const openPage = (event) => {
  const page = fetch(event.request);
  event.waitUntil(page.then((fetched) => storePage(fetched.clone())).catch(ignoreFailure));
  const afterPatience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const orStored = async () => (await matchStored('/')) ?? page;
  return Promise.race([page.catch(orStored), afterPatience.then(orStored)]);
};

const storeFile = async (request, file) => {
  const [name] = await appCaches();
  // A proxy may answer with its own page instead of the file.
  if (file.ok && name && !file.headers.get('content-type')?.startsWith('text/html')) await (await caches.open(name)).put(request, file);
};

const openFile = async (event) => {
  const stored = await matchStored(event.request);
  if (stored) return stored;
  const file = await fetch(event.request);
  event.waitUntil(storeFile(event.request, file.clone()).catch(ignoreFailure));
  return file;
};

/** The files that the first page loaded before this worker took control. */
const storeFirstVisit = async (urls) => {
  await storePage(await fetch('/', { headers: { accept: 'text/html' } }));
  const files = urls.filter((url) => new URL(url).origin === location.origin && isFile(new URL(url).pathname));
  await Promise.all(files.map(async (url) => (await matchStored(url)) ?? storeFile(url, await fetch(url))));
};

// A worker that may not fetch, because a proxy set another policy, is not installed, because it would break every page.
self.addEventListener('install', (event) => event.waitUntil(fetch('/icon.svg').then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => event.waitUntil(storeFirstVisit(event.data).catch(ignoreFailure)));
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || pathname.startsWith('/api')) return;
  if (mode === 'navigate') event.respondWith(openPage(event));
  else if (isFile(pathname)) event.respondWith(openFile(event));
});
