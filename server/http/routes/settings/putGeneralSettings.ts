import { Type } from 'typebox';
import { GeneralSettings } from '../../../../contract/entities/settings.ts';
import { saveGeneralSettings } from '../../../domain/configSave.ts';
import { answers } from '../../answers.ts';
import type { Route } from '../../app.types.ts';
import { originOf, principalIn } from '../../request.ts';

const Body = Type.Object(
  { companyName: Type.String({ maxLength: 200 }), commissionsConfig: Type.String() },
  { additionalProperties: false },
);

const Headers = Type.Object({
  'if-match': Type.Optional(
    Type.String({ pattern: '^(W/)?"?\\d{1,9}"?$', description: 'the version of the settings that were edited, in quotes' }),
  ),
});

/** spec 7.19: saved only when clean; 422 names the JSON paths. */
export const putGeneralSettings: Route = (app, services) => {
  app.put(
    '/api/v1/settings/general',
    {
      config: { permission: 'settings:manage' },
      schema: {
        summary: 'Save general settings',
        tags: ['settings'],
        headers: Headers,
        body: Body,
        response: answers({ 200: GeneralSettings }),
      },
    },
    (request) => {
      const version = request.headers['if-match']?.replaceAll(/\D/g, '');
      const edited = version === undefined ? null : Number(version);
      return saveGeneralSettings(services, principalIn(request), request.body, edited, originOf(request));
    },
  );
};
