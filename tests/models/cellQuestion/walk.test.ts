import { expect } from 'vitest';
import { describeMachine } from '../support/walk.ts';
import { cellQuestion } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  { ...cellQuestion, holds: ({ snapshot }) => expect(snapshot.context.cell !== null).toBe(snapshot.matches('asking')) },
  table,
  ignored,
);
