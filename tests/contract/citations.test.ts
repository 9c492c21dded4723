import { describe, expect, it } from 'vitest';
import { idsIn, missingTests, wrongCitations } from '../../scripts/citations.mjs';

const known = { spec: idsIn('**2.36** a\n- **2.38** b\n| **7.21** | c'), decisions: idsIn('**2.07 Plans.** d') };

describe('citations of unknown ids', () => {
  it.each([
    ['spec 2.36: a sentence', []],
    ['Spec 2.36-2.38, 7.21 and decisions 2.07: all of them', []],
    ['spec section 7', []],
    ['spec 2.37', ['line 1: spec 2.37']],
    ['first\n(spec 2.36, 9.99; decisions 2.08)', ['line 2: spec 9.99', 'line 2: decisions 2.08']],
    ['decisions 2, "Periods"', ['line 1: decisions 2']],
    ['decisions 2.7', ['line 1: decisions 2.7']],
  ])('%j: %j is wrong', (text, wrong) => expect(wrongCitations(text, known)).toEqual(wrong));
});

describe('missing test files in security documents', () => {
  const exists = (path: string): boolean => path === 'tests/server/a.test.ts';
  it.each([
    ['no file', []],
    ['| 1.1.1 | met | `tests/server/a.test.ts` |', []],
    ['Over https: tests/server/a.test.ts.', []],
    ['first\n`tests/ui/b.test.tsx`, `tests/server/a.test.ts`', ['line 2: tests/ui/b.test.tsx']],
    ['soak/gone.ts', ['line 1: soak/gone.ts']],
  ])('%j: %j is missing', (text, missing) => expect(missingTests(text, exists)).toEqual(missing));
});
