// Serves the app's page and files without a network (decisions 8.09). It never touches answers of the API.
// The caches of one build carry its name, so that a new build replaces them at the next visit with a network.
const PREFIX = 'app-';
const isFile = (pathname) => /^\/(assets|drawings)\/|^\/icon/.test(pathname);

/** The page carries its nonce and its policy together, so both fit when it is served again. */
const storePage = async (page) => {
  if (!page.ok || !page.headers.get('content-type')?.startsWith('text/html')) return;
  const files = (await page.clone().text()).match(/\/assets\/[\w.-]+/g);
  if (!files) return;
  const name = PREFIX + files.join();
  for (const old of await caches.keys()) if (old.startsWith(PREFIX) && old !== name) await caches.delete(old);
  await (await caches.open(name)).put('/', page);
};

const openPage = async (event) => {
  try {
    const page = await fetch(event.request);
    event.waitUntil(storePage(page.clone()));
    return page;
  } catch (error) {
    const stored = await caches.match('/');
    if (!stored) throw error;
    return stored;
  }
};

const openFile = async (request) => {
  const stored = await caches.match(request);
  if (stored) return stored;
  const file = await fetch(request);
  const name = (await caches.keys()).find((one) => one.startsWith(PREFIX));
  if (file.ok && name) await (await caches.open(name)).put(request, file.clone());
  return file;
};

/** What the first page loaded before this worker controlled it. */
const storeFirstVisit = async (urls) => {
  await storePage(await fetch('/', { headers: { accept: 'text/html' } }));
  await Promise.all(urls.filter((url) => new URL(url).origin === location.origin && isFile(new URL(url).pathname)).map(openFile));
};

// A worker that may not fetch, because a proxy set another policy, is not installed: it would break every page.
self.addEventListener('install', (event) => event.waitUntil(fetch('/icon.svg').then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => event.waitUntil(storeFirstVisit(event.data)));
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || pathname.startsWith('/api')) return;
  if (mode === 'navigate') event.respondWith(openPage(event));
  else if (isFile(pathname)) event.respondWith(openFile(event.request));
});
