import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { StartRefused } from '../startRefused.ts';

/** Path of a script outside the bundle: next to this file in the sources, next to main.js in dist/server. */
export const scriptPath = (name: string): string => {
  const path = fileURLToPath(new URL(name, import.meta.url));
  if (!existsSync(path)) throw new StartRefused(`The server is incomplete: ${path} is missing; build it again with npm run build.`);
  return path;
};
