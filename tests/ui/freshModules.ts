import { inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    replacedModules: readonly string[];
  }
}

// Each of these files replaces some of our modules, so our modules are evaluated again for it; libraries stay loaded.
vi.resetModules();
for (const module of inject('replacedModules')) vi.doUnmock(module);
