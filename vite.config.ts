import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** What the first screen needs, in one file: libraries, small widgets, words and permissions. Else every shared module is a request. */
const needsFirst =
  /rolldown[\\/]runtime|node_modules[\\/](typebox|react|react-dom|scheduler|xstate|@xstate|use-sync-external-store|wouter|regexparam|ofetch|destr|ufo)[\\/]|[\\/]contract[\\/](messages|limits|permissions|rules[\\/]time[\\/]zones|messages[\\/](all|fill|session|shell))\.ts$|[\\/]src[\\/]main\.tsx|[\\/]src[\\/]ui[\\/](Button|display[\\/](Alert|Icon|Spinner)|form[\\/](Checkbox|Field|Input)|support[\\/]later)\.tsx$|raw-svg[\\/](times|exclamation-triangle|info-circle|check-circle)\.svg/;
/**
 * The login screen, which most visits never see, and the library that every form is made with. Its lazy parts stay out: they import yup,
 * which the first screen would load with this file.
 */
const forms =
  /node_modules[\\/]react-hook-form[\\/]|[\\/]src[\\/](shared[\\/]CheckField|screens[\\/]login[\\/](?!parts))|contract[\\/]messages[\\/]loginForm\.ts/;

/** What every list screen draws: in pieces it would be thirty requests more. Plain tables and timelines stand in panels. */
const lists =
  /[\\/]src[\\/](shared[\\/]lists[\\/](useList|connectList|createChips|sameQuestion|useQueryInUrl|useColumnLayout)|ui[\\/](display[\\/](?!PlainTable|Timeline)|support[\\/]))|raw-svg[\\/](angle-down|angle-left|download)\.svg/;

/** What is started of the server: by node, and by the server itself as a thread. */
const started = {
  main: 'server/main.ts',
  readingThread: 'server/domain/imports/reading/readingThread.ts',
};

/** The descriptions of states are read in the sources and in docs/generated: users don't load their 30 kB. */
export const withoutDescriptions = {
  name: 'without-descriptions',
  apply: 'build',
  transform: {
    filter: { id: /[\\/](src[\\/]machines|contract[\\/]lifecycles)[\\/].*\.ts$/ },
    handler: (code: string) => ({ code: code.replace(/\bdescription:\s*(['"])(?:(?!\1).)*\1,?/g, ''), map: null }),
  },
} as const satisfies Plugin;

/** Both halves are built by vite: `vite build` the app, `vite build --ssr` the server. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: isSsrBuild ? [] : [withoutDescriptions, react()],
  publicDir: isSsrBuild ? false : 'public',
  // The server puts a fresh nonce into every index.html it answers.
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: {
    // 27 kB of icons, tooltip, ripple and key filter that no widget of ours draws.
    alias: [{ find: /^primereact\/(icons\/.*|tooltip|ripple|keyfilter)$/, replacement: join(import.meta.dirname, 'src/ui/notDrawn.ts') }],
  },
  build: {
    target: isSsrBuild ? 'node20' : 'es2022',
    // Browsers that know light-dark(), which the tokens use.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: isSsrBuild ? 'dist/server' : 'dist/web',
    emptyOutDir: true,
    // Without it the first screen would wait for a polyfill that every supported browser has.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      ...(isSsrBuild && { input: started }),
      // Building a schema has no effect of its own: the browser keeps only the labels it reads.
      treeshake: {
        manualPureFunctions: ['Type', 'oneOf', 'nullable', 'extended'],
        // A spread among the words counts as an effect, and one effect keeps every module of theirs in the first screen's file.
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
          // It finds its fonts beside itself.
          'pdfmake',
        ],
      }
    : {},
  server: {
    proxy: { '/api': `http://127.0.0.1:${process.env.API_PORT ?? 8081}`, '/healthz': `http://127.0.0.1:${process.env.API_PORT ?? 8081}` },
  },
}));
