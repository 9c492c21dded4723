import { expect, it } from 'vitest';
import { heldReasons } from '../../contract/messages/connections.ts';
import { importProblems } from '../../contract/messages/importProblems.ts';

it('decisions 3.08: a quarantine code has one sentence, for files and connections alike', () =>
  expect(Object.keys(heldReasons).filter((code) => Object.hasOwn(importProblems, code))).toEqual([]));
