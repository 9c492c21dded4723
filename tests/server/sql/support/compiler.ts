import { createRequire } from 'node:module';
import type typescript from '../../../../node_modules/swagger-typescript-api/node_modules/typescript/lib/typescript.d.ts';

/** TypeScript 7 has no stable API; the API client's generator depends on the last version with one. */
const requireFromGenerator = createRequire(createRequire(import.meta.url).resolve('swagger-typescript-api'));
export const ts: typeof typescript = requireFromGenerator('typescript');
export type { typescript };
