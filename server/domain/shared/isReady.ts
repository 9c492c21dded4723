import type { Services } from './services.ts';

const LIMIT_MS = 1000;

/** True if the database answers within a second. */
export const isReady = async ({ store }: Pick<Services, 'store'>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), LIMIT_MS);
  });
  const answered = store.ping().then(
    () => true,
    () => false,
  );
  return Promise.race([answered, timeout]).finally(() => clearTimeout(timer));
};
