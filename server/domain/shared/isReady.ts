import type { Services } from './services.ts';

const TIMEOUT_MS = 1000;

/** True if the database answers within a second. */
export const isReady = async ({ store }: Pick<Services, 'store'>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), TIMEOUT_MS);
  });
  const isAnswered = store.ping().then(
    () => true,
    () => false,
  );
  return Promise.race([isAnswered, timeout]).finally(() => clearTimeout(timer));
};
