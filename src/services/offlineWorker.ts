const WORKER_PATH = '/offlineWorker.js';
const PREFIX = 'quotaboard-app-';

/** Stores the app's page and files on this device (decisions 8.09); does nothing without a secure connection, and in development. */
export const startOfflineWorker = async (): Promise<void> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register(WORKER_PATH);
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name));
};

/** Removes the worker and its caches, but not those of other apps on this origin. */
export const stopOfflineWorker = async (): Promise<void> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  for (const registration of await navigator.serviceWorker.getRegistrations()) {
    const { active, waiting, installing } = registration;
    if ((active ?? waiting ?? installing)?.scriptURL.endsWith(WORKER_PATH)) await registration.unregister();
  }
  for (const name of await caches.keys()) if (name.startsWith(PREFIX)) await caches.delete(name);
};
