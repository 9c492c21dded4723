import { expect, it } from 'vitest';
import { linkTo } from '../../../server/domain/notifications/links.ts';

it('decisions 5.02: a monthly notification links to exactly that month', () =>
  expect(linkTo({ kind: 'period', id: '2026-08' })).toBe('/periods?period=2026-08'));

it.each([
  [{ kind: 'report', id: 7 }, '/reports?report=7'],
  [{ kind: 'connection', id: 3, tab: 'quickbooks' }, '/admin/settings?tab=quickbooks&connection=3'],
  [{ kind: 'event', id: 9, day: '2026-11-25' }, '/events?period=custom&start=2026-11-25&end=2026-11-25&event=9'],
  [{ kind: 'invoice', id: 5 }, '/invoices?invoice=5'],
] as const)('decisions 5.02: a notification about %o links to %s', (subject, link) => expect(linkTo(subject)).toBe(link));
