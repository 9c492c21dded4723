/** The script of a statement's HTML file, as one text: built once with the server, or when the sources run. */
import { fileURLToPath } from 'node:url';

export const bundleCheck = async () => {
  const { build } = await import('vite');
  const entry = fileURLToPath(new URL('statementCheck.ts', import.meta.url));
  // Vite sets it for good, and whatever this process starts later would run in production.
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
  // Within a script element nothing may look like its end.
  return output[0].code.replaceAll('</', '<\\/');
};
