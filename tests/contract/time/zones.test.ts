import { describe, expect, it } from 'vitest';
import { formatIn, isZone } from '../../../contract/rules/time/zones.ts';

describe('spec 2.46: time zones', () => {
  it.each([
    ['America/Phoenix', true],
    ['UTC', true],
    ['Mars/Olympus', false],
    ['', false],
  ])('%j is a time zone: %s', (text, actual) => expect(isZone(text)).toBe(actual));

  it('caches formats, up to a thousand', () => {
    const format = formatIn('en-US', {});
    const first = format('UTC');
    for (let index = 1; index < 1000; index += 1) expect(format(`no zone ${index}`)).toBeNull();
    expect(format('UTC')).toBe(first);
    expect(format('one more')).toBeNull();
    expect(format('UTC')).not.toBe(first);
    expect(format('UTC')?.resolvedOptions().timeZone).toBe('UTC');
  });
});
