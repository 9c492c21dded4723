/** The script of a statement's HTML file as text: built once with the server, or on demand when running from sources. */
import { fileURLToPath } from 'node:url';

export const bundleCheck = async () => {
  const { build } = await import('vite');
  const entry = fileURLToPath(new URL('statementCheck.ts', import.meta.url));
  // Vite sets NODE_ENV permanently, which would put everything started later into production mode.
  const { NODE_ENV } = process.env;
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'statementCheck' } },
  }).finally(() => {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  });
  const [{ output }] = Array.isArray(built) ? built : [built];
  // A script element must not contain anything that looks like its end tag.
  return output[0].code.replaceAll('</', '<\\/');
};
