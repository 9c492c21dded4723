import { describe, expect, it } from 'vitest';
import { createGeneralSettings } from '../../src/services/generalSettings.ts';
import type { Http, HttpOptions } from '../../src/services/http.ts';

describe('saving general settings', () => {
  const body = { companyName: 'Acme', commissionsConfig: '{}' };
  it.each([
    ['bad input: sends the edited version', 4, { method: 'PUT', body, headers: { 'if-match': '"4"' } }],
    ['spec 7.19: sends no version to a server without versions', null, { method: 'PUT', body }],
  ])('%s', async (_case, version, expected) => {
    const sentOptions: (HttpOptions | undefined)[] = [];
    const http = (async (_path: string, options?: HttpOptions) => void sentOptions.push(options)) as Http;
    await createGeneralSettings(http).save(body, version);
    expect(sentOptions).toEqual([expected]);
  });
});
