import { expect, it } from 'vitest';
import { linkTo } from '../../../server/domain/notifications/links.ts';

it('decisions 5.02: a notice of a month leads to that very month', () =>
  expect(linkTo({ kind: 'period', id: '2026-08' })).toBe('/periods?period=2026-08'));
