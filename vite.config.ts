import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Everything that the first screen needs, in one file: libraries, small widgets, messages and permissions. Otherwise each shared module
 * would be a request.
 */
const needsFirst =
  /rolldown[\\/]runtime|node_modules[\\/](typebox|react|react-dom|scheduler|xstate|@xstate|use-sync-external-store|wouter|regexparam|ofetch|destr|ufo)[\\/]|[\\/]contract[\\/](messages|limits|permissions|rules[\\/]time[\\/]zones|messages[\\/](all|fill|session|shell))\.ts$|[\\/]src[\\/]main\.tsx|[\\/]src[\\/]ui[\\/](Button|display[\\/](Alert|Icon|Spinner)|form[\\/](Checkbox|Field|Input)|support[\\/]later)\.tsx$|raw-svg[\\/](times|exclamation-triangle|info-circle|check-circle)\.svg/;
/**
 * The login screen, which most visits never see, and the library behind every form. Its lazy parts are left out: they import yup, which the
 * first screen would then load with this file.
 */
const forms =
  /node_modules[\\/]react-hook-form[\\/]|[\\/]src[\\/](shared[\\/]CheckField|screens[\\/]login[\\/](?!parts))|contract[\\/]messages[\\/]loginForm\.ts/;

/**
 * Everything that list screens render; separately, it would take thirty more requests. Plain tables and timelines are left out, because
 * only panels use them.
 */
const lists =
  /[\\/]src[\\/](shared[\\/](lists[\\/](useList|connectList|createChips|useQueryInUrl|useColumnLayout)|period[\\/]periodInUrl|people[\\/]useAllUsers|usePageActions|useAnswer)|services[\\/]pages|ui[\\/](display[\\/](?!PlainTable|Timeline)|support[\\/]))|contract[\\/]rules[\\/]time[\\/]dayText|raw-svg[\\/](angle-down|angle-left|angle-right|download)\.svg/;

/** The server's entry points: the one that node starts, and the thread that the server starts. */
const serverEntries = {
  main: 'server/main.ts',
  readingThread: 'server/domain/imports/reading/readingThread.ts',
};

/** State descriptions are read in the sources and in docs/generated, so users don't load these 30 kB. */
export const withoutDescriptions = {
  name: 'without-descriptions',
  apply: 'build',
  transform: {
    filter: { id: /[\\/](src[\\/]machines|contract[\\/]lifecycles)[\\/].*\.ts$/ },
    handler: (code: string) => ({ code: code.replace(/\bdescription:\s*(['"])(?:(?!\1).)*\1,?/g, ''), map: null }),
  },
} as const satisfies Plugin;

/** Vite builds both halves: `vite build` the app, `vite build --ssr` the server. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: isSsrBuild ? [] : [withoutDescriptions, react()],
  publicDir: isSsrBuild ? false : 'public',
  // The server puts a fresh nonce into every index.html that it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: {
    // 27 kB of icons, tooltip, ripple and key filter that none of our widgets renders.
    alias: [{ find: /^primereact\/(icons\/.*|tooltip|ripple|keyfilter)$/, replacement: join(import.meta.dirname, 'src/ui/notDrawn.ts') }],
  },
  build: {
    target: isSsrBuild ? 'node20' : 'es2022',
    // Browsers with light-dark(), which the design tokens use.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: isSsrBuild ? 'dist/server' : 'dist/web',
    emptyOutDir: true,
    // Otherwise the first screen would wait for a polyfill that no supported browser needs.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      ...(isSsrBuild && { input: serverEntries }),
      // Building a schema has no side effects, so the browser keeps only the labels it reads.
      treeshake: {
        manualPureFunctions: ['Type', 'oneOf', 'nullable', 'extended'],
        // A spread in a message module counts as a side effect, and a single one keeps all message modules in the first screen's file.
        moduleSideEffects: [{ test: /[\\/]contract[\\/]/, sideEffects: false }],
      },
      output: isSsrBuild
        ? { entryFileNames: '[name].js', chunkFileNames: '[name].js' }
        : {
            codeSplitting: {
              groups: [
                { name: 'start', test: needsFirst },
                { name: 'forms', test: forms },
                { name: 'lists', test: lists },
              ],
            },
          },
    },
  },
  ssr: isSsrBuild
    ? {
        noExternal: true,
        external: [
          '@electric-sql/pglite',
          'pg',
          '@node-rs/argon2',
          '@fastify/swagger-ui',
          '@fastify/static',
          '@fastify/swagger',
          'fastify',
          // It finds its fonts in its own folder.
          'pdfmake',
        ],
      }
    : {},
  server: {
    proxy: { '/api': `http://127.0.0.1:${process.env.API_PORT ?? 8081}`, '/healthz': `http://127.0.0.1:${process.env.API_PORT ?? 8081}` },
  },
}));
