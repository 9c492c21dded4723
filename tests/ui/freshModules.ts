import { inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    replacedModules: readonly string[];
  }
}

// Our modules are evaluated anew for each of these files, because they replace some of them; libraries stay as they are in the process.
vi.resetModules();
for (const module of inject('replacedModules')) vi.doUnmock(module);
